import type { ToolDescription } from '../../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { extractFrom, extractValues } from '../values/extract-values.ts';
import { normaliseText } from '../values/normalised-text.ts';
import type { FoundValue } from '../values/typed-value.ts';
import type { Today } from '../values/value-reader.ts';
import { type ChunkIndex, chunkIndexOf } from './chunk-index.ts';
import { type DataWords, dataWords } from './data-only.ts';
import { failureIn, isEmptyResult } from './failed-content.ts';
import type { Known, KnownCall, KnownText } from './known.ts';
import { isReader, type KnownActs, knownActsOf } from './known-acts.ts';
import { type KeyReadings, type LeafPlace, leafEntries } from './leaf-entries.ts';
import { isAmount, type LedgerCall, type LedgerEntry } from './ledger-entry.ts';
import { fieldsByWord, identityKey, indexesOf, type LedgerIndexes } from './ledger-indexes.ts';
import { firstWords, type Leaf, type Leaves, resultLeaves } from './result-leaves.ts';
import { supersede } from './supersession.ts';
import { type ToldStates, toldStates } from './told-states.ts';
import { textOfTool } from './tool-text.ts';
import { undoneIn } from './undone-write.ts';
import { usualCurrencies } from './usual-currencies.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';
import { wordSet } from './words.ts';

/** Everything that an answer of this session may rest on, with what each moment knew. Never the agent's own words. */
export type EvidenceLedger = ToldStates &
  LedgerIndexes & {
    entries: readonly LedgerEntry[];
    calls: readonly LedgerCall[];
    /** Leaves of results and arguments that are one amount, date or time and nothing else, by the words of their key. */
    fieldsByWord: ReadonlyMap<string, readonly LedgerEntry[]>;
    /** Leaves of results that are one amount and nothing else. */
    amounts: readonly LedgerEntry[];
    /** `call:pointer` of lists and of objects keyed by id. */
    collections: ReadonlySet<string>;
    /** Currencies to be expected where no evidence names one. */
    usualCurrencies(): readonly string[];
    /**
     * From when on the agent had seen something that was too large to be read whole here: absence proves nothing then.
     * Infinite where all was read.
     */
    truncatedFrom: number;
    tools: readonly ToolDescription[] | 'unknown';
    policyWords: ReadonlySet<string>;
    /** Every word of the evidence; read through once, when first asked. */
    vocabulary(): Vocabulary;
    /** Texts and records in parts that a statement can be compared with; read when first asked. */
    chunks(): ChunkIndex;
    /** What tools can do, what calls did, and what rules grant. */
    acts(): KnownActs;
    /** How the data itself is written, for answers that describe it. */
    data: DataWords;
    today: Today | undefined;
  };

type Builder = {
  keys: KeyReadings;
  /** Values of short texts. */
  readings: Map<string, readonly FoundValue[]>;
  entries: LedgerEntry[];
  calls: LedgerCall[];
  collections: Set<string>;
  truncatedFrom: number;
  /** Characters that may still be read. */
  left: number;
  today: Today | undefined;
};

/** Builds the ledger of what an agent knew. */
export function evidenceLedger({ now, tools, texts, calls }: Known): EvidenceLedger {
  const policy = texts.flatMap(({ source, text }) => (source === 'policy' ? [text] : []));
  const today = todayFrom(now, policy);
  const builder: Builder = {
    keys: { words: new Map(), measures: new Map() },
    readings: new Map(),
    entries: [],
    calls: [],
    collections: new Set(),
    truncatedFrom: Number.POSITIVE_INFINITY,
    left: MAX_ALL,
    today,
  };
  const before = { turn: 0, seq: 0, visibleFrom: -1 };
  const isBefore = ({ visibleFrom }: KnownText): boolean => visibleFrom < 0;
  for (const text of texts.filter(isBefore)) addText(builder, text);
  if (now) addText(builder, { ...before, source: 'clock', text: now });
  if (tools !== 'unknown')
    for (const tool of tools) addText(builder, { ...before, source: 'registry', text: textOfTool(tool) });
  for (const text of texts) if (!isBefore(text)) addText(builder, text);
  const descriptions = new Map(tools === 'unknown' ? [] : tools.map((tool) => [tool.name, tool]));
  for (const call of calls) addCall(builder, call, descriptions.get(call.name));
  supersede(builder.entries, builder.calls);
  const { left: _, keys: __, readings: ___, ...known } = builder;
  return {
    ...known,
    ...indexesOf(builder.entries),
    ...toldStates(builder.entries),
    chunks: chunkIndexOf(builder.entries),
    acts: knownActsOf({ tools, calls: builder.calls, entries: builder.entries }),
    vocabulary: vocabularyOf(builder.entries, tools === 'unknown' ? [] : tools.map(({ name }) => name)),
    ...usualCurrencies(builder.entries),
    amounts: builder.entries.filter(isAmount),
    fieldsByWord: fieldsByWord(builder.entries),
    data: dataWords(builder.entries),
    tools,
    policyWords: wordSet(policy.join('\n')),
  };
}

