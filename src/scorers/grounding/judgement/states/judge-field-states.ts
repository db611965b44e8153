import { type Anchor, type Answer, type AnswerSentence, namesIn } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { isNegatedAt, speaksOfPast } from '../../claims/polarity.ts';
import { stateClassesIn } from '../../claims/state-classes.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { bindingAt, entriesOf } from '../binding.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { againstFlag } from './flags.ts';
import { isOutdated } from './outdated.ts';
import type { Against, Passage } from './passage.ts';
import { isToldOf } from './predicate.ts';

/**
 * States that are told of a record against its own fields, whatever they are called: a value that the same field has in
 * another record, the own value denied, a state that excludes it, or a flag turned round. What agrees is no claim here.
 */
export function judgeFieldStates(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const rivals = rivalsByKey(ledger, answer.seq);
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement') return [];
    return passagesIn(answer, sentence, ledger).flatMap((passage) => {
      const against = againstState(passage, rivals) ?? againstFlag(passage);
      const isOld = against && isOutdated(against.entry, passage, { seq: answer.seq, ledger });
      return against && !isOld ? [contradicted(against, passage, { answer, sentence })] : [];
    });
  });
}

/** A field that tells how things stand with a record. */
const STATE_KEY =
  /(?:^|[_-])(?:status|state|stage|phase|availability|decision|outcome)$|(?:Status|State|Stage)$|状态|进度/i;

function isState({ source, leaf, key, path, text }: LedgerEntry): boolean {
  if (source !== 'tool' || leaf !== 'string' || !STATE_KEY.test(key)) return false;
  // The state of an address is a place.
  const isPlace = /^[A-Z]{2,3}$/.test(text) || path.some((part) => /address|location|shipping_to/i.test(part));
  return !isPlace && text.length >= 2 && text.length <= 24 && !/\d/.test(text);
}

/** Live values of each field of states. */
function rivalsByKey(ledger: EvidenceLedger, seq: number): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const entry of ledger.entries) {
    if (!isState(entry) || stateAt(entry, seq) !== 'live') continue;
    const values = byKey.get(entry.key) ?? new Set<string>();
    byKey.set(entry.key, values.add(spaced(entry.text)));
  }
  return byKey;
}

function spaced(text: string): string {
  return text.replace(/[_-]/g, ' ').toLowerCase();
}

/** From each record's name to the next one; without a name, the whole sentence where it speaks of one record for sure. */
function passagesIn(answer: Answer, sentence: AnswerSentence, ledger: EvidenceLedger): readonly Passage[] {
  const entries = (anchors: readonly Anchor[]): readonly LedgerEntry[] =>
    anchors.flatMap((anchor) => entriesOf(anchor, { ledger, seq: answer.seq }));
  const names = sentence.anchors.filter(({ key }) => !/^(?:true|false)$/.test(key));
  if (names.length === 0) {
    // Without a name, words of state may be of anything; a label says whose they are.
    if (!/^[^:：]{0,20}(?:\bstatus|状态)[^:：]{0,4}[:：]/i.test(sentence.text)) return [];
    const binding = bindingAt(answer, sentence, sentence.start);
    const one = new Set(binding.anchors.map(({ key }) => key)).size === 1;
    return binding.isFirm && one
      ? [{ text: sentence.text, start: sentence.start, lead: '', entries: entries(binding.anchors) }]
      : [];
  }
  return names.flatMap((anchor, index): Passage[] => {
    const next = names[index + 1];
    const rest = sentence.text.slice(anchor.end - sentence.start, next && next.start - sentence.start);
    // "A, B and C are open": names in a row share what follows the last one.
    if (rest.trim().length < 2 || /^[\s,;()（）*`|-]*(?:and|or|to|和|与)?[\s,(（*`|-]*$/i.test(rest)) return [];
    const known = entries([anchor]);
    return [
      {
        text: withoutOthers(rest, known, ledger),
        start: anchor.end,
        lead: sentence.text.slice(0, anchor.end - sentence.start),
        entries: known,
      },
    ];
  });
}

/** Up to the first text that only other records hold: from there on they may be meant. */
function withoutOthers(text: string, known: readonly LedgerEntry[], ledger: EvidenceLedger): string {
  const own = new Set(known.map((entry) => entry.text.toLowerCase()));
  const other = namesIn(text, ledger.textsByStart).find(
    ({ key }) => !own.has(key) && !(ledger.byText.get(key) ?? []).some((entry) => isState(entry)),
  );
  return other ? text.slice(0, other.start) : text;
}

/** Right before the word; what stands further off may deny something else. */
const DENIED = /(?:\bnot|\bnever|n't|\bno longer)(?: (?:been|yet|be|\w+ly))* $|(?:没有?|未|不|尚未|并未|还没)$/i;

function againstState(
  { text, lead, entries }: Passage,
  rivals: ReadonlyMap<string, ReadonlySet<string>>,
): Against | undefined {
  const fields = entries.filter(isState);
  const [field] = fields;
  if (
    !field ||
    new Set(fields.map((entry) => entry.text)).size > 1 ||
    speaksOfPast(text.replace(/\bnot\b|\bwas\b|\bwere\b/gi, ''))
  )
    return undefined;
  const lower = spaced(text);
  const own = spaced(field.text).replace(/^已(?=[\u3400-\u9fff]{2})/, '');
  const at = lower.indexOf(own);
  const isTold = (start: number): boolean => isToldOf(text, start, lead);
  if (at >= 0) {
    if (!isWhole(lower, at, own)) return undefined;
    const isDenied = DENIED.test(text.slice(Math.max(0, at - 20), at)) && isTold(at);
    return isDenied ? { entry: field, start: at, end: at + own.length, reason: 'polarity' } : undefined;
  }
  for (const value of rivals.get(field.key) ?? []) {
    const start = lower.indexOf(value);
    if (start < 0 || !isWhole(lower, start, value) || !isTold(start) || isNegatedAt(text, start)) continue;
    return { entry: field, start, end: start + value.length, reason: 'status_mismatch' };
  }
  const known = new Set(stateClassesIn(field.text).map(({ state }) => state));
  const told = stateClassesIn(text);
  if (known.size !== 1 || told.some(({ state }) => known.has(state))) return undefined;
  const other = told.find(({ start }) => isTold(start) && !isNegatedAt(text, start));
  return other && { entry: field, start: other.start, end: other.end, reason: 'status_mismatch' };
}

/** No part of a longer word. */
function isWhole(text: string, at: number, word: string): boolean {
  return (
    !/[a-z]/.test(text[at + word.length] ?? '') && !(/[a-z]/.test(word[0] ?? '') && /[a-z]/.test(text[at - 1] ?? ''))
  );
}

function contradicted(
  { entry, start, end, reason }: Against,
  passage: Passage,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): JudgedClaim {
  const place = placeOf(answer, passage.start + start, passage.start + end);
  const says = entry.leaf === 'boolean' ? `${entry.key}: ${entry.text}` : entry.text;
  return {
    claim: { kind: 'status', answer, sentence, status: place.text, isNegative: reason === 'polarity', ...place },
    verdict: 'contradicted',
    reason,
    message: `\`${place.text}\` is told${reason === 'polarity' ? ' the other way round' : ''}; the record says \`${says}\``,
    evidence: [evidenceFor(entry)],
    nearest: nearestOf(entry),
  };
}
