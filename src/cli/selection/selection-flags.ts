import type { ShardPart } from '../../runs/shard.ts';

/** The flags that decide which sessions a run has, besides tags and tiers. */
export type SelectionFlags = {
  /** An expression that scenarios must fit. */
  filter?: string;
  /** A name in git. */
  onlyChanged?: string;
  /** The sessions of an earlier run that did not pass. */
  lastFailed?: boolean;
  /** Those of them that have this verdict. */
  only?: 'failed' | 'invalid';
  /** The earlier run; the newest one where absent. */
  from?: string;
  shard?: ShardPart;
  /** File with agents of the config. */
  matrix?: string;
  /** Names of agents; several are the columns of a matrix. */
  agent?: string[];
};
