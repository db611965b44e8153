import type { Heard, UserTrace } from '../domain/contracts/simulated-user.ts';
import { fillTemplate, templateNames } from '../domain/values/template.ts';
import { listenFor } from './language/elicitation.ts';
import { splitStopMarker } from './stop-marker.ts';

/** Words before they are said. `literal` words were made by code from what was heard, and are not filled. */
export type Utterance = { text: string; discloses: readonly string[]; literal: boolean };

export type Spoken = {
  /** Empty when nothing is said. */
  text: string;
  /** A stop marker stood alone or on the last line. */
  ends: boolean;
  disclosed: UserTrace['disclosed'];
  /** Names in the words that have no value. */
  missing: readonly string[];
};

export type Knowledge = {
  /** What templates may insert: facts that may be told, and captures. */
  values: Readonly<Record<string, string>>;
  /** All facts, to see which the words give away. */
  facts: Readonly<Record<string, string>>;
  heard: Heard;
};

/**
 * Says an utterance: finds its stop marker (in the author's words, never in an inserted value), fills it, and notes
 * which facts it gives away and whether the agent had just asked for them.
 */
export function speak({ text, discloses, literal }: Utterance, { values, facts, heard }: Knowledge): Spoken {
  const { said, ends } = splitStopMarker(text);
  const { text: filled, missing } = literal ? { text: said, missing: [] } : fillTemplate(said, values);
  const inserted = literal ? [] : templateNames(said);
  const isNamed = (name: string): boolean => inserted.includes(name) || discloses.includes(name);
  const isAskedFor = listenFor(heard.texts);
  const disclosed = Object.keys(facts)
    .filter((name) => (isNamed(name) && values[name] === facts[name]) || tells(filled, facts[name] ?? ''))
    .map((fact): Spoken['disclosed'][number] => {
      const isElicited = isAskedFor({ name: fact, value: facts[fact] ?? '' });
      return { fact, how: isElicited ? 'elicited' : 'volunteered' };
    });
  return { text: filled, ends, disclosed, missing };
}

/** Whether a value stands in the words as a whole. Short words are too common to be given away by accident. */
function tells(words: string, value: string): boolean {
  const isTelling = /\d/.test(value) ? value.length > 1 : value.length > 4;
  if (!isTelling) return false;
  for (let index = words.indexOf(value); index >= 0; index = words.indexOf(value, index + value.length)) {
    if (
      !continues(words.charAt(index - 1), value.charAt(0)) &&
      !continues(value.at(-1) ?? '', words.charAt(index + value.length))
    ) {
      return true;
    }
  }
  return false;
}

function continues(left: string, right: string): boolean {
  return /[A-Za-z0-9]/.test(left) && /[A-Za-z0-9]/.test(right);
}

/** A trace in which nothing happened. */
export function emptyTrace(driver: string): UserTrace {
  return { driver, part: 0, left: [], entered: [], transitions: [], guards: [], captures: [], disclosed: [] };
}
