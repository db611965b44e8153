import { canonicalText, equalJson } from '../../../domain/values/canonical.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import { cutText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import { isUnknownTool, type MadeCall } from '../made-call.ts';
import { fitsPattern } from '../specification/expected-call.ts';
import { describeCall, describeOutcome, eventsOf } from './describe-call.ts';
import { type Deviation, isOpen, numberOf, type Talk } from './deviation.ts';

const BRIEF = 80;

/** Calls that nothing asked for, as failures or notes, and failed attempts that were tried again, as notes. */
export function surplusCalls(judgement: CallsJudgement<MadeCall>, talk: Talk): Deviation[] {
  const forbidden = new Set<MadeCall>(judgement.forbidden);
  const { expected, pairs } = judgement;
  /** Tools of calls that are missing. */
  const absent = [...new Set(expected.flatMap(({ tool }, row) => (pairs[row] === undefined ? [tool] : [])))];
  const kept = new Map<string, MadeCall>();
  const firsts = new Map<MadeCall, MadeCall>();
  for (const call of talk.calls) {
    if (call.arguments === undefined) continue;
    const key = `${call.name} ${canonicalText(call.arguments)}`;
    const first = kept.get(key);
    if (first === undefined) kept.set(key, call);
    else firsts.set(call, first);
  }
  return [
    ...judgement.extras.map((call) => {
      const severity = !forbidden.has(call) ? 'note' : isOpen(call, judgement, talk) ? 'warning' : 'failure';
      return extraCall(call, { kind: kindOf(call, firsts.get(call), { judgement, talk, absent }), severity });
    }),
    ...judgement.retries.map((call) => retriedCall(call, talk)),
  ];
}

type Kind =
  | { code: 'unknown_tool'; nearest?: string | undefined }
  | { code: 'repeated_call'; first: MadeCall }
  | { code: 'similar_tool'; wanted: string }
  | { code: 'misplaced_call'; turn: number }
  | { code: 'extra_call'; isTooOften: boolean };

function kindOf(
  call: MadeCall,
  first: MadeCall | undefined,
  { judgement, talk, absent }: { judgement: CallsJudgement<MadeCall>; talk: Talk; absent: readonly string[] },
): Kind {
  const { expected, pairs, unit } = judgement;
  if (isUnknownTool(call)) {
    const known = talk.tools ?? [...new Set(expected.map(({ tool }) => tool))];
    return { code: 'unknown_tool', nearest: nearestName(call.name, known) };
  }
  const isHere = (turn: number | undefined): boolean => unit !== 'turn' || turn === call.turn;
  const elsewhere = expected.find(
    (wanted, row) => !isHere(wanted.turn) && pairs[row] === undefined && fitsPattern(wanted, call),
  );
  if (elsewhere?.turn !== undefined) return { code: 'misplaced_call', turn: elsewhere.turn };
  if (first !== undefined) return { code: 'repeated_call', first };
  if (expected.some(({ tool, turn }) => tool === call.name && isHere(turn)))
    return { code: 'extra_call', isTooOften: true };
  const wanted = nearestName(call.name, absent);
  return wanted === undefined ? { code: 'extra_call', isTooOften: false } : { code: 'similar_tool', wanted };
}

function extraCall(
  call: MadeCall,
  { kind, severity }: { kind: Kind; severity: Deviation['finding']['severity'] },
): Deviation {
  const told = cutText(describeCall(call), BRIEF);
  const { why, remark, noun, said } = wordsOf(kind);
  return {
    finding: {
      turn: call.turn,
      stage: 'selection',
      code: kind.code,
      severity,
      message: `\`${describeCall(call)}\` was called, and ${why}${severity === 'warning' ? '; the log does not say whether it only reads' : ''}`,
      evidence: kind.code === 'repeated_call' ? eventsOf(call, kind.first) : eventsOf(call),
    },
    noun,
    brief: `${said} ${numberOf(call)} ${told}${kind.code === 'repeated_call' ? ` (${remark})` : ''}`,
    // What passes needs no words in the table.
    remark: severity === 'failure' ? remark : undefined,
    call,
  };
}

type Words = { why: string; remark?: string; noun: Deviation['noun']; said: string };

function wordsOf(kind: Kind): Words {
  switch (kind.code) {
    case 'unknown_tool': {
      const meant = kind.nearest === undefined ? undefined : `\`${kind.nearest}\` was probably meant`;
      return {
        why: `there is no such tool${meant === undefined ? '' : `; ${meant}`}`,
        remark: kind.nearest === undefined ? 'no such tool' : `no such tool; ${kind.nearest} was probably meant`,
        noun: ['unknown tool', 'unknown tools'],
        said: 'unknown tool',
      };
    }
    case 'repeated_call': {
      const first = numberOf(kind.first);
      return {
        why: `it was not expected again: it is the same as ${first} in turn ${kind.first.turn}`,
        remark: `the same as ${first}`,
        noun: ['repeated call', 'repeated calls'],
        said: 'repeated',
      };
    }
    case 'misplaced_call':
      return {
        why: `it was expected in turn ${kind.turn}`,
        remark: `expected in turn ${kind.turn}`,
        noun: ['unwanted call', 'unwanted calls'],
        said: 'in a wrong turn',
      };
    case 'similar_tool':
      return {
        why: `nothing expected it; \`${kind.wanted}\`, which is missing, has a similar name`,
        remark: `${kind.wanted} has a similar name`,
        noun: ['unwanted call', 'unwanted calls'],
        said: 'not wanted',
      };
    default:
      return {
        why: kind.isTooOften ? 'it was not expected this often' : 'nothing expected it',
        noun: ['unwanted call', 'unwanted calls'],
        said: 'not wanted',
      };
  }
}

function retriedCall(call: MadeCall, { calls }: Talk): Deviation {
  const { how, other } = sequelOf(call, calls);
  return {
    finding: {
      turn: call.turn,
      stage: 'selection',
      code: 'retried_call',
      severity: 'note',
      message: `\`${describeCall(call)}\` failed (${describeOutcome(call)}) and ${how}`,
      evidence: eventsOf(call, other),
    },
    noun: ['retry', 'retries'],
    brief: `retried ${numberOf(call)} ${cutText(describeCall(call), BRIEF)}`,
    call,
  };
}

/** What came after a failed attempt: the same call again, or another one of the tool; else what it was an attempt after. */
function sequelOf(call: MadeCall, calls: readonly MadeCall[]): { how: string; other?: MadeCall | undefined } {
  const ofTool = calls.filter(({ name }) => name === call.name);
  const later = ofTool.filter(({ step }) => step > call.step);
  if (later.some((next) => isSameCall(call, next))) return { how: 'was tried again' };
  const [next] = later;
  if (next !== undefined) return { how: `was followed by ${numberOf(next)} \`${describeCall(next)}\``, other: next };
  const before = ofTool.findLast(({ step }) => step < call.step);
  if (before === undefined) return { how: 'was tried again' };
  return { how: `came after ${numberOf(before)} \`${describeCall(before)}\`, which had failed`, other: before };
}

function isSameCall(one: MadeCall, other: MadeCall): boolean {
  if (one.arguments === undefined || other.arguments === undefined) return one.arguments === other.arguments;
  return equalJson(one.arguments, other.arguments);
}
