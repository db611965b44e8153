import type { Problem } from '../../domain/authoring/problem.ts';
import { oddity } from '../import-problem.ts';
import type { LoggedCall, LoggedMessage, LoggedResult } from '../messages/logged-message.ts';
import { type Launched, type WaitingCalls, waitingCalls } from './waiting-calls.ts';

export type Pairing = {
  /** Absent for a result that belongs to no call. */
  callOf: ReadonlyMap<LoggedResult, LoggedCall>;
  resultOf: ReadonlyMap<LoggedCall, LoggedResult>;
};

type Reading = {
  callOf: Map<LoggedResult, LoggedCall>;
  resultOf: Map<LoggedCall, LoggedResult>;
  waiting: WaitingCalls;
  /** Ids of all calls so far. */
  ids: Set<string>;
  hasCalls: boolean;
  /** Position of the latest message of the agent. */
  spokenAt: number;
  problems: Problem[];
};

/**
 * Pairs calls with results. An id counts among the calls that wait for a result, the latest message first; ids repeat in
 * real logs, and of two calls with one id the earlier is answered first. A result whose id fits no waiting call, or that
 * has none, belongs to the first waiting call of the latest message, unless its name says otherwise.
 */
export function pairResults(messages: readonly LoggedMessage[], problems: Problem[]): Pairing {
  const reading: Reading = {
    callOf: new Map(),
    resultOf: new Map(),
    waiting: waitingCalls(),
    ids: new Set(),
    hasCalls: false,
    spokenAt: -1,
    problems,
  };
  messages.forEach((message, index) => {
    if (message.kind === 'agent') reading.spokenAt = index;
    if (message.kind === 'result') placeResult(message, reading);
    else if (message.kind !== 'system' && message.calls.length > 0) launchAll(message.calls, index, reading);
  });
  for (const { call } of reading.waiting.all()) {
    problems.push(oddity('missing-result', call.path, `no result of \`${call.name}\` is recorded`));
  }
  const { callOf, resultOf } = reading;
  return { callOf, resultOf };
}

function launchAll(calls: readonly LoggedCall[], message: number, reading: Reading): void {
  const { waiting, ids, problems } = reading;
  reading.hasCalls = true;
  waiting.begin(message);
  for (const call of calls) {
    waiting.launch(call);
    if (call.givenId === undefined) continue;
    if (ids.has(call.givenId)) {
      const text = `the id \`${call.givenId}\` was given to an earlier call, too; results are paired by their place`;
      problems.push(oddity('repeated-call-id', call.path, text));
    }
    ids.add(call.givenId);
  }
}

function placeResult(result: LoggedResult, reading: Reading): void {
  const { waiting, ids, hasCalls, problems } = reading;
  const { callId, name, path } = result;
  const byId = callId === undefined ? undefined : waiting.withId(callId);
  const found = byId ?? waiting.first(name);
  if (found !== undefined) {
    attach(found, result, reading);
    if (byId !== undefined || callId === undefined) return;
    const text = `no waiting call has the id \`${callId}\`; by its place the result belongs to \`${found.call.name}\``;
    problems.push(oddity('result-id-fits-no-call', path, text));
  } else if (callId !== undefined && ids.has(callId)) {
    problems.push(oddity('second-result', path, `the call \`${callId}\` has a result already`));
  } else problems.push(oddity('orphan-result', path, orphanText(result, hasCalls)));
}

function attach(
  launched: Launched,
  result: LoggedResult,
  { waiting, callOf, resultOf, spokenAt, problems }: Reading,
): void {
  const { call, message } = launched;
  waiting.settle(launched);
  callOf.set(result, call);
  resultOf.set(call, result);
  if (message >= spokenAt) return;
  const text = `the result of \`${call.name}\` comes after a later message of the agent`;
  problems.push(oddity('late-result', result.path, text));
}

function orphanText({ name, callId }: LoggedResult, hasCalls: boolean): string {
  const of = name === undefined ? '' : ` of \`${name}\``;
  const id = callId === undefined ? '' : ` for \`${callId}\``;
  return `a result${of}${id} ${hasCalls ? 'belongs to no call' : 'stands before any call'}`;
}