function todayFrom(now: string | undefined, policy: readonly string[]): Today | undefined {
  const told = policy
    .map((text) =>
      /(?:current (?:time|date)|today(?:'s date)?|now)\b[^\n\d]{0,20}(\d{4})-(\d{2})-(\d{2})|(?:今天|当前(?:时间|日期)|现在)[^\n\d]{0,6}(\d{4})[-年](\d{1,2})[-月](\d{1,2})/i.exec(
        text,
      ),
    )
    .find((match) => match !== null);
  const parts = told
    ? told.slice(1).filter((part) => part !== undefined)
    : /^(\d{4})-(\d{2})-(\d{2})/.exec(now ?? '')?.slice(1);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  return { year, month, day };
}

/** As much of one text is read as of one result, and so much of all of them together. */
const MAX_TEXT = 200_000;
const MAX_ALL = 2_000_000;

function addText(builder: Builder, { text: whole, ...place }: KnownText): void {
  const text = firstWords(whole, Math.min(MAX_TEXT, builder.left));
  builder.left -= text.length;
  if (text.length < whole.length) noteTruncated(builder, place.visibleFrom);
  builder.entries.push({
    id: builder.entries.length,
    ...place,
    pointer: '',
    path: [],
    key: '',
    words: [],
    text,
    leaf: 'text',
    values: extractValues(text, { today: builder.today }),
    isIdentity: false,
    state: 'live',
  });
}

function triedIn({ text, leaf }: Leaf, today: Today | undefined): readonly FoundValue[] {
  return (leaf === 'string' || leaf === 'number') && text.length <= 200 ? extractValues(text, { today }) : [];
}

function noteTruncated(builder: Builder, visibleFrom: number): void {
  builder.truncatedFrom = Math.min(builder.truncatedFrom, visibleFrom);
}

function addCall(builder: Builder, call: KnownCall, tool: ToolDescription | undefined): void {
  const result = call.result?.outcome;
  const failure =
    result === undefined
      ? undefined
      : result.status === 'error'
        ? result.message
        : (failureIn(result.content) ?? (isReader(call) ? undefined : undoneIn(result.content)));
  const outcome =
    result === undefined
      ? 'none'
      : failure !== undefined
        ? 'error'
        : result.status === 'ok' && isEmptyResult(result.content)
          ? 'empty'
          : 'ok';
  const given = resultLeaves(call.arguments ?? {});
  const ids = given.leaves.flatMap(({ text, leaf }) =>
    leaf === 'string' || leaf === 'number' ? [identityKey(text)] : [],
  );
  builder.calls.push({
    index: call.index,
    tool: call.name,
    request: requestOf(call.name, given),
    effect: call.effect,
    turn: call.turn,
    seq: call.seq,
    resultSeq: call.resultSeq,
    seenAt: call.seenAt,
    outcome,
    message: failure ?? '',
    ids,
    tried: outcome === 'error' ? given.leaves.flatMap((leaf) => triedIn(leaf, builder.today)) : [],
    words: wordSet(`${call.name} ${tool?.description ?? ''}`),
    nameWords: wordSet(call.name),
    errorKind: result?.status === 'error' ? result.kind : undefined,
  });
  if (call.seenAt === undefined || result === undefined || call.resultSeq === undefined) return;
  const place = { turn: call.turn, visibleFrom: call.seenAt, call: call.index };
  if (outcome === 'ok')
    add(builder, given, { ...place, source: 'argument', seq: call.seq, tool: '', entity: undefined });
  const content: JsonValue = result.status === 'ok' ? result.content : result.message;
  const state = outcome === 'error' ? 'error' : 'live';
  const entity = ids.find((id) => /\d/.test(id)) ?? ids[0];
  const found = resultLeaves(content, { maxChars: Math.min(MAX_TEXT, builder.left) });
  builder.left -= found.leaves.reduce((sum, { text }) => sum + text.length, 0);
  if (found.isTruncated || (outcome === 'ok' && given.isTruncated)) noteTruncated(builder, call.seenAt);
  for (const path of found.collections) builder.collections.add(`${call.index}:${path}`);
  add(builder, found, { ...place, source: 'tool', seq: call.resultSeq, tool: call.name, entity, state });
}

function requestOf(tool: string, { leaves }: Leaves): string {
  return [tool, ...leaves.map(({ path, text }) => `${path.join('/')}=${text}`).sort()].join('\n');
}

/** Texts up to this length come again in many records. */
const SHORT = 60;

function add(builder: Builder, { leaves }: Leaves, place: Omit<LeafPlace, 'firstId' | 'keys'>): void {
  const { today, keys, readings, entries } = builder;
  const read = (text: string): readonly FoundValue[] => {
    const known = readings.get(text) ?? extractFrom(normaliseText(text), { today });
    if (text.length <= SHORT) readings.set(text, known);
    return known;
  };
  for (const entry of leafEntries(leaves, { ...place, firstId: entries.length, keys }, read)) entries.push(entry);
}
