import { toldActsIn } from '../../claims/acts/own-acts.ts';
import { isGeneral, isLooking, isQuiet } from '../../claims/acts/quiet-verbs.ts';
import type { ToldAct } from '../../claims/acts/told-act.ts';
import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { type Claim, placeOf } from '../../claims/claim.ts';
import { GENERAL_DEEDS } from '../../claims/concepts.ts';
import { tellsFailure } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { isHan, stemOf } from '../../evidence/words.ts';
import { repeatsAnyError } from '../failures/told-failure.ts';
import type { ClaimReason, JudgedClaim } from '../judged-claim.ts';
import {
  doesSame,
  isGranted,
  isObjectKnown,
  isSaidByRule,
  isToldOf,
  namesObject,
  novelContent,
  type ReadAct,
  readAct,
} from './act-cover.ts';

/** What is wrong with an act, in one sentence. */
export type Fault = {
  kind: 'capability' | 'promise' | 'action';
  reason: ClaimReason;
  message: string;
  severity?: 'low';
};

/**
 * What the agent says that it did, can do or will do, against what its calls did, what its tools can do and what its rules
 * grant. Only what nothing covers is told.
 */
export function judgeActs(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  // Who only describes data offers nothing.
  if (ledger.data.isDataOnly && (ledger.tools === 'unknown' || ledger.tools.length === 0)) return [];
  const found: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (isHan(sentence.text) || sentence.layout === 'row' || sentence.act === 'example') continue;
    for (const act of toldActsIn(sentence.text)) {
      if (sentence.start + act.start >= sentence.exampleFrom) continue;
      if (act.tense !== 'offered' && sentence.act === 'question') continue;
      if (act.tense === 'coming' && isDated(sentence, judged)) continue;
      const fault = faultOf(act, { sentence, answer, ledger });
      const told = fault && tell(act, fault, { sentence, answer });
      if (told && !isDecided(told, judged)) found.push(told);
    }
  }
  return found;
}

/** Its time or amount has been judged already: what is promised is as right as that. */
export function isDated(sentence: AnswerSentence, judged: readonly JudgedClaim[]): boolean {
  return judged.some(({ claim }) => claim.sentence === sentence && claim.kind === 'value' && claim.isPromise);
}

export type Scope = { sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger };

function faultOf(act: ToldAct, scope: Scope): Fault | undefined {
  if (isSpokenToUser(act)) return undefined;
  const read = readAct(act);
  if (isLooking(act.verb)) return act.tense === 'done' ? undefined : strangeLook(act, read, scope);
  if (isQuiet(act.verb, act.after))
    return act.tense === 'offered' && /^(?:pick|choose|select|recommend)$/.test(act.verb)
      ? strangeLook(act, read, scope)
      : undefined;
  if (act.tense === 'done') return act.isOwn ? undoneDeed(act, read, scope) : unknownDeed(act, read, scope);
  return uncoveredOffer(act, read, scope);
}

/** "I asked you", "I'll let you know", "I will hand you over": the agent's own words do it. */
function isSpokenToUser({ verb, after, isOwn, tense }: ToldAct): boolean {
  if (tense === 'coming' && after[0] === 'you' && /^(?:hand|pass|put|redirect|refer)$/.test(verb)) return true;
  const isTalk =
    /^(?:ask|tell|remind|inform|show|promise|told|asked|reminded|informed|showed|promised|requested)$/.test(verb);
  if (isOwn && isTalk) return /^(?:you|for|about|if|that)$/.test(after[0] ?? 'you');
  return verb === 'let' && after[0] === 'you' && after[1] === 'know';
}

