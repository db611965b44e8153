import { blockNetwork } from './block-network.ts';
import { inheritedRemedy, tellMainThread } from './guard-threads.ts';

/** Closes the network of a thread that a process with a closed one begins; loaded there before anything else. */
const remedy = inheritedRemedy();
if (remedy !== undefined) blockNetwork(remedy, { onRefusal: tellMainThread });
