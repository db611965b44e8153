import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import { cutText } from '../../text/value-text.ts';
import type { ArgumentDifference } from '../arguments/matcher.ts';
import { type CallPair, type CallsJudgement, wasRefused } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import { describeCall, describeOutcome } from './describe-call.ts';
import { type Deviation, numberOf } from './deviation.ts';
import { leafWords } from './leaf-words.ts';

/** What is wrong with the arguments of calls that were made: each leaf by itself. */
export function wrongArguments({ made, wrongArguments: wrong }: CallsJudgement<MadeCall>): Deviation[] {
  return made.filter((pair) => wrong.has(pair)).flatMap(explainPair);
}

function explainPair(pair: CallPair<MadeCall>): Deviation[] {
  const { wanted, call } = pair;
  const raw = textOf(call);
  if (raw !== undefined) return [unparsable(pair, raw)];
  const { differences } = wanted.arguments.compare(call.arguments);
  if (differences.length > 0) return differences.map((difference) => wrongLeaf(pair, difference));
  return wasRefused(call) ? [refused(pair)] : [];
}

function wrongLeaf({ call, row }: CallPair<MadeCall>, difference: ArgumentDifference): Deviation {
  const { clause, ...words } = leafWords(difference);
  const evidence = argumentOf(call, difference.pointer, difference.actual);
  return deviationOf({ call, row }, { ...words, message: `\`${call.name}\` ${clause}`, evidence });
}

type Unread = { text: string; problem: string };

function unparsable({ call, row }: CallPair<MadeCall>, { text, problem }: Unread): Deviation {
  return deviationOf(
    { call, row },
    {
      code: 'unparsable_arguments',
      message: `the arguments of \`${call.name}\` are no JSON (${problem}): \`${cutText(text)}\``,
      evidence: argumentOf(call, ''),
      brief: `arguments are no JSON: ${cutText(text, 60)}`,
      remark: `the arguments are no JSON: ${problem}`,
      noun: ['call with unreadable arguments', 'calls with unreadable arguments'],
    },
  );
}

function refused({ call, row }: CallPair<MadeCall>): Deviation {
  const why = describeOutcome(call);
  return deviationOf(
    { call, row },
    {
      code: 'refused_arguments',
      message: `\`${describeCall(call)}\` was refused: ${why}`,
      evidence: argumentOf(call, ''),
      brief: `refused, ${why}`,
      remark: why,
      noun: ['refused call', 'refused calls'],
    },
  );
}

type Words = Pick<Deviation, 'brief' | 'remark' | 'noun'> & { code: string; message: string; evidence: Evidence[] };

function deviationOf({ call, row }: Pick<CallPair<MadeCall>, 'call' | 'row'>, words: Words): Deviation {
  const { code, message, evidence, noun, remark } = words;
  return {
    finding: { turn: call.turn, stage: 'arguments', code, severity: 'failure', message, evidence },
    noun,
    brief: `${numberOf(call)} ${call.name}: ${words.brief}`,
    remark,
    call,
    row,
  };
}

function argumentOf(call: MadeCall & Partial<TrajectoryCall>, pointer: string, quote?: string): Evidence[] {
  if (call.seq === undefined) return [];
  return [{ kind: 'argument', seq: call.seq, pointer, ...(quote === undefined ? {} : { quote }) }];
}

/** The text of arguments that could not be parsed, where it is known. */
function textOf({ call, arguments: values }: MadeCall & Partial<TrajectoryCall>): Unread | undefined {
  if (values !== undefined) return undefined;
  if (call?.arguments.status !== 'unparsable') return { text: '?', problem: 'they could not be parsed' };
  return { text: call.rawArguments, problem: call.arguments.problem };
}