function uncoveredOffer(act: ToldAct, read: ReadAct, { answer: { seq }, ledger }: Scope): Fault | undefined {
  const { tools } = ledger.acts();
  const novel = novelContent(read, ledger, seq);
  const isKnown = isObjectKnown(read, ledger, seq);
  const kind = act.tense === 'coming' ? 'promise' : 'capability';
  const reason: ClaimReason = kind === 'promise' ? 'unlicensed_promise' : 'unknown_capability';
  const phrase = [act.verb, ...act.after.slice(0, 4)].join(' ');
  const verb = kind === 'promise' ? 'promises' : 'offers';
  if (isGranted(read, ledger, seq)) return undefined;
  if (ledger.tools === 'unknown') {
    const isTold = [...ledger.acts().told, ...ledger.acts().writes].some((source) => doesSame(read, source));
    const isOnItsOwn = kind === 'promise' && ['notify', 'monitor', 'waive'].some((family) => read.families.has(family));
    if (isTold || (novel.length === 0 && !isOnItsOwn) || isGeneral(act.verb)) return undefined;
    return {
      kind,
      reason,
      severity: 'low',
      message: `the agent ${verb} to \`${phrase}\`, and nothing it was told speaks of that`,
    };
  }
  const doers = tools.filter((tool) => doesSame(read, tool) && (!tool.isRead || read.families.size > 0));
  if (doers.some((tool) => namesObject(read, tool))) return tooMuch(novel, { kind, reason, phrase, verb });
  if (doers.length > 0) {
    if (read.objects.length === 0 || isKnown) return tooMuch(novel, { kind, reason, phrase, verb });
    return {
      kind,
      reason,
      message: `the agent ${verb} to \`${phrase}\`, which \`${doers[0]?.name}\` cannot do to such a thing`,
    };
  }
  if (read.families.size === 0 && read.stem === '') {
    if (tools.some((tool) => !tool.isRead && namesObject(read, tool))) return undefined;
    return isKnown && novel.length < 2
      ? undefined
      : {
          kind,
          reason,
          severity: 'low',
          message: `the agent ${verb} to \`${phrase}\`, and no tool or rule speaks of that`,
        };
  }
  if (read.families.size === 0 && tools.some((tool) => !tool.isRead && namesObject(read, tool)))
    return {
      kind,
      reason,
      severity: 'low',
      message: `the agent ${verb} to \`${phrase}\`, and no tool is known to do that`,
    };
  const names = tools.map(({ name }) => `\`${name}\``).join(', ');
  return {
    kind,
    reason,
    message: `the agent ${verb} to \`${phrase}\`, and no tool can: ${names === '' ? 'it has none' : names.slice(0, 300)}`,
  };
}

/** To look something up needs no tool of that name, but something that knows of it. */
function strangeLook(act: ToldAct, read: ReadAct, { answer: { seq }, ledger }: Scope): Fault | undefined {
  if (isQuiet(act.verb, act.after) && act.tense === 'coming') return undefined;
  const novel = novelContent(read, ledger, seq);
  if (novel.length < 2 || isGranted(read, ledger, seq)) return undefined;
  const phrase = [act.verb, ...act.after.slice(0, 4)].join(' ');
  return {
    kind: 'capability',
    reason: 'unknown_capability',
    severity: 'low',
    message: `the agent offers to \`${phrase}\`, and nothing it was told speaks of \`${novel[0]}\``,
  };
}

/** The deed fits, and what is said beside it is made up for the most part. */
function tooMuch(
  novel: readonly string[],
  { kind, reason, phrase, verb }: Pick<Fault, 'kind' | 'reason'> & { phrase: string; verb: string },
): Fault | undefined {
  if (novel.length < 2) return undefined;
  return {
    kind,
    reason,
    severity: 'low',
    message: `the agent ${verb} to \`${phrase}\`, and nothing it was told speaks of \`${novel[0]}\``,
  };
}

function undoneDeed(act: ToldAct, read: ReadAct, { sentence, answer, ledger }: Scope): Fault | undefined {
  const { seq } = answer;
  const { writes: all, told, tools } = ledger.acts();
  const writes = all.filter(({ visibleFrom }) => visibleFrom < seq);
  const novel = novelContent(read, ledger, seq);
  const isMade = writes.some((write) => doesSame(read, write));
  const phrase = [act.verb, ...act.after.slice(0, 4)].join(' ');
  if (isMade) {
    if (read.objects.length === 0 || isObjectKnown(read, ledger, seq) || novel.length === 0) return undefined;
    return {
      kind: 'action',
      reason: 'action_not_done',
      severity: 'low',
      message: `\`${phrase}\` is told, and no call did it to that`,
    };
  }
  const isOfWrite = writes.some((write) => namesRecord(sentence, act, write.stems) || namesObject(read, write));
  if (isOfWrite && (read.families.size === 0 || isGeneral(act.verb))) return undefined;
  if (isGeneral(act.verb) && read.families.size === 0 && novel.length === 0) return undefined;
  if (tellsFailure(sentence.text)) return undefined;
  if (
    told.some(
      (source) =>
        source.visibleFrom < seq && doesSame(read, source) && (read.objects.length === 0 || namesObject(read, source)),
    )
  )
    return undefined;
  if (writes.length > 0 && isGranted(read, ledger, seq)) return undefined;
  if (ledger.tools === 'unknown')
    return {
      kind: 'action',
      reason: 'no_such_action',
      severity: 'low',
      message: `\`${phrase}\` is told, and no call that is known did it`,
    };
  const tool = tools.find((one) => !one.isRead && doesSame(read, one));
  return {
    kind: 'action',
    reason: tool ? 'action_not_done' : 'no_such_action',
    message: `\`${phrase}\` is told, but no call did it${tool ? '' : ' and no tool could'}`,
  };
}

