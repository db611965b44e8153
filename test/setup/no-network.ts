import { blockNetwork } from '../../src/network/block/block-network.ts';

blockNetwork('tests have no network; use a scripted model or a local server');
