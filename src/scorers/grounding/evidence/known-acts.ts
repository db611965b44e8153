import type { ToolDescription } from '../../../domain/transcript/tool-call.ts';
import { chineseVerbsIn, familiesOfStem, familiesOfVerb } from '../claims/acts/act-families.ts';
import { namesAmong, namesOf } from '../claims/objects.ts';
import { denies } from '../claims/polarity.ts';
import type { LedgerCall, LedgerEntry } from './ledger-entry.ts';
import { textOfTool } from './tool-text.ts';
import { isHan, wordsOf } from './words.ts';

/** Words of something the agent was told, for the question whether it knows of an act and a thing. */
export type ActSource = {
  name: string;
  /** Families of the verbs that it names. */
  acts: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Stems and names of the things that it names. */
  things: ReadonlySet<string>;
  /** Those that the rest of its record names; absent for what is no field. */
  record?: ReadonlySet<string>;
  visibleFrom: number;
};

export type KnownActs = {
  tools: readonly (ActSource & { isRead: boolean })[];
  /** Successful calls that are no look-ups, with what they were given and what came back. */
  writes: readonly ActSource[];
  /** Sentences of policy, documents and notices that grant something. */
  rules: readonly ActSource[];
  /** Texts inside results that are sentences or states. */
  told: readonly ActSource[];
  /** Anything the agent read is Chinese. */
  isChinese: boolean;
};

const READING =
  /^(?:get|find|search|list|look|lookup|query|check|read|fetch|retrieve|view|show|think|calculate|compute|status|details|count|compare|describe|track|browse|estimate)(?![a-z])|^(?:查|获取|搜|检索|计算|馆藏检索)/i;

/** A tool whose name says that it only looks. */
export function isReader({ name, effect }: Pick<ToolDescription, 'name' | 'effect'>): boolean {
  return effect === 'read' || (effect === 'unknown' && READING.test(spacedOut(name)));
}

type Parts = {
  tools: readonly ToolDescription[] | 'unknown';
  calls: readonly LedgerCall[];
  entries: readonly LedgerEntry[];
};

/** Reads tools, calls and rules once, when first asked. */
export function knownActsOf(parts: Parts): () => KnownActs {
  let known: KnownActs | undefined;
  return () => {
    known ??= readKnownActs(parts);
    return known;
  };
}

/** Enough of one result to know what it is about. */
const MAX_RESULT = 4000;

function readKnownActs({ tools, calls, entries }: Parts): KnownActs {
  const registry = tools === 'unknown' ? [] : tools;
  const { textsOf, fieldsOf } = textsOfCalls(entries);
  const recordOf = recordNames(entries, calls);
  const rules = entries
    .filter(({ source }) => source === 'policy' || source === 'document' || source === 'notice' || source === 'allowed')
    .flatMap(({ text, visibleFrom }) => sentences(text).map((sentence) => sourceOf('', sentence, visibleFrom)));
  // Records repeat their states and keys.
  const read = new Map<string, ActSource>();
  const readOnce = (text: string, key: string): ActSource => {
    const place = `${key}\n${text}`;
    const source = read.get(place) ?? toldSource(text, key);
    read.set(place, source);
    return source;
  };
  const told = entries
    .filter(
      ({ source, leaf, text }) =>
        source === 'tool' && leaf === 'string' && (isHan(text) ? text.length > 1 : /[a-z]{4}/i.test(text)),
    )
    .slice(0, 2000)
    .filter((entry) => !/^\S*[@\d]\S*$/.test(entry.text) && !isRemark(entry))
    .map((entry) => ({
      ...readOnce(entry.text, entry.key),
      visibleFrom: entry.visibleFrom,
      record: recordOf(entry),
    }));
  const notices = entries
    .filter(({ source }) => source === 'notice')
    .map(({ text, visibleFrom }) => sourceOf('', `sent: ${text.slice(0, 2000)}`, visibleFrom));
  return {
    tools: registry.map((tool) => ({
      ...sourceOf(tool.name, textOfTool(tool), -1),
      acts: actsOfTool(tool),
      isRead: isReader(tool),
    })),
    writes: calls
      .filter((call) => call.outcome === 'ok' && !isReader({ name: call.tool, effect: call.effect }))
      .map((call) => {
        const seenAt = call.seenAt ?? Number.POSITIVE_INFINITY;
        const whole = sourceOf(call.tool, [call.tool, ...(textsOf.get(call.index) ?? [])].join('\n'), seenAt);
        const { acts } = sourceOf(call.tool, [call.tool, ...(fieldsOf.get(call.index) ?? [])].join('\n'), seenAt);
        return { ...whole, acts };
      }),
    rules,
    told: [...told, ...notices],
    isChinese: [
      ...registry.map(({ name, description }) => name + description),
      ...entries.slice(0, 400).map(({ text }) => text.slice(0, 100)),
    ].some(isHan),
  };
}

