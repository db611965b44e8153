import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../evidence/ledger-entry.ts';
import { stateAt } from '../evidence/ledger-entry.ts';
import { beginningAt, identityKey } from '../evidence/ledger-indexes.ts';
import { identityRank } from '../evidence/result-leaves.ts';
import { wordSet } from '../evidence/words.ts';
import { extractFrom } from '../values/extract-values.ts';
import { type NormalisedText, normaliseText } from '../values/normalised-text.ts';
import type { FoundValue } from '../values/typed-value.ts';
import { type Equation, equationsIn } from './equations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { insideOf } from './spans.ts';
import { exampleStart, type SpeechAct, speechActOf } from './speech-act.ts';

/** A record that the answer names. Positions are those of the normalised text. */
export type Anchor = { key: string; start: number; end: number; entries: readonly LedgerEntry[] };

export type AnswerSentence = Sentence & {
  index: number;
  act: SpeechAct;
  /** Where an example begins, in the normalised text; infinite when there is none. */
  exampleFrom: number;
  values: readonly FoundValue[];
  anchors: readonly Anchor[];
  /** Stems of its words. */
  words: ReadonlySet<string>;
  /** Arithmetic that it writes out; ends are those of `text`. */
  equations: readonly Equation[];
};

/** One message of the agent, taken apart. */
export type Answer = {
  turn: number;
  seq: number;
  normalised: NormalisedText;
  sentences: readonly AnswerSentence[];
  /** The one record that the talk is of when a sentence names none: the last that was looked up. */
  carried: readonly Anchor[];
};

/** Entries looked at for one name; a name that stands in more places binds nothing anyway. */
const MAX_ENTRIES = 60;

/** Takes a message apart against what the agent knew when it spoke. */
export function readAnswer(message: { turn: number; seq: number; text: string }, ledger: EvidenceLedger): Answer {
  const normalised = normaliseText(message.text);
  const values = extractFrom(normalised, { today: ledger.today, isQuoting: true });
  const anchors = anchorsIn(normalised.text, { values, ledger, seq: message.seq });
  const valuesIn = insideOf(values);
  const namesInside = insideOf(anchors);
  const sentences = sentencesOf(normalised.text).map((sentence, index): AnswerSentence => {
    const example = exampleStart(sentence.text);
    // What is told of a record that there is shows no mere form.
    const namesRecord = (from: number): boolean =>
      anchors.some(
        ({ key, start, end, entries }) =>
          start >= from && end <= sentence.end && /\d/.test(key) && entries.some(({ source }) => source === 'tool'),
      );
    return {
      ...sentence,
      index,
      act: speechActOf(sentence.text),
      exampleFrom:
        example < 0 || namesRecord(sentence.start + example) ? Number.POSITIVE_INFINITY : sentence.start + example,
      values: valuesIn(sentence),
      anchors: namesInside(sentence),
      words: wordSet(sentence.text),
      equations: equationsIn(sentence.text),
    };
  });
  return { turn: message.turn, seq: message.seq, normalised, sentences, carried: carriedInto(message, ledger) };
}

type Context = { values: readonly FoundValue[]; ledger: EvidenceLedger; seq: number };

function anchorsIn(text: string, { values, ledger, seq }: Context): readonly Anchor[] {
  const anchors: Anchor[] = [];
  const taken = new Uint8Array(text.length);
  const isFree = ({ start, end }: { start: number; end: number }): boolean => !taken.subarray(start, end).includes(1);
  const add = (key: string, start: number, end: number): void => {
    const entries = (ledger.byIdentity.get(key) ?? [])
      .filter((entry) => stateAt(entry, seq) !== undefined)
      .slice(0, MAX_ENTRIES);
    if (entries.length === 0 || isShared(entries)) return;
    anchors.push({ key, start, end, entries });
    taken.fill(1, start, end);
  };
  for (const { value, start, end } of values) {
    if ((value.kind === 'identifier' && !value.isSuffix) || value.kind === 'email')
      add(identityKey(value.key), start, end);
  }
  for (const { key, start, end } of namesIn(text, ledger.namesByStart)) {
    if (isFree({ start, end })) add(key, start, end);
  }
  for (const { key, start, end } of namesIn(text, ledger.textsByStart)) {
    if (!isFree({ start, end }) || !isSubject(text, { start, end })) continue;
    const entries = (ledger.byText.get(key) ?? []).filter(
      (entry) => entry.source === 'tool' && stateAt(entry, seq) === 'live',
    );
    if (entries.length > 0 && entries.length <= MAX_SUBJECTS) anchors.push({ key, start, end, entries });
  }
  return anchors.sort((a, b) => a.start - b.start);
}

