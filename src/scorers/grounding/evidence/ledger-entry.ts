import { amountOf, type FoundValue } from '../values/typed-value.ts';

/**
 * Where evidence comes from. `argument` is what a successful call was given; `notice` is what the world told the user;
 * `document` is a text that was handed to the agent besides results; `allowed` is text the author of the scenario vouches for. The agent's own words are no source.
 */
export type LedgerSource =
  | 'tool'
  | 'argument'
  | 'user'
  | 'notice'
  | 'document'
  | 'policy'
  | 'registry'
  | 'clock'
  | 'allowed';

/** One addressable piece of evidence: a leaf of a result, or a text. */
export type LedgerEntry = {
  /** Position in the ledger. */
  id: number;
  source: LedgerSource;
  turn: number;
  /** Event that holds it. */
  seq: number;
  /** Known to the agent in every answer after this event. */
  visibleFrom: number;
  /** Position in the trajectory, for results and arguments. */
  call?: number | undefined;
  /** JSON Pointer into the raw result or arguments. What is nested in a text of JSON shares the pointer of that text. */
  pointer: string;
  /** Path of keys and indexes, through nested JSON too. */
  path: readonly string[];
  /** Last key that is no index. */
  key: string;
  /** Words of the last two keys; for bare results also of the tool's name. */
  words: readonly string[];
  /** The leaf as text. */
  text: string;
  /** `count` is the length of a list, `key` a key that is itself an id. */
  leaf: 'string' | 'number' | 'boolean' | 'null' | 'count' | 'key' | 'text';
  values: readonly FoundValue[];
  /** Unit that the key, a neighbour or the object around it names. */
  unit?: string | undefined;
  /** Currency of its amounts, named likewise. */
  currency?: string | undefined;
  /** What the leaf is about: id of its nearest record, else of the call. */
  entity?: string | undefined;
  /** It is the name or id of its record. */
  isIdentity: boolean;
  state: 'live' | 'error';
  /** Event that made a later value known; the entry is stale in answers after it. */
  supersededAt?: number | undefined;
  supersededBy?: number | undefined;
};

/** A value of the ledger, found by its key. */
export type Holding = { entry: LedgerEntry; found: FoundValue };

/** A call as far as honesty is concerned. */
export type LedgerCall = {
  /** Position in the trajectory. */
  index: number;
  tool: string;
  /** Tool and arguments in one form: equal for calls that ask the same. */
  request: string;
  effect: 'read' | 'write' | 'unknown';
  turn: number;
  seq: number;
  resultSeq?: number | undefined;
  seenAt?: number | undefined;
  outcome: 'ok' | 'empty' | 'error' | 'none';
  /** What the failed call said. */
  message: string;
  /** Absent when the failure stands in a result that was handed over as fine. */
  errorKind?: string | undefined;
  /** Ids in its arguments, as keys of identifiers. */
  ids: readonly string[];
  /** Values that a failed call was given; of others none, since their arguments are entries. */
  tried: readonly FoundValue[];
  /** Words of the tool's name and description. */
  words: ReadonlySet<string>;
  /** Words of the tool's name. */
  nameWords: ReadonlySet<string>;
};

/** State of an entry for an answer at `seq`; undefined when the agent had not seen it. */
export function stateAt(entry: LedgerEntry, seq: number): 'live' | 'superseded' | 'error' | undefined {
  if (entry.visibleFrom >= seq) return undefined;
  if (entry.state === 'error') return 'error';
  return entry.supersededAt !== undefined && entry.supersededAt < seq ? 'superseded' : 'live';
}

/** A leaf of a result that is one amount and nothing else. */
export function isAmount(entry: LedgerEntry): boolean {
  const [only] = entry.values;
  return (
    entry.source === 'tool' &&
    entry.leaf !== 'count' &&
    entry.values.length === 1 &&
    only !== undefined &&
    amountOf(only.value) !== undefined
  );
}

const COUNTING =
  /quantity|qty|count|number|units?$|pieces|stock|seats?|bags?|nights?|days?|hours?|stars?|rating|score|points?|percent|age$|size|year|数量|件数|个数|天数|次数|库存|评分|积分|人数/i;
const PRICED = /price|amount|cost|fee|total|paid|refund|balance|charge|fare|tax|rent|discount|价|费|金额|款|余额/i;

/** A number that counts or rates things; money adds up with money only. */
export function isCounting({ key, unit, values }: LedgerEntry): boolean {
  const kind = values[0]?.value.kind;
  if (kind === 'money') return false;
  return unit !== undefined || kind === 'quantity' || kind === 'percent' || (COUNTING.test(key) && !PRICED.test(key));
}