/** What each call was given and gave back; `fieldsOf` without what somebody wrote there. */
function textsOfCalls(entries: readonly LedgerEntry[]): Record<'textsOf' | 'fieldsOf', ReadonlyMap<number, string[]>> {
  const textsOf = new Map<number, string[]>();
  const fieldsOf = new Map<number, string[]>();
  for (const entry of entries) {
    const { call, text, path, source } = entry;
    if (call === undefined || (source !== 'tool' && source !== 'argument')) continue;
    const texts = textsOf.get(call) ?? [];
    const fields = fieldsOf.get(call) ?? [];
    if (texts.length < MAX_RESULT / 20) {
      texts.push(path.at(-1) ?? '', text.slice(0, 200));
      fields.push(path.at(-1) ?? '', isRemark(entry) ? '' : text.slice(0, 200));
    }
    textsOf.set(call, texts);
    fieldsOf.set(call, fields);
  }
  return { textsOf, fieldsOf };
}

const REMARK =
  /^(?:.*_)?(?:notes?|comments?|remarks?|memo|reason|body|subject|title|instructions?|description)$|备注|留言|说明|原因|标题|内容/i;

/** What somebody wrote into a field says what they wrote, and proves no deed; a state in a word or two does. */
function isRemark({ key, text, source }: LedgerEntry): boolean {
  const isLong = isHan(text) ? text.length > 6 : text.trim().split(/\s+/).length > 2;
  return isLong && (REMARK.test(key) || source === 'argument');
}

/** Names in the record around a field, with those of the tool that told it; read once for each record. */
function recordNames(
  entries: readonly LedgerEntry[],
  calls: readonly LedgerCall[],
): (entry: LedgerEntry) => ReadonlySet<string> {
  const tools = new Map(calls.map(({ index, tool }) => [index, tool]));
  const placeOf = ({ call, path }: LedgerEntry): string => `${call}/${path.slice(0, -1).join('/')}`;
  const texts = new Map<string, string[]>();
  for (const entry of entries) {
    if (entry.call === undefined || (entry.source !== 'tool' && entry.source !== 'argument')) continue;
    const place = placeOf(entry);
    const known = texts.get(place) ?? [tools.get(entry.call) ?? ''];
    if (known.length < MAX_RESULT / 40) known.push(entry.text.slice(0, 100));
    texts.set(place, known);
  }
  const names = new Map<string, ReadonlySet<string>>();
  return (entry) => {
    const place = placeOf(entry);
    const known = names.get(place) ?? new Set(namesOf(spacedOut((texts.get(place) ?? []).join('\n'))));
    names.set(place, known);
    return known;
  };
}

/** A word behind one of these is a thing: "of an order", "the return". */
const BEFORE_THING =
  /^(?:an?|the|this|that|its|their|your|any|each|of|for|about|by|with|in|on|from|per|new|existing|pending)$/;

/** Its name tells the deed first, its description by the words that no article makes a thing. */
function actsOfTool({ name, description }: ToolDescription): ReadonlySet<string> {
  const acts = new Set<string>();
  const parts =
    spacedOut(name)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const [first = '', ...more] = parts;
  const own = familiesOfVerb(first, more.slice(0, 1));
  for (const family of own) acts.add(family);
  if (own.size === 0 && !READING.test(spacedOut(name)))
    for (const [index, part] of parts.entries())
      for (const family of familiesOfVerb(part, parts.slice(index + 1, index + 2))) acts.add(family);
  const told = description.toLowerCase().match(/[a-z]+/g) ?? [];
  for (const [index, word] of told.entries())
    if (!BEFORE_THING.test(told[index - 1] ?? ''))
      for (const family of familiesOfVerb(word, told.slice(index + 1, index + 2))) acts.add(family);
  for (const { families } of chineseVerbsIn(name + description)) for (const family of families) acts.add(family);
  return acts;
}

function spacedOut(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');
}

function sentences(text: string): readonly string[] {
  return text
    .slice(0, 60_000)
    .split(/(?<=[.!?])\s|[\n。！？；;]/)
    .filter((sentence) => sentence.trim().length > 3 && !denies(sentence));
}

function toldSource(text: string, key: string): ActSource {
  const source = sourceOf('', text.slice(0, 400), -1);
  return { ...source, things: new Set([...source.things, ...namesOf(spacedOut(key))]) };
}

function sourceOf(name: string, text: string, visibleFrom: number): ActSource {
  const spaced = spacedOut(`${name}\n${text}`);
  const parts = spaced.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const acts = new Set<string>();
  for (const [index, word] of parts.entries()) {
    const next = parts[index + 1];
    for (const family of familiesOfVerb(word, next === undefined ? [] : [next])) acts.add(family);
  }
  const words = wordsOf(spaced);
  const stems = new Set(words);
  for (const stem of stems) for (const family of familiesOfStem(stem)) acts.add(family);
  if (isHan(spaced)) for (const { families } of chineseVerbsIn(spaced)) for (const family of families) acts.add(family);
  return { name, acts, stems, things: new Set(namesAmong(words, spaced.toLowerCase())), visibleFrom };
}
