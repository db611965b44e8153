import { type Anchor, type Answer, type AnswerSentence, namesIn } from '../../claims/answer.ts';
import { placeOf, type ToldClaim } from '../../claims/claim.ts';
import { isNegatedAt } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { keyOfMoment, type Way, type Ways, wayBetween, waysOf } from '../../evidence/ways.ts';
import { bindingAt, relateToAny } from '../binding.ts';
import { evidenceFor, type JudgedClaim } from '../judged-claim.ts';
import { directionOf } from './direction.ts';

/** A place, a person or a moment that some way starts or ends at. */
type End = { keys: readonly string[]; start: number; end: number };

const MAX_BETWEEN = 60;
const BEFORE = 30;
/** Legs that may make up one way. */
const MAX_STEPS = 4;
/** A change goes from what was to what is, whichever way the things themselves go. */
const CHANGE =
  /\b(?:chang\w*|mov(?:e[ds]?|ing)|switch\w*|updat\w*|reschedul\w*|upgrad\w*|downgrad\w*|swap\w*|replac\w*|correct\w*|renam\w*|shift\w*|rais\w*|lower\w*|increas\w*|extend\w*)\b|改|换|调|挪|升|降/i;

/** Directions that are told the other way round: from, to, sent by, departs, until, an arrow. What is told right is no claim. */
export function judgeRoutes(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const ways = waysOf(ledger);
  if (ways.byStart.size === 0) return [];
  const ends = endsIn(answer, ways);
  const judged: JudgedClaim[] = [];
  for (const [index, second] of ends.entries()) {
    const first = ends[index - 1];
    const sentence = first && sentenceAt(answer, first.start);
    if (!first || !sentence || !isTelling(sentence, first)) continue;
    const told = judgePair(first, second, { answer, sentence, ends, ways, ledger });
    if (told) judged.push(told);
  }
  return judged;
}

function endsIn(answer: Answer, { texts, textsByStart, byStart }: Ways): readonly End[] {
  const { text } = answer.normalised;
  const named = namesIn(text, textsByStart).filter(
    ({ key, start, end }) => !isCode(texts.get(key) ?? '') || text.slice(start, end) === texts.get(key),
  );
  const moments = [...byStart.keys()].some((key) => key[0] !== 'x')
    ? answer.sentences.flatMap(({ values }) =>
        values.flatMap(({ value, start, end }) => {
          const keys = keyOfMoment(value);
          return keys.length === 0 ? [] : [{ keys, start, end }];
        }),
      )
    : [];
  return [...named.map(({ key, start, end }) => ({ keys: [`x:${key}`], start, end })), ...moments].sort(
    (a, b) => a.start - b.start,
  );
}

/** `SEA` is a place, "sea" is a word. */
function isCode(text: string): boolean {
  return text.length <= 4 && /^[A-Z]+$/.test(text);
}

function sentenceAt({ sentences }: Answer, at: number): AnswerSentence | undefined {
  return sentences.find(({ start, end }) => start <= at && at < end);
}

function isTelling(sentence: AnswerSentence, { start }: End): boolean {
  if (start >= sentence.exampleFrom || isNegatedAt(sentence.text, start - sentence.start, { reach: 24 })) return false;
  return (
    sentence.act === 'statement' ||
    sentence.layout === 'row' ||
    (sentence.layout === 'bullet' && sentence.act !== 'question' && sentence.act !== 'offer')
  );
}

type Scope = { answer: Answer; sentence: AnswerSentence; ends: readonly End[]; ways: Ways; ledger: EvidenceLedger };

function judgePair(first: End, second: End, scope: Scope): JudgedClaim | undefined {
  const { answer, sentence, ways, ledger } = scope;
  const { text } = answer.normalised;
  const between = text.slice(first.end, second.start);
  if (first.end > second.start || between.length > MAX_BETWEEN) return undefined;
  const before = text.slice(Math.max(sentence.start, first.start - BEFORE), first.start);
  const direction = directionOf(before, between);
  if (!direction || CHANGE.test(clauseBefore(before))) return undefined;
  const [from, to] = direction === 'forward' ? [first, second] : [second, first];
  const named = recordsNamed([first, second], scope);
  const own = named && isOfRecord(named, ledger);
  const top = named && isOfWhole(sentence, scope) ? isOnTop(named) : undefined;
  const isToldOf = (isMeant?: (way: Way) => boolean): Way | undefined =>
    findWay(from, to, { answer, ways, maxSteps: MAX_STEPS, isMeant })
      ? undefined
      : findWay(to, from, { answer, ways, maxSteps: 1, isMeant });
  const turned =
    (top && isToldOf(top)) ?? (own && isToldOf(own)) ?? (isToldByUser(from, to, scope) ? undefined : isToldOf());
  if (!turned) return undefined;
  return tell(turned, { first, second, scope });
}

