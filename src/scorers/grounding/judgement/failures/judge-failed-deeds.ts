import { isQuiet } from '../../claims/acts/quiet-verbs.ts';
import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { clauseAt, denies, speaksOfFuture, tellsFailure, tellsSuccess } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerCall } from '../../evidence/ledger-entry.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';
import { extractValues } from '../../values/extract-values.ts';
import { keysOf } from '../../values/value-keys.ts';
import { isReading } from '../judge-actions.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { unrecoveredFailures } from '../recovery.ts';
import { familiesOfTool, toldDeedIn } from './deed-of-call.ts';
import { admissionOf, isOfCall } from './told-failure.ts';

/**
 * A write failed, nothing made it good, and the answer tells what it was to do as if it were so: by its values, its words,
 * or a bare "done". Which verb is used does not matter; that no clause admits the failure does.
 */
export function judgeFailedDeeds(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const seen = ledger.calls.filter(({ seenAt }) => seenAt !== undefined && seenAt < answer.seq);
  const failed = unrecoveredFailures(seen).filter((call) => !isReading(call));
  const last = new Map(failed.map((call) => [call.request, call]));
  return [...last.values()].slice(-MAX_CALLS).flatMap((call) => {
    const hasRival = failed.some((other) => other.request !== call.request);
    const admission = admissionOf(answer, call, { ledger, hasRival });
    if (admission === 'of_deed') return [];
    const plain = plainlyTold(answer, call, { seen, ledger });
    if (plain) return [plain];
    if (admission === 'of_call') return [];
    const told = mostAbout(answer, call, { seen, ledger });
    // An earlier failure was told in its turn; only who names what was asked for tells it as done now.
    const isSure = told !== undefined && told.highest >= SURE;
    if (!told || (!isSure && (admission !== undefined || call.turn !== answer.turn))) return [];
    return [toldAsDone(told.sentence, { answer, call })];
  });
}

/** The deed itself is told as done, of the record that the call was about or of none; another call may have done it. */
function plainlyTold(
  answer: Answer,
  call: LedgerCall,
  { seen, ledger }: { seen: readonly LedgerCall[]; ledger: EvidenceLedger },
): JudgedClaim | undefined {
  if (call.turn !== answer.turn) return undefined;
  const families = familiesOfTool(call.tool);
  const good = seen.filter((other) => other.outcome === 'ok' && !isReading(other));
  if (good.some(({ tool }) => [...familiesOfTool(tool)].some((family) => families.has(family)))) return undefined;
  const records = call.ids.flatMap((id) => ledger.byIdentity.get(id)?.slice(0, 6) ?? []);
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement') continue;
    const { anchors, text, start } = sentence;
    const isNamed = call.ids.some((id) => id.length > 2 && text.toLowerCase().includes(id));
    const isOther = anchors.length > 0 && call.ids.length > 0 && !isNamed;
    if (isOther && !anchors.some((one) => isOfCall(one, { call, records, ledger }))) continue;
    const place = toldDeedIn(text, call, { isOnlyWrite: good.length === 0 });
    if (!place) continue;
    const marked = placeIn(answer, sentence);
    const own = placeOf(answer, start + place.start, start + place.end);
    return toldAsDone(sentence, { answer, call, place: overlap(marked, own) ? marked : own });
  }
  return undefined;
}

type Place = ReturnType<typeof placeOf>;

function overlap(one: Place, other: Place): boolean {
  return one.start < other.end && other.start < one.end;
}

const MAX_CALLS = 12;
/** A mark of completion with one value or word of the call; without such a mark, two of them. */
const ENOUGH = 2;
/** A mark of completion with two of them. */
const SURE = 3.5;

/** `highest`: of all sentences with a mark of completion. */
type Told = { sentence: AnswerSentence; score: number; isDone: boolean; highest: number };

