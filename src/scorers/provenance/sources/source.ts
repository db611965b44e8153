/**
 * Where a value may come from. `user`, `tool` and `policy` are evidence; `error`, `agent` and `documentation` are not, and
 * say why a value that stands only there is none.
 */
export type Source = {
  kind: 'user' | 'tool' | 'policy' | 'error' | 'agent' | 'documentation';
  /** `seq` from which the agent knows it; absent for a result that it never saw. */
  knownFrom: number | undefined;
  turn?: number | undefined;
  /** `seq` of the event that holds it. */
  seq?: number | undefined;
  /** The tool whose result or description it is. */
  tool?: string | undefined;
  /** The call whose result it is. */
  call?: { index: number; launchedAt: number; step: number } | undefined;
  /** The texts and numbers in it, in order. */
  spots: readonly Spot[];
};

/** One text of a source: all of a message, or a value of a result. */
export type Spot = {
  text: string;
  /** JSON Pointer into the result. */
  pointer?: string | undefined;
  /** Last key of the pointer that is no index. */
  key?: string | undefined;
  /** Where the value is a number. */
  number?: number | undefined;
  /** The text is another reading of these code units of a message: `ava at example dot com`. */
  reads?: { start: number; end: number } | undefined;
};

/** Which sources count for one call. */
export type AcceptsSource = (source: Source) => boolean;

/** Whether the agent knew the source when it launched a call at `seq`. */
export function isKnown({ knownFrom }: Source, launchedAt: number): boolean {
  return knownFrom !== undefined && knownFrom <= launchedAt;
}

export function isEvidence({ kind }: Source): boolean {
  return kind === 'user' || kind === 'tool' || kind === 'policy';
}
