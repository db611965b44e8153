import { asksForNothing, withoutConditionalOffers, withoutForeignQuestions } from './closing-words.ts';
import { isOffer, isQuestion } from './questions.ts';
import { clausesOf, sentencesOf } from './sentences.ts';

/** Of a message, so many characters are read. */
const MAX_READ = 20_000;

/**
 * Questions and requests of the agent's last messages that wait for an answer. Offers of more help, questions how it was,
 * rhetorical ones, and those that are quoted may stay unanswered.
 */
export function openQuestions(texts: readonly string[]): string[] {
  return texts.flatMap((text) => sentencesOf(withoutForeignQuestions(text.slice(0, MAX_READ)))).filter(isOpen);
}

/** Whether anything in the messages has the form of a question or a request, but for offers of more help. */
export function asksAnything(texts: readonly string[]): boolean {
  return texts
    .flatMap((text) => sentencesOf(text.slice(0, MAX_READ)))
    .some((sentence) => isQuestion(sentence) && !isOffer(sentence));
}

function isOpen(sentence: string): boolean {
  if (!isQuestion(sentence)) return false;
  const rest = withoutConditionalOffers(sentence);
  if (!isQuestion(rest)) return false;
  const asking = clausesOf(rest).filter(isQuestion);
  return !(asking.length === 0 ? [rest] : asking).every(asksForNothing);
}

const AT_WORK =
  /(?:^|[,:] ?)(?:just )?(?:one|a) (?:moment|second|minute)\b|\b(?:hold on|bear with me|please wait|stand by|give me (?:one|a) (?:moment|second|minute))\b|\b(?:let me|i(?:'ll| will| am going to|'m going to)) (?:just |quickly |now )?(?:check|look|find out|see|verify|look into|pull up|get back)\b|\b(?:checking|looking into|working on) (?:it|that|this)\b|\bstill (?:\w+ly )?(?:looking|checking|searching|working|loading|waiting|processing|investigating|trying)\b|\b(?:almost there|nearly there|(?:a (?:little|bit) )?more (?:time|patience)|(?:few|couple of) more (?:seconds|moments|minutes)|thank(?:s| you) for (?:waiting|your patience|bearing)|please be patient)\b|再等|耐心等|别急|还在(?:查|找|处理|核实|确认)|马上(?:就)?好|快(?:查)?好了|查询中|处理中|稍等|请等|等一下|(?:我|正在)(?:这就|马上|先|来|帮您|帮你|为您|为你)?(?:查一下|查询一下|核实一下|看一下|查询中|核实中|处理中)|正在(?:为您|为你|帮您|帮你)?(?:查询|查看|核实|处理|确认|查找|加载)/iu;

/** Whether the agent's last sentence says that it is still busy: "One moment, please." */
export function isStillAtWork(texts: readonly string[]): boolean {
  const last = sentencesOf((texts.at(-1) ?? '').slice(-2000)).at(-1) ?? '';
  return AT_WORK.test(last.replaceAll('’', "'"));
}