/** The first sentence with a mark of completion that is about the call, else the one that is most about it. */
function mostAbout(
  answer: Answer,
  call: LedgerCall,
  { seen, ledger }: { seen: readonly LedgerCall[]; ledger: EvidenceLedger },
): Told | undefined {
  const keys = new Set(call.ids.flatMap((id) => extractValues(id).flatMap(({ value }) => keysOf(value))));
  const texts = call.ids.filter((id) => id.length > 2);
  const words = new Set(wordsOf(call.tool));
  const records = call.ids.flatMap((id) => ledger.byIdentity.get(id)?.slice(0, 6) ?? []);
  const others = seen.filter(({ outcome, ids }) => outcome === 'ok' && ids.length > 0);
  const written = new Set(others.filter((other) => !isReading(other)).flatMap(({ ids }) => ids));
  let best: Omit<Told, 'highest'> | undefined;
  let highest = 0;
  for (const sentence of answer.sentences) {
    // What another write did is told from there.
    const isOfOthers = sentence.anchors.some(
      ({ key }) => /\d/.test(key) && !call.ids.includes(key) && written.has(key),
    );
    if (!isToldAsFact(sentence) || isOfOthers) continue;
    const lower = sentence.text.toLowerCase();
    const values = sentence.values.filter(({ value }) => keysOf(value).some((key) => keys.has(key))).length;
    const named = texts.filter((text) => lower.includes(text)).length;
    const isNamed = sentence.anchors.some((anchor) => isOfCall(anchor, { call, records, ledger }));
    const about = Math.max(values, named, isNamed ? 1 : 0) + nearness(sentence.text, call.tool, words);
    const isDone = COMPLETED.test(sentence.text) || tellsSuccess(sentence.text);
    const score = about === 0 && !(isDone && sentence.index === 0) ? 0 : about + (isDone ? 1.5 : 0);
    if (score < (isDone ? 1.5 : ENOUGH)) continue;
    // A bullet under "All set" is told as done with it.
    if (isDone || best?.isDone) highest = Math.max(highest, isDone ? score : about + 1.5);
    if (!best || (isDone && !best.isDone) || (isDone === best.isDone && score > best.score + (isDone ? 1 : 0)))
      best = { sentence, score, isDone };
  }
  return best && { ...best, highest };
}

/** Words in common with the tool's name; in Chinese one telling character is half a word. */
function nearness(text: string, tool: string, words: ReadonlySet<string>): number {
  if (wordsOf(text).some((word) => word.length > 1 && words.has(word))) return 1;
  return [...tool].some((char) => isHan(char) && !/[的新中一为在给查询]/.test(char) && text.includes(char)) ? 0.5 : 0;
}

const PERFECT =
  /\b(?:has|have|is|are|'s|'ve|was|were|i|we)(?: (?:now|been|just|also|already|all|\w+ly)){0,3} \w+(?:ed|en|t|d|wn)\b|已(?!知)[^，。]/i;
/** A perfect, a bare participle, or 了 and 已. */
const COMPLETED =
  /\b(?:has|have|is|are|'s|'ve|was|were|i|we)(?: (?:now|been|just|also|already|all|\w+ly)){0,3} \w+(?:ed|en|t|d|wn)\b|^\W{0,4}(?:done|all set|success|completed?|ready)\b|✅|🎉|已(?!知)|好了|成功|[办约订改转缴续发交][^，。]{0,12}了/i;

function isToldAsFact({ text, act }: AnswerSentence): boolean {
  if (act !== 'statement' || tellsFailure(text)) return false;
  // "I found a slot": no deed.
  const own = /^(?:i|we)\b.* (\w+)$/i.exec(PERFECT.exec(text)?.[0] ?? '')?.[1];
  if (own !== undefined && isQuiet(own.toLowerCase(), [])) return false;
  const completed = PERFECT.exec(text) ?? COMPLETED.exec(text);
  if (denies(completed ? clauseAt(text, completed.index + completed[0].length).text : text)) return false;
  return !speaksOfFuture(text) || COMPLETED.test(text);
}

/** From the mark of completion to the end of its clause; the whole sentence where there is none. */
function placeIn(answer: Answer, { text, start, end }: AnswerSentence): Place {
  const found = PERFECT.exec(text) ?? COMPLETED.exec(text);
  if (!found) return placeOf(answer, start, end);
  const rest = /^[^,，;；:：。!！(（]*/.exec(text.slice(found.index + found[0].length))?.[0] ?? '';
  return placeOf(
    answer,
    start + found.index,
    start + found.index + found[0].length + rest.replace(/[.\s]+$/, '').length,
  );
}

type ToldOf = { answer: Answer; call: LedgerCall; place?: Place };

function toldAsDone(
  sentence: AnswerSentence,
  { answer, call, place = placeIn(answer, sentence) }: ToldOf,
): JudgedClaim {
  return {
    claim: {
      kind: 'action',
      answer,
      sentence,
      concept: undefined,
      outcome: 'done',
      isOwn: true,
      isWeak: false,
      things: [],
      ...place,
    },
    verdict: 'contradicted',
    reason: 'error_told_as_success',
    message: `\`${sentence.text.slice(0, 80)}\` is told, but \`${call.tool}\` failed: ${call.message.slice(0, 120)}`,
    evidence: [
      {
        kind: 'event',
        seq: call.resultSeq ?? call.seq,
        ...(call.message === '' ? {} : { quote: call.message.slice(0, 200) }),
      },
    ],
  };
}
