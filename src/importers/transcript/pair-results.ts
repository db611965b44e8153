import type { Problem } from '../../domain/authoring/problem.ts';
import { oddity } from '../import-problem.ts';
import type { LoggedCall, LoggedMessage, LoggedResult } from '../messages/logged-message.ts';

export type Pairing = {
  /** Absent for a result that belongs to no call. */
  callOf: ReadonlyMap<LoggedResult, LoggedCall>;
  resultOf: ReadonlyMap<LoggedCall, LoggedResult>;
};

type Launched = { call: LoggedCall; message: number };
type Reading = {
  callOf: Map<LoggedResult, LoggedCall>;
  resultOf: Map<LoggedCall, LoggedResult>;
  /** Calls without a result so far, oldest first. */
  open: Launched[];
  /** Position of the latest message with calls. */
  latest: number;
  ids: Set<string>;
  problems: Problem[];
};

/**
 * Pairs calls with results. An id counts among the calls that wait for a result, the latest message first; ids repeat in
 * real logs, and of two calls with one id the earlier is answered first. A result whose id fits no waiting call, or that
 * has none, belongs to the first waiting call of the latest message, unless its name says otherwise.
 */
export function pairResults(messages: readonly LoggedMessage[], problems: Problem[]): Pairing {
  const reading: Reading = { callOf: new Map(), resultOf: new Map(), open: [], latest: -1, ids: new Set(), problems };
  messages.forEach((message, index) => {
    if (message.kind === 'result') placeResult(message, reading);
    else if (message.kind !== 'system' && message.calls.length > 0) {
      reading.latest = index;
      for (const call of message.calls) launch(call, index, reading);
    }
  });
  for (const { call } of reading.open) {
    problems.push(oddity('missing-result', call.path, `no result of \`${call.name}\` is recorded`));
  }
  const { callOf, resultOf } = reading;
  return { callOf, resultOf };
}

function launch(call: LoggedCall, message: number, { open, ids, problems }: Reading): void {
  open.push({ call, message });
  if (call.givenId === undefined) return;
  if (ids.has(call.givenId)) {
    const text = `the id \`${call.givenId}\` was given to an earlier call, too; results are paired by their place`;
    problems.push(oddity('repeated-call-id', call.path, text));
  }
  ids.add(call.givenId);
}

function placeResult(result: LoggedResult, reading: Reading): void {
  const { open, latest, ids, problems } = reading;
  const { callId, name, path } = result;
  const recent = open.filter(({ message }) => message === latest);
  const fitsName = ({ call }: Launched): boolean => name === undefined || call.name === name;
  const byId = callId === undefined ? undefined : findById(callId, { recent, open });
  if (byId !== undefined) {
    attach(byId, result, reading);
    if (byId.message !== latest && recent.length > 0) {
      problems.push(
        oddity('late-result', path, `the result of \`${byId.call.name}\` comes after a later message of the agent`),
      );
    }
    return;
  }
  const byPlace = recent.find(fitsName);
  if (byPlace !== undefined) {
    attach(byPlace, result, reading);
    if (callId !== undefined) {
      const text = `no waiting call has the id \`${callId}\`; by its place the result belongs to \`${byPlace.call.name}\``;
      problems.push(oddity('result-id-fits-no-call', path, text));
    }
    return;
  }
  if (callId !== undefined && ids.has(callId)) {
    problems.push(oddity('second-result', path, `the call \`${callId}\` has a result already`));
    return;
  }
  problems.push(oddity('orphan-result', path, orphanText(result, latest < 0)));
}

function findById(id: string, { recent, open }: { recent: readonly Launched[]; open: readonly Launched[] }) {
  const hasId = ({ call }: Launched): boolean => call.givenId === id;
  return recent.find(hasId) ?? open.findLast(hasId);
}

function attach(launched: Launched, result: LoggedResult, { open, callOf, resultOf }: Reading): void {
  open.splice(open.indexOf(launched), 1);
  callOf.set(result, launched.call);
  resultOf.set(launched.call, result);
}

function orphanText({ name, callId }: LoggedResult, isBeforeCalls: boolean): string {
  const of = name === undefined ? '' : ` of \`${name}\``;
  const id = callId === undefined ? '' : ` for \`${callId}\``;
  return `a result${of}${id} ${isBeforeCalls ? 'stands before any call' : 'belongs to no call'}`;
}
