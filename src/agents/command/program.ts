import type { JsonValue } from '../../domain/values/json-value.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import { quoteLine, type SessionLine } from './lines/program-line.ts';
import { createLineSplitter, type SplitProblem } from './process/line-splitter.ts';
import { type ProcessExit, type RunningProcess, startProcess } from './process/start-process.ts';
import { errorOf, failureOfExit, failureOfStart } from './program-failure.ts';
import { type Channel, doom, end, fail, faultOf, type ProgramOptions, type State, stop } from './program-state.ts';
import { takeLine } from './take-line.ts';

/** A program that speaks our lines. */
export type Program = {
  attach(session: string, channel: Channel): void;
  /** The session is over; what it still says goes to `onLate`. */
  detach(session: string, onLate: (line: SessionLine) => void): void;
  send(line: { readonly type: string; readonly session: string; readonly [key: string]: JsonValue }): void;
  /** What it wrote of a line that has not ended. */
  unfinishedLine(): string | undefined;
  /** What it wrote to standard error since it was asked before; nothing where several sessions share it. */
  takeErrorLines(): readonly string[];
  isOver(): boolean;
  /** Closes its input and waits until it is gone; one that stays is terminated. */
  close(): Promise<void>;
  /** Ends it, and waits until it is gone. */
  kill(): Promise<void>;
  hold: RunningProcess['hold'];
};

/** Starts the program. Throws ModelUnavailableError when it cannot be started, or does not get ready. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  let onExited = (): void => {};
  const exited = new Promise<void>((resolve) => {
    onExited = resolve;
  });
  const splitter = createLineSplitter({
    maxLineBytes: options.maxLineBytes,
    onLine: (line) => takeLine(state, line),
    onProblem: (problem) => fail(state, describeSplit(problem)),
  });
  const state: State = {
    ...{ options, splitter, exited, process: undefined, failure: undefined },
    ...{ channels: new Map(), gone: new Map(), hasSpoken: false, wasStopped: false },
    ...{ isClosing: false, isReady: false },
    onStart() {},
    disarm() {},
  };
  try {
    state.process = await startProcess(options, {
      onOutput: splitter.push,
      onClosed: (stream) => doom(state, `closed its standard ${stream}`),
      onExit(exit) {
        takeExit(state, exit);
        onExited();
      },
    });
  } catch (error) {
    const { command, cwd, env, label } = options;
    throw errorOf(failureOfStart(label, error, { program: command[0], cwd, path: env.PATH }), { isAwaited: false });
  }
  if (options.startTimeoutMs !== undefined) await waitUntilReady(state, options.startTimeoutMs);
  return programOf(state, state.process);
}

function programOf(state: State, process: RunningProcess): Program {
  const { channels, gone, options, exited } = state;
  return {
    attach(session, channel) {
      if (state.failure === undefined) channels.set(session, channel);
      else channel.onFailure(state.failure);
    },
    detach(session, onLate) {
      channels.delete(session);
      gone.set(session, onLate);
      forgetListeners(gone);
    },
    send: (line) => process.write(`${plainJson(line)}\n`),
    unfinishedLine: () => (options.isShared ? undefined : state.splitter.rest()),
    takeErrorLines: () => (options.isShared ? [] : process.takeErrorLines()),
    isOver: () => state.failure !== undefined,
    async close() {
      state.isClosing = true;
      state.disarm();
      process.hold(true);
      process.endInput();
      const disarm = options.timer.setTimer(options.killAfterMs, () => stop(state));
      await exited;
      disarm();
    },
    async kill() {
      process.hold(true);
      stop(state);
      await exited;
    },
    hold: process.hold,
  };
}

/** Listeners hold whole sessions: only those of the sessions that ended last are kept. */
const MAX_LISTENERS = 16;

function forgetListeners(gone: State['gone']): void {
  if (gone.size <= MAX_LISTENERS) return;
  const old = [...gone.keys()].at(-MAX_LISTENERS - 1);
  if (old !== undefined) gone.set(old, undefined);
}

function takeExit(state: State, exit: ProcessExit): void {
  const rest = state.splitter.rest();
  if (rest !== undefined && state.failure === undefined) {
    // A whole line that only lacks its end is a line: nothing can be missing from an object that is closed.
    if (rest.trimEnd().endsWith('}')) takeLine(state, rest);
    else if (!state.wasStopped) end(state, faultOf(state, `ended in the middle of a line: ${quoteLine(rest)}`));
  }
  const { wasStopped, hasSpoken, process, options } = state;
  const errorText = process?.errorText() ?? '';
  end(state, failureOfExit(options.label, exit, { wasStopped, hasSpoken, errorText }));
  state.disarm();
}

function describeSplit(problem: SplitProblem): string {
  if (problem.kind === 'too_long') return `wrote a line of more than ${problem.bytes} bytes to standard output`;
  const shown = quoteLine(problem.line.subarray(0, 200).toString('latin1'));
  return `wrote bytes to standard output that are no UTF-8 text: ${shown}`;
}

async function waitUntilReady(state: State, startTimeoutMs: number): Promise<void> {
  const { options } = state;
  const started = new Promise<void>((resolve) => {
    state.onStart = resolve;
    if (state.isReady || state.failure !== undefined) resolve();
  });
  const disarm = options.timer.setTimer(startTimeoutMs, () => state.onStart());
  await started;
  disarm();
  if (state.isReady && state.failure === undefined) return;
  const what = describeUnready(state, startTimeoutMs);
  const errorText = state.process?.errorText() ?? '';
  stop(state);
  throw errorOf({ kind: 'unstarted', what, isClean: false, errorText }, { isAwaited: false });
}

function describeUnready({ failure, options: { label } }: State, startTimeoutMs: number): string {
  if (failure === undefined)
    return `${label} was not ready within ${startTimeoutMs} ms: it says so by the line {"type":"ready"}`;
  return failure.kind === 'exit' ? `${failure.what} before it was ready` : failure.what;
}
