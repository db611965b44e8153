import type { SessionLine } from './lines/program-line.ts';
import type { LineSplitter } from './process/line-splitter.ts';
import type { ProcessOptions, RunningProcess } from './process/start-process.ts';
import type { ProgramFailure } from './program-failure.ts';

/** Where the lines of one session go, in order. */
export type Channel = {
  onLine(line: SessionLine): void;
  /** Nothing more comes. */
  onFailure(failure: ProgramFailure): void;
};

export type ProgramOptions = Omit<ProcessOptions, 'exitGuard'> & {
  exitGuard: ProcessOptions['exitGuard'];
  /** The command, as errors name it. */
  label: string;
  maxLineBytes: number;
  /** Several sessions share it, so each line names its own. */
  isShared: boolean;
  /** How long it may take to say that it is ready; undefined when it need not say so. */
  startTimeoutMs: number | undefined;
};

/** What is known of a program while it runs. */
export type State = {
  options: ProgramOptions;
  process: RunningProcess | undefined;
  splitter: LineSplitter;
  channels: Map<string, Channel>;
  /** Sessions that are over, and who hears what they still say. */
  gone: Map<string, ((line: SessionLine) => void) | undefined>;
  failure: ProgramFailure | undefined;
  hasSpoken: boolean;
  wasStopped: boolean;
  isClosing: boolean;
  isReady: boolean;
  /** Told of the first of: ready, failed. */
  onStart(): void;
  disarm(): void;
  exited: Promise<void>;
};

/** Ends the program; how it then ends is no fault of its own. */
export function stop(state: State): void {
  state.wasStopped = true;
  state.process?.terminate();
}

/** The program cannot be understood any more: every session fails, and it is ended. */
export function fail(state: State, problem: string): void {
  if (state.failure !== undefined) return;
  end(state, faultOf(state, problem));
  stop(state);
}

export function faultOf({ options, process }: State, problem: string): ProgramFailure {
  const what = `${options.label} ${problem}`;
  return { kind: 'fault', what, isClean: false, errorText: process?.errorText() ?? '' };
}

export function end(state: State, failure: ProgramFailure): void {
  if (state.failure !== undefined) return;
  state.failure = failure;
  state.disarm();
  state.onStart();
  for (const channel of state.channels.values()) channel.onFailure(failure);
}

/** A program whose pipes close is most often about to exit, and its exit says more: it has a moment for that. */
export function doom(state: State, problem: string): void {
  if (state.failure !== undefined || state.isClosing) return;
  state.disarm();
  state.disarm = state.options.timer.setTimer(state.options.killAfterMs, () => fail(state, problem));
}
