import type { Behaviour, BehaviourCheck } from '../../domain/authoring/persona.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import { normalizeText } from '../../domain/values/text.ts';
import { otherLanguage } from '../language/other-language.ts';
import { tokensOf } from '../language/same-words.ts';
import { changesMind } from './changes-mind.ts';
import { registerFault } from './register.ts';
import { isVolunteered } from './volunteered-facts.ts';
import {
  finding,
  ownWords,
  type SaidWords,
  type UserKnowledge,
  type WordsCheck,
  type WordsFinding,
} from './words-check.ts';

/** Behaviours of the persona that a message breaks, as their checks say. */
export const brokenBehaviours: WordsCheck = (said, knowledge) =>
  (knowledge.persona?.behaviours ?? []).flatMap((behaviour) => {
    const fault = faultOf(behaviour.check, said, knowledge);
    return fault === undefined ? [] : [broken(behaviour, { fault, words: said.text })];
  });

/** What the persona had to say until the end and did not. */
export function missingMentions(said: SaidWords, { persona }: UserKnowledge): WordsFinding[] {
  const all = [...ownWords(said.before), said.text].map(normalizeText);
  return (persona?.behaviours ?? []).flatMap((behaviour) => {
    const { check } = behaviour;
    if (!('mustMention' in check) || all.some((text) => text.includes(normalizeText(check.mustMention)))) return [];
    return [broken(behaviour, { fault: `never mentioned \`${check.mustMention}\``, words: said.text })];
  });
}

/** Behaviours that only a judge model could check. */
export function judgedBehaviours({ persona }: UserKnowledge): string[] {
  return (persona?.behaviours ?? []).flatMap(({ instruction, check }) => ('judge' in check ? [instruction] : []));
}

function faultOf(check: BehaviourCheck, said: SaidWords, knowledge: UserKnowledge): string | undefined {
  const { text, turn } = said;
  if ('maxWords' in check) {
    const count = tokensOf(text).length;
    return count > check.maxWords ? `wrote ${count} words, and at most ${check.maxWords} are allowed` : undefined;
  }
  if ('language' in check) {
    const other = otherLanguage(text, check.language);
    return other === undefined ? undefined : `wrote \`${other}\`, not \`${check.language}\``;
  }
  if ('mustNotMention' in check) {
    const isThere = normalizeText(text).includes(normalizeText(check.mustNotMention));
    return isThere ? `mentioned \`${check.mustNotMention}\`` : undefined;
  }
  if ('pattern' in check) {
    const compiled = compilePattern(check.pattern);
    const isKept = compiled.status === 'problem' || compiled.pattern.test(text);
    return isKept ? undefined : `wrote words that do not match \`${check.pattern}\``;
  }
  if ('disclosesOnlyWhenAsked' in check) {
    const name = check.disclosesOnlyWhenAsked;
    return isVolunteered(name, said, knowledge) ? `told \`${name}\` unasked` : undefined;
  }
  if ('register' in check) return registerFault(text, check.register);
  if ('changesMindAt' in check) {
    const isDue = turn === check.changesMindAt && ownWords(said.before).length > 0;
    return isDue && !changesMind(text) ? 'did not change its mind' : undefined;
  }
  if ('mustMention' in check || 'judge' in check) return undefined;
  return assertNever(check);
}

function broken({ instruction }: Behaviour, { fault, words }: { fault: string; words: string }): WordsFinding {
  return finding('correct', 'broken-behaviour', { message: `${fault} (behaviour "${instruction}")`, words });
}
