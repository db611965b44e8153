import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import type { TimedStep } from './reference-agent.ts';
import type { Watched } from './watch-world.ts';

/** What came of carrying out one way. */
export type Replay = {
  /** Every step in its turn, those that were not carried out too. */
  steps: readonly TimedStep[];
  /** Those that were, in the order of their calls. */
  made: readonly TimedStep[];
  transcript: Transcript;
  watched: Watched;
  /** Tools whose stubs keep nothing: they write, and no answer of theirs has a `set`. */
  keepsNothing: ReadonlySet<string>;
  /** The tools that must have been called before a tool. */
  requires(tool: string): readonly string[];
};
