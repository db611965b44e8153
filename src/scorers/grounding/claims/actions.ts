import { wordsOf } from '../evidence/words.ts';
import { familiesOfVerb } from './acts/act-families.ts';
import { isGeneral } from './acts/quiet-verbs.ts';
import type { Answer, AnswerSentence } from './answer.ts';
import { type ActionClaim, placeOf } from './claim.ts';
import { conceptOfVerb, conceptsIn, type FoundConcept, GENERAL_DEEDS } from './concepts.ts';
import { clauseAt, hasNegativeSubject, isNegatedAt, tellsSuccess } from './polarity.ts';

const DONE_ENGLISH =
  /\b(?:(?:has|have|'ve|was|were|is now|are now|been|being|'s been|successfully|just|already|also|now|i|we|(?:has|have|was|were|did)n't|and) (?:(?:not|never|also|already|just|\w+ly) )?(?:yet )?(?:been )?(?:gone ahead and )?(?:\w+ly )?)([a-z]{2,}(?:ed|en)|sent|paid|made|sold|done|set|put)\b(?![-'])/gi;
const FIRST_PERSON =
  /\b(?:i|we)(?:'ve| have)?(?: also| already| just| now| \w+ly| gone ahead and)* ([a-z]{2,}(?:ed|en)|sent|paid|made|put|set)\b(?![-'])/gi;