/** A text that stands in more fields names no single thing. */
const MAX_SUBJECTS = 3;

/** A clause begins with it and goes on with a verb: "; the red chair costs …". */
function isSubject(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    /(?:^|[;；。.!?\n]|, |，)\s*(?:[-*] )?(?:and |while |but |whereas |而|但)?(?:the |your |an? |one )?$/i.test(
      text.slice(Math.max(0, start - 24), start),
    ) &&
    /^ (?:is|are|was|were|has|have|costs?|will|arriv\w+|comes?|goes|went|should|needs?)\b|^(?:的|是|为|已|将|还|没|在|价)/i.test(
      text.slice(end, end + 12),
    )
  );
}

/** A code that several records of one result have under a key that names nothing: a rating, a size. */
function isShared(entries: readonly LedgerEntry[]): boolean {
  const calls = new Set<number>();
  for (const { source, key, leaf, call, text } of entries) {
    if (source !== 'tool' || leaf === 'key' || identityRank(key) > 0 || text.includes('@')) return false;
    if (call !== undefined && calls.has(call)) return true;
    calls.add(call ?? -1);
  }
  return false;
}

/** The names of an index that a text holds, longest first, without overlaps. */
export function namesIn(
  text: string,
  byStart: ReadonlyMap<string, readonly string[]>,
): readonly { key: string; start: number; end: number }[] {
  const found: { key: string; start: number; end: number }[] = [];
  const lower = text.toLowerCase();
  for (let at = 0; at < lower.length; at += 1) {
    if (isLatin(lower.charCodeAt(at)) && isLatin(lower.charCodeAt(at - 1))) continue;
    const key = byStart
      .get(beginningAt(lower, at))
      ?.find((name) => lower.startsWith(name, at) && !isGlued(lower, at + name.length));
    if (key === undefined) continue;
    found.push({ key, start: at, end: at + key.length });
    at += key.length - 1;
  }
  return found;
}

function isLatin(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** What the last turn with calls looked up, when all of them were about one record and the user has named no other. */
function carriedInto({ turn, seq }: { turn: number; seq: number }, ledger: EvidenceLedger): readonly Anchor[] {
  const seen = ledger.calls.filter(
    (call) => call.turn <= turn && call.seenAt !== undefined && call.seenAt < seq && call.outcome === 'ok',
  );
  const last = seen.at(-1)?.turn;
  const keys = new Set(
    seen.flatMap((call) => (call.turn === last ? [call.ids.find((id) => /\d/.test(id)) ?? ''] : [])),
  );
  const [key = ''] = keys;
  if (keys.size !== 1 || key === '') return [];
  const said = ledger.entries.filter(
    (entry) => entry.source === 'user' && entry.turn > (last ?? turn) && entry.turn <= turn,
  );
  const isElsewhere = said.some(({ values }) =>
    values.some(({ value }) => value.kind === 'identifier' && value.isStrong && identityKey(value.key) !== key),
  );
  if (isElsewhere) return [];
  const entries = (ledger.byIdentity.get(key) ?? []).filter((entry) => stateAt(entry, seq) !== undefined);
  return entries.length === 0 ? [] : [{ key, start: -1, end: -1, entries: entries.slice(0, MAX_ENTRIES) }];
}

/** The name goes on: `HAT1` in `HAT175`. A plural `s` is no part of it. */
function isGlued(text: string, end: number): boolean {
  return (
    /[a-z0-9]/.test(text[end - 1] ?? '') && /[a-z0-9]/.test(text[end] ?? '') && !/^e?s\b/.test(text.slice(end, end + 3))
  );
}
