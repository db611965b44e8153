import { brokenBehaviours } from './behaviours.ts';
import { contradictions } from './contradictions.ts';
import { contraryAnswer } from './contrary-answer.ts';
import { hiddenFacts } from './hidden-facts.ts';
import { inventedFacts } from './invented-facts.ts';
import { leakedBrief } from './leaked-brief.ts';
import { loops, repeatedOpening } from './repetition.ts';
import { solvedTask } from './solved-task.ts';
import { spokeAsAgent } from './spoke-as-agent.ts';
import { thanksLoop } from './thanks.ts';
import { volunteeredFacts } from './volunteered-facts.ts';
import type { SaidWords, UserKnowledge, WordsCheck, WordsFinding } from './words-check.ts';
import { wrongLanguage } from './wrong-language.ts';

const CHECKS: readonly WordsCheck[] = [
  spokeAsAgent,
  leakedBrief,
  hiddenFacts,
  contradictions,
  contraryAnswer,
  inventedFacts,
  repeatedOpening,
  loops,
  thanksLoop,
  solvedTask,
  wrongLanguage,
  volunteeredFacts,
  brokenBehaviours,
];

/** What an author may want somebody to say: an id that nobody has, the name of a tool, a list. */
const WANTED: readonly WordsCheck[] = [inventedFacts, solvedTask];
const OF_WRITTEN = CHECKS.filter((check) => !WANTED.includes(check));

/** The most of a message that is looked at; nobody types more. */
const MAX_READ = 20_000;

/** Everything that is wrong with one message, the graver kinds first. One value is found at fault once. */
export function checkMessage(said: SaidWords, knowledge: UserKnowledge): WordsFinding[] {
  const findings = ask(CHECKS, said, knowledge);
  const isNamed = findings.some(({ code }) => code === 'contradicted-fact' || code === 'hidden-fact');
  return isNamed ? findings.filter(({ code }) => code !== 'invented-fact') : findings;
}

/** The same for words that an author wrote, without what an author may want to be said. */
export function checkWrittenMessage(said: SaidWords, knowledge: UserKnowledge): WordsFinding[] {
  return ask(OF_WRITTEN, said, knowledge);
}

function ask(checks: readonly WordsCheck[], said: SaidWords, knowledge: UserKnowledge): WordsFinding[] {
  const read: SaidWords = {
    ...said,
    text: said.text.slice(0, MAX_READ),
    before: said.before.map((line) => ({ ...line, text: line.text.slice(0, MAX_READ) })),
  };
  return checks.flatMap((check) => check(read, knowledge));
}