/** The clause names an id, a name or a value that the call was given or gave back. */
function namesRecord(sentence: AnswerSentence, { start }: ToldAct, stems: ReadonlySet<string>): boolean {
  return [
    ...sentence.anchors.map(({ key }) => key),
    ...sentence.values.map(({ start: from, end }) =>
      sentence.text.slice(from - sentence.start, end - sentence.start).toLowerCase(),
    ),
  ].some(
    (key) =>
      key.length > 1 &&
      start >= 0 &&
      key
        .split(/[^a-z0-9]+/)
        .filter((part) => part !== '')
        .every((part) => stems.has(part) || stems.has(stemOf(part))),
  );
}

/** Something was done by whoever it is, and nothing that is known speaks of such a deed. */
function unknownDeed(act: ToldAct, read: ReadAct, { sentence, answer: { seq }, ledger }: Scope): Fault | undefined {
  const { writes, told } = ledger.acts();
  if ((read.stem === '' && read.families.size === 0) || tellsFailure(sentence.text)) return undefined;
  if (repeatsAnyError(sentence.text.slice(act.start, act.end), ledger, seq)) return undefined;
  const novel = novelContent({ ...read, content: read.content.filter((stem) => stem !== read.stem) }, ledger, seq);
  const phrase = [...act.before.slice(-4), act.verb, ...act.after.slice(0, 2)].join(' ');
  const fault: Fault = {
    kind: 'action',
    reason: 'no_such_action',
    severity: 'low',
    message: `\`${phrase}\` is told, and nothing known speaks of that`,
  };
  const isByOther = act.after[0] === 'by' && ledger.vocabulary().knowsFamily(read.stem, seq);
  const isKnown = isByOther || isToldOf(read, [...writes, ...told], seq) || isSaidByRule(read, ledger, seq);
  if (ledger.tools === 'unknown' && novel.length < 2) return undefined;
  if (!isKnown) return fault;
  const subject = novelContent(
    { ...read, content: read.content.filter((stem) => read.objects.includes(stem)) },
    ledger,
    seq,
  );
  return subject.length > 0 && !isObjectKnown(read, ledger, seq) ? fault : undefined;
}

export function tell(
  act: { start: number; end: number },
  { kind, reason, message, severity }: Fault,
  { sentence, answer }: Pick<Scope, 'sentence' | 'answer'>,
): JudgedClaim {
  const from = sentence.start + act.start;
  const value = sentence.values.find(({ start }) => start > from && start < sentence.start + act.end);
  const to = value ? value.start : sentence.start + act.end;
  const place = placeOf(answer, from, Math.max(from + 1, trimmedEnd(answer, from, to)));
  const base = { answer, sentence, ...place };
  const claim: Claim =
    kind === 'action'
      ? { ...base, kind, concept: undefined, outcome: 'done', isOwn: true, isWeak: false, things: [] }
      : { ...base, kind };
  return {
    claim,
    verdict: 'unsupported',
    reason,
    message,
    evidence: [],
    ...(severity === undefined ? {} : { severity }),
  };
}

function trimmedEnd({ normalised: { text } }: Answer, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length;
}

/** Another judge has already found what stands there right or wrong. */
export function isDecided({ claim: { start, end }, severity }: JudgedClaim, judged: readonly JudgedClaim[]): boolean {
  return judged.some(
    ({ claim, verdict }) =>
      verdict !== 'not_checkable' &&
      claim.start < end &&
      start < claim.end &&
      (claim.kind !== 'value' || verdict !== 'supported') &&
      // That some write was made decides nothing of which one, where none does the like.
      !(
        severity !== 'low' &&
        claim.kind === 'action' &&
        verdict === 'supported' &&
        GENERAL_DEEDS.has(claim.concept ?? '')
      ),
  );
}