/** `W-12 (`, `W-12: from `: what follows is of that record. */
const TIGHT = /^["')\]]?\s?[(:,-]?\s?(?:from |goes |runs |从)?$/i;

type Search = { answer: Answer; ways: Ways; maxSteps: number; isMeant: ((way: Way) => boolean) | undefined };

function findWay(from: End, to: End, { answer: { seq }, ways, maxSteps, isMeant }: Search): Way | undefined {
  for (const start of from.keys) {
    for (const end of to.keys) {
      const way = wayBetween(ways, { from: start, to: end }, { seq, maxSteps, isMeant });
      if (way) return way;
    }
  }
  return undefined;
}

function clauseBefore(before: string): string {
  return before.slice(Math.max(before.lastIndexOf('('), before.lastIndexOf(';'), before.lastIndexOf(':')) + 1);
}

/** The records that the talk is of; undefined where it is of none. */
function recordsNamed(
  [first, second]: readonly [End, End],
  { answer, sentence, ways }: Scope,
): readonly Anchor[] | undefined {
  const anchors = sentence.anchors.filter(({ key }) => !ways.texts.has(key));
  const beside = anchors.findLast(({ end }) => end <= first.start);
  const isTight = beside !== undefined && TIGHT.test(answer.normalised.text.slice(beside.end, first.start));
  const binding = isTight
    ? { anchors: [beside], isFirm: true }
    : bindingAt(answer, { ...sentence, anchors }, second.start);
  const named = binding.anchors.filter(({ key }) => !ways.texts.has(key));
  return binding.isFirm && named.length > 0 ? named : undefined;
}

/** Keeps the ways that stand in the records. */
function isOfRecord(named: readonly Anchor[], ledger: EvidenceLedger): (way: Way) => boolean {
  const related = new Map<Way, boolean>();
  return (way) => {
    const isOwn = related.get(way) ?? relateToAny(way.start, named, ledger) === 'same_record';
    related.set(way, isOwn);
    return isOwn;
  };
}

/** Tells a journey there and back by one way, which is that of the whole. */
function isOfWhole({ start, end, text }: AnswerSentence, { ends }: Scope): boolean {
  return (
    /\bround[- ]?trip\b|往返/i.test(text) && ends.filter((one) => one.start >= start && one.end <= end).length === 2
  );
}

/** Keeps the ways that stand beside the name of the record itself, not in its parts. */
function isOnTop(named: readonly Anchor[]): (way: Way) => boolean {
  const levels = new Set(
    named.flatMap(({ entries }) =>
      entries.flatMap(({ call, source, path }) =>
        source === 'tool' ? [`${call}/${path.slice(0, -1).join('/')}`] : [],
      ),
    ),
  );
  return ({ start: { call, path } }) => levels.has(`${call}/${path.slice(0, -1).join('/')}`);
}

/** The user or a rule names the two in this order. */
function isToldByUser(from: End, to: End, { answer, ledger }: Scope): boolean {
  const nameOf = ({ start, end }: End): string => answer.normalised.text.slice(start, end).toLowerCase();
  const [a, b] = [nameOf(from), nameOf(to)];
  return ledger.entries.some((entry) => {
    if (entry.leaf !== 'text' || entry.source === 'registry' || entry.visibleFrom >= answer.seq) return false;
    const text = entry.text.toLowerCase();
    for (let at = text.indexOf(a); at >= 0; at = text.indexOf(a, at + a.length)) {
      const next = text.indexOf(b, at + a.length);
      if (next < 0) return false;
      if (next - at - a.length <= MAX_BETWEEN) return true;
    }
    return false;
  });
}

function tell(
  way: Way,
  { first, second, scope: { answer, sentence } }: { first: End; second: End; scope: Scope },
): JudgedClaim {
  const place = placeOf(answer, first.start, second.end);
  const claim: ToldClaim = { kind: 'route', answer, sentence, ...place };
  const right = way.start === way.end ? way.start.text : `${way.start.text} → ${way.end.text}`;
  return {
    claim,
    verdict: 'contradicted',
    reason: 'direction_reversed',
    message: `\`${place.text}\` is told the other way round: the evidence has \`${right}\``,
    evidence: way.start === way.end ? [evidenceFor(way.start)] : [evidenceFor(way.start), evidenceFor(way.end)],
    nearest: { text: right, pointer: way.start.pointer, seq: way.start.seq, turn: way.start.turn },
  };
}
