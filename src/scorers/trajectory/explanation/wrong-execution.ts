import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Finding } from '../../../domain/verdicts/evidence.ts';
import { cutText } from '../../text/value-text.ts';
import { type CallPair, type CallsJudgement, wasRefused } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import { hasOutcome, hasTurn } from '../specification/expected-call.ts';
import { describeCall, describeOutcome, eventsOf } from './describe-call.ts';
import { type Deviation, numberOf } from './deviation.ts';

const BRIEF = 60;

/** What is wrong with the order, the turn and the outcome of calls that were made. */
export function wrongExecution(judgement: CallsJudgement): Deviation[] {
  const misplaced = new Set(judgement.misplaced);
  const wrong = judgement.made.filter((pair) => judgement.wrongExecution.has(pair));
  return [
    ...wrong.flatMap((pair) => [
      ...(misplaced.has(pair.row) ? [wrongOrder(pair, judgement)] : []),
      ...wrongTurn(pair),
      ...wrongOutcome(pair),
    ]),
    ...launchedTogether(judgement),
  ];
}

/** Names where the call stands among the expected ones, and the first pair that stands the wrong way round. */
function wrongOrder({ call, row }: CallPair, { pairs, made }: CallsJudgement): Deviation {
  const later = pairs.slice(row + 1).find((other) => other !== undefined && other.step < call.step);
  const earlier = pairs.slice(0, row).findLast((other) => other !== undefined && other.step > call.step);
  const other = later ?? earlier;
  const [told, wanted] = other === later ? (['after', 'before'] as const) : (['before', 'after'] as const);
  const places = placesOf(row, made);
  const where =
    places === undefined ? '' : `, at position ${places.actual} of the expected calls instead of ${places.expected}`;
  const neighbour = other === undefined ? 'the calls around it' : `\`${describeCall(other)}\``;
  const [briefCall, briefOther] = [briefly(call), other === undefined ? 'its neighbours' : briefly(other)];
  return deviationOf(
    { call, row },
    {
      code: 'wrong_order',
      message: `\`${describeCall(call)}\` was called ${told} ${neighbour}${where}; expected ${wanted} it`,
      evidence: eventsOf(call, other),
      brief: `${briefCall} came ${told} ${briefOther}, expected ${wanted} it`,
      remark:
        other === undefined
          ? undefined
          : `called ${told} ${numberOf(other)}, expected ${wanted} it${places === undefined ? '' : `: position ${places.actual} instead of ${places.expected}`}`,
      noun: ['call out of order', 'calls out of order'],
    },
  );
}

function briefly(call: MadeCall): string {
  return `${numberOf(call)} ${cutText(describeCall(call), BRIEF)}`;
}

/** Positions from 1 among the expected calls that were made; undefined where both are the same. */
function placesOf(row: number, made: readonly CallPair[]): { expected: number; actual: number } | undefined {
  const expected = made.findIndex((pair) => pair.row === row) + 1;
  const inOrder = made.toSorted((a, b) => a.call.index - b.call.index);
  const actual = inOrder.findIndex((pair) => pair.row === row) + 1;
  return expected === actual ? undefined : { expected, actual };
}

function wrongTurn({ wanted, call, row }: CallPair): Deviation[] {
  if (hasTurn(wanted, call)) return [];
  const words = {
    code: 'wrong_turn',
    message: `\`${describeCall(call)}\` was called in turn ${call.turn}; expected in turn ${wanted.turn}`,
    evidence: eventsOf(call),
    brief: `${briefly(call)} in turn ${call.turn}, expected in turn ${wanted.turn}`,
    remark: `turn ${call.turn} → expected turn ${wanted.turn}`,
    noun: ['call in a wrong turn', 'calls in a wrong turn'],
  } as const;
  return [deviationOf({ call, row }, words)];
}

function wrongOutcome({ wanted, call, row }: CallPair): Deviation[] {
  if (hasOutcome(wanted, call) || wasRefused(call)) return [];
  const came = describeOutcome(call);
  const isError = wanted.outcome === 'error';
  const words = {
    code: call.outcome === 'none' ? 'no_result' : isError ? 'unexpected_success' : 'call_failed',
    message: isError
      ? `\`${describeCall(call)}\` succeeded; expected it to fail`
      : `\`${describeCall(call)}\` did not succeed: ${came}`,
    evidence: [...eventsOf(call), ...resultOf(call)],
    brief: isError ? `${briefly(call)} succeeded, expected to fail` : `${briefly(call)} did not succeed: ${came}`,
    remark: isError ? 'ok → expected an error' : `${came} → expected ok`,
    noun: isError
      ? (['unexpected success', 'unexpected successes'] as const)
      : (['failed call', 'failed calls'] as const),
  };
  return [deviationOf({ call, row }, words)];
}

function resultOf(call: MadeCall & Partial<TrajectoryCall>): Finding['evidence'] {
  const seq = call.resultSeq ?? call.seq;
  return seq === undefined ? [] : [{ kind: 'event', seq, quote: describeOutcome(call) }];
}

/**
 * Calls that were expected one after the other and were launched by one message: told as a note, because the second had
 * not seen what came of the first. Whether that matters is for a rule about what was seen.
 */
function launchedTogether({ order, made }: CallsJudgement): Deviation[] {
  if (order === 'any') return [];
  return made.flatMap((pair, index) => {
    const before = made[index - 1];
    if (before === undefined || before.call.step !== pair.call.step) return [];
    const words = {
      code: 'parallel_calls',
      message:
        `\`${describeCall(before.call)}\` and \`${describeCall(pair.call)}\` were launched by the same message, ` +
        'so neither had seen what came of the other',
      evidence: eventsOf(before.call, pair.call),
      brief: `${briefly(pair.call)} launched together with ${numberOf(before.call)}`,
      noun: ['parallel call', 'parallel calls'],
      severity: 'note',
    } as const;
    return [deviationOf(pair, words)];
  });
}

type Words = Pick<Deviation, 'brief' | 'noun' | 'remark'> & {
  code: string;
  message: string;
  evidence: Finding['evidence'];
  severity?: Finding['severity'];
};

function deviationOf({ call, row }: Pick<CallPair, 'call' | 'row'>, words: Words): Deviation {
  const { code, message, evidence, brief, noun, remark, severity = 'failure' } = words;
  return {
    finding: { turn: call.turn, stage: 'execution', code, severity, message, evidence },
    noun,
    brief,
    remark,
    call,
    row,
  };
}