/** A thing and its completion: "your booking is confirmed", "the refund went through". */
const COMPLETED =
  /\b(?:is|are|was|were|been|it's|got)(?: not| never| now| already| all| \w+ly)? (made|done|set|confirmed|completed?|processed|submitted|placed|scheduled|issued|finished|arranged|in place|on file|recorded)\b|\b(went through|gone through)\b/gi;
/** A state that a deed leaves: "the visit is cancelled"; or the bare participle, "cancelled!". */
const STATE =
  /(?:\b(?:is|are|it's)(?: now| hereby| \w+ly)* |(?:^|[:;,] ?)(?:now |successfully )?)([a-z]{2,}(?:ed|en)|sent|paid|made)\b(?![-'])/gi;
/** Rules and conditions speak of states that nobody brought about. */
const NO_STATE =
  /\b(?:if|once|when|whenever|until|after|before|unless|whether|that (?:is|are)|which|an?|any|every|each|all|fully|already|how|why|what)\b/i;
const HEAD_DONE = /^(?:done|all set|completed|success(?:fully)?|all done|好了|完成|搞定|成功|已完成|办好了)/i;
const DONE_CHINESE = /已(?:经)?|成功|好了|完成|完毕|妥/;
const AGENT_CHINESE = /(?:我|我们)?(?:已(?:经)?)?(?:为|帮|给|替)(?:您|你)/;
const DENIED_CHINESE =
  /(?:没有?|未|从未|不曾|并未|尚未)(?:对|为|给|做|进行|作|收到|产生|有|发生|任何|您|你|此|该|过|的){0,4}$/;
const UNABLE =
  /\b(?:could(?:n't| not)|cannot|can(?:'t| not)|unable|not able|failed to|won't|will not)\b|无法|未能|没能|不能|没办法|不成功|没有?成功|失败/i;
/** Verbs of looking, talking and thinking, which change nothing. */
const HARMLESS_VERBS =
  /^(?:found|look|locat|check|review|verif|confirm|see|seen|not|understand|understood|receiv|includ|list|provid|mention|shar|explain|not|tri|attempt|calculat|comput|identif|search|retriev|pull|gather|collect|notic|want|need|plan|consider|compar|includ|assum|ask|help|assist|suggest|recommend|happen|miss|listen|determin|encounter|experienc|discuss|outlin|summar|double|cover|consult|access|obtain|analy|read|been|describ|present|filter|narrow|highlight|clarif|answer|appreciat|apolog|stat|record|detect|indicat|open|given|taken|seen|spoken|written|forgotten|chosen|limit|requir|allow|permit|forbidden|authoriz|support|design|train|equip|connect|reach|relat|concern|interest|pleas|delight|afraid|authenticat|prepar|pair|group|match|sort|split|select|pick|account|factor|convert|estimat|total|round|rank|us(?:ed|e)|work|follow|proceed|need|exceed|succeed|speed|feed|seed|exist|remain|assess|evaluat|examin|discover|spott|learn|thought|hop|wish|expect|lik|lov|start|finish|go(?:ne)?\b|even\b|often\b|then\b|when\b|miscalculat|misstat|misunderst|misread|correct|mistaken|overlook)/i;

/** Deeds that a sentence tells as done, denies, or tells as failed. */
export function actionsOf(answer: Answer, sentence: AnswerSentence): ActionClaim[] {
  const { text, start } = sentence;
  const found = new Map<string, ActionClaim>();
  const push = (concept: string | undefined, from: number, to: number, more: Partial<Found> = {}): void => {
    const name = concept ?? '';
    if (found.has(name)) return;
    const clause = clauseAt(text, from);
    const isDenied =
      isNegatedAt(text, from) ||
      hasNegativeSubject(text.slice(clause.start, from)) ||
      /^ (?:nothing|none|no|nobody|neither)\b/i.test(text.slice(to, to + 9));
    const outcome = more.outcome ?? (!isDenied ? 'done' : UNABLE.test(clause.text) ? 'failed' : 'denied');
    found.set(name, {
      kind: 'action',
      answer,
      sentence,
      concept,
      outcome,
      isOwn: more.isOwn ?? /\b(?:i|we)\b[^,;.]{0,40}$/i.test(text.slice(0, from)),
      isWeak: more.isWeak ?? false,
      things: wordsOf(text.slice(to, clause.start + clause.text.length)),
      ...placeOf(answer, start + from, start + to),
    });
  };
  const concepts = conceptsIn(text);
  if (!/^(?:after|once|when|if|before|until)\b/i.test(text)) addEnglish(text, concepts, push);
  addChinese(text, concepts, push);
  const bare = HEAD_DONE.exec(text);
  if (found.size === 0 && (bare || (tellsSuccess(text) && /success|complet|成功|完成/i.test(text)))) {
    const at = bare ? 0 : Math.max(0, text.search(/success|complet|成功|完成/i));
    push(undefined, at, at + (bare?.[0].length ?? 7));
  }
  return [...found.values()];
}

type Found = Pick<ActionClaim, 'outcome' | 'isOwn' | 'isWeak'>;
type Push = (concept: string | undefined, from: number, to: number, more?: Partial<Found>) => void;

function addEnglish(text: string, concepts: readonly FoundConcept[], push: Push): void {
  if (!/[a-z]{2}/i.test(text)) return;
  for (const match of text.matchAll(DONE_ENGLISH)) {
    const verb = match[1] ?? '';
    const from = match.index + match[0].length - verb.length;
    if (isAboutUser(text.slice(0, from))) continue;
    const named = concepts.find((concept) => concept.start === from);
    if (named && !GENERAL_DEEDS.has(named.concept)) push(named.concept, from, from + verb.length);
    const thing = named ? undefined : nounBefore(text, from, concepts, { isGeneral: verb === 'made' });
    if (thing && /^(?:made|done|set|issued|sent|placed)$/i.test(verb)) push(thing.concept, from, from + verb.length);
    if (named && GENERAL_DEEDS.has(named.concept)) {
      const noun = nounBefore(text, from, concepts);
      push((noun ?? named).concept, from, from + verb.length);
    }
  }
  for (const match of text.matchAll(COMPLETED)) {
    const word = match[1] ?? match[2] ?? '';
    const from = match.index + match[0].length - word.length;
    const thing = nounBefore(text, from, concepts);
    if (thing) push(thing.concept, from, from + word.length, { isWeak: true });
  }
  addStates(text, concepts, push);
  for (const match of text.matchAll(FIRST_PERSON)) {
    const verb = match[1] ?? '';
    const from = match.index + match[0].length - verb.length;
    if (
      HARMLESS_VERBS.test(verb) ||
      isGeneral(verb) ||
      familiesOfVerb(verb).size > 0 ||
      concepts.some(({ start }) => start === from)
    )
      continue;
    push(conceptOfVerb(verb), from, from + verb.length, { isOwn: true });
  }
}

function addStates(text: string, concepts: readonly FoundConcept[], push: Push): void {
  for (const match of text.matchAll(STATE)) {
    const verb = match[1] ?? '';
    const from = match.index + match[0].length - verb.length;
    const named = concepts.find(({ start }) => start === from);
    const isBare = !/\b(?:is|are|it's)\b/i.test(match[0]);
    if (!named || named.concept === 'look_up' || named.concept === 'calculate') continue;
    const after = text.slice(from + verb.length);
    if (isBare ? !/^[.!\s]*$/.test(after) : /^ by\b/i.test(after)) continue;
    // "Slots are booked in order of arrival" tells a custom.
    if (/^[a-z]+s are\b/i.test(clauseAt(text, from).text)) continue;
    if (!NO_STATE.test(clauseAt(text, from).text)) push(named.concept, from, from + verb.length, { isWeak: true });
  }
}

/** The deed that the subject of a completion names: "your return request has been submitted". */
function nounBefore(
  text: string,
  at: number,
  concepts: readonly FoundConcept[],
  { isGeneral = false }: { isGeneral?: boolean } = {},
): FoundConcept | undefined {
  const { start } = clauseAt(text, at);
  return concepts.findLast(
    ({ concept, start: from, end }) =>
      from >= start &&
      end <= at &&
      at - end < 40 &&
      (isGeneral || !GENERAL_DEEDS.has(concept)) &&
      concept !== 'calculate' &&
      !/ing$/.test(text.slice(from, end)),
  );
}

function addChinese(text: string, concepts: readonly FoundConcept[], push: Push): void {
  for (const { concept, start: from, end } of concepts) {
    if (!/[\u3400-\u9fff]/.test(text.slice(from, end))) continue;
    const before = text.slice(Math.max(0, from - 12), from);
    const around = before + text.slice(from, end + 4);
    if (/(?:您|你)(?:已|之前|曾)/.test(around)) continue;
    // The subject of another deed, as in 预约已取消, is a thing here.
    const next = concepts.find(
      ({ start, concept: other }) => start > end && start <= end + 5 && !GENERAL_DEEDS.has(other),
    );
    if (next && /^(?:已|还|尚|没|未|现|都|也)[已经没有未在]{0,3}$/.test(text.slice(end, next.start))) continue;
    const clause = clauseAt(text, from).text;
    const isOwn = AGENT_CHINESE.test(clause);
    if (DENIED_CHINESE.test(before)) {
      push(concept, from, end, { outcome: UNABLE.test(clause) ? 'failed' : 'denied', isOwn });
      continue;
    }
    const isDone = DONE_CHINESE.test(around) || /^(?:了|好|成功|完)/.test(text.slice(end, end + 3));
    if (isDone || (isOwn && /已|了(?!解)/.test(clause))) push(concept, from, end, { isOwn });
  }
}

/** "you cancelled", "you've ordered": the user's deed, not the agent's. */
function isAboutUser(before: string): boolean {
  return /\b(?:you|they|customer|user|he|she)(?:'ve| have| had| were| already| just)*(?: \w+ly)? *$/i.test(
    before.replace(/(?:has|have|had|'ve) (?:been )?$/i, ''),
  );
}
