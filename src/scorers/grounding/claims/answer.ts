import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { identityKey } from '../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../evidence/ledger-entry.ts';
import { stateAt } from '../evidence/ledger-entry.ts';
import { wordSet } from '../evidence/words.ts';
import { extractFrom } from '../values/extract-values.ts';
import { type NormalisedText, normaliseText } from '../values/normalised-text.ts';
import type { FoundValue } from '../values/typed-value.ts';
import { type Equation, equationsIn } from './equations.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
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
export type Answer = { turn: number; seq: number; normalised: NormalisedText; sentences: readonly AnswerSentence[] };

/** Entries looked at for one name; a name that stands in more places binds nothing anyway. */
const MAX_ENTRIES = 60;

/** Takes a message apart against what the agent knew when it spoke. */
export function readAnswer(message: { turn: number; seq: number; text: string }, ledger: EvidenceLedger): Answer {
  const normalised = normaliseText(message.text);
  const values = extractFrom(normalised, { today: ledger.today, isQuoting: true });
  const anchors = anchorsIn(normalised.text, { values, ledger, seq: message.seq });
  const sentences = sentencesOf(normalised.text).map((sentence, index): AnswerSentence => {
    const isInside = ({ start, end }: { start: number; end: number }): boolean =>
      start >= sentence.start && end <= sentence.end;
    const example = exampleStart(sentence.text);
    return {
      ...sentence,
      index,
      act: speechActOf(sentence.text),
      exampleFrom: example < 0 ? Number.POSITIVE_INFINITY : sentence.start + example,
      values: values.filter(isInside),
      anchors: anchors.filter(isInside),
      words: wordSet(sentence.text),
      equations: equationsIn(sentence.text),
    };
  });
  return { turn: message.turn, seq: message.seq, normalised, sentences };
}

type Context = { values: readonly FoundValue[]; ledger: EvidenceLedger; seq: number };

function anchorsIn(text: string, { values, ledger, seq }: Context): readonly Anchor[] {
  const anchors: Anchor[] = [];
  const add = (key: string, start: number, end: number): boolean => {
    const entries = (ledger.byIdentity.get(key) ?? [])
      .filter((entry) => stateAt(entry, seq) !== undefined)
      .slice(0, MAX_ENTRIES);
    if (entries.length > 0) anchors.push({ key, start, end, entries });
    return entries.length > 0;
  };
  for (const { value, start, end } of values) {
    if (value.kind === 'identifier' && !value.isSuffix) add(identityKey(value.key), start, end);
  }
  const lower = text.toLowerCase();
  for (let at = 0; at < lower.length; at += 1) {
    if (/[a-z0-9]/.test(lower[at] ?? '') && /[a-z0-9]/.test(lower[at - 1] ?? '')) continue;
    for (const name of ledger.namesByStart.get(lower.slice(at, at + 2)) ?? []) {
      if (!lower.startsWith(name, at) || isGlued(lower, at + name.length)) continue;
      if (anchors.some((anchor) => at >= anchor.start && at + name.length <= anchor.end)) break;
      if (add(name, at, at + name.length)) {
        at += name.length - 1;
        break;
      }
    }
  }
  return anchors.sort((a, b) => a.start - b.start);
}

/** The name goes on: `HAT1` in `HAT175`. A plural `s` is no part of it. */
function isGlued(text: string, end: number): boolean {
  return (
    /[a-z0-9]/.test(text[end - 1] ?? '') && /[a-z0-9]/.test(text[end] ?? '') && !/^e?s\b/.test(text.slice(end, end + 3))
  );
}
