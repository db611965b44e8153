import type { Heard } from '../../domain/contracts/simulated-user.ts';
import { type FoundNumber, findNumbers, plainDigits } from '../language/numbers.ts';
import { askedPart } from '../language/questions.ts';
import { sentencesOf } from '../language/sentences.ts';

/** Guards read at most so many characters of what was said in a turn, and as many of its notices. */
export const MAX_HEARD_LENGTH = 100_000;

/** What a machine user remembers besides its state. */
export type Memory = {
  state: string;
  visits: ReadonlyMap<string, number>;
  captures: Readonly<Record<string, string>>;
  /** All facts of the user, by name. */
  facts: Readonly<Record<string, string>>;
};

/** One reply as guards look at it; what is costly is worked out when first asked for. */
export type Moment = {
  turn: number;
  text: string;
  notices: string;
  memory: Memory;
  sentences(): readonly string[];
  questions(): readonly string[];
  /** Numbers, and the text in which their places count. */
  numbers(): { text: string; found: readonly FoundNumber[] };
};

export function createMoment({ turn, texts, notices }: Heard, memory: Memory): Moment {
  const text = joinUpTo(texts);
  let sentences: readonly string[] | undefined;
  let questions: readonly string[] | undefined;
  let numbers: { text: string; found: readonly FoundNumber[] } | undefined;
  const sentencesHeard = (): readonly string[] => (sentences ??= sentencesOf(text));
  return {
    turn,
    text,
    notices: joinUpTo(notices),
    memory,
    sentences: sentencesHeard,
    questions: () => (questions ??= sentencesHeard().flatMap(askedPart)),
    numbers: () => (numbers ??= readNumbers(text)),
  };
}

function readNumbers(text: string): { text: string; found: readonly FoundNumber[] } {
  const plain = plainDigits(text);
  return { text: plain, found: findNumbers(plain) };
}

function joinUpTo(texts: readonly string[]): string {
  if (texts.length === 1) return (texts[0] ?? '').slice(0, MAX_HEARD_LENGTH);
  return texts
    .map((text) => text.slice(0, MAX_HEARD_LENGTH))
    .join('\n')
    .slice(0, MAX_HEARD_LENGTH);
}
