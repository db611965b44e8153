import type { ToolCall, ToolOutcome } from '../domain/transcript/tool-call.ts';
import type { UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import type { Recorder } from './recorder.ts';

/** A call of the step that is being written. */
export type StepCall = {
  call: ToolCall;
  /** Events that belong between the call and its result, such as a change of the world. */
  between: UnplacedEvent[];
  outcome?: ToolOutcome | undefined;
  injectedBy?: string | undefined;
  completed: number;
  /** When it began to run, or when the agent told of it. Milliseconds since the session began. */
  startMs: number;
  /** When it had its result. */
  endMs?: number | undefined;
};

type OpenStep = {
  texts: { text: string; final?: boolean | undefined }[];
  calls: StepCall[];
  saw: string[];
  done: number;
};

/**
 * Writes one message of the agent's model at a time: its words, its calls and their results. A step is written when all
 * its calls have a result, in call order, so that bytes do not depend on which tool was faster.
 */
export type StepBook = {
  recorder: Recorder;
  open: OpenStep | undefined;
  /** Calls whose results the agent has been given since its last message began. */
  unseen: string[];
  /** Calls whose results the agent has been given at all. */
  delivered: Set<string>;
  /** Steps begun in this turn. */
  steps: number;
};

export function createStepBook(recorder: Recorder): StepBook {
  return { recorder, open: undefined, unseen: [], delivered: new Set(), steps: 0 };
}

/** Begins a message. What was open is written first. */
export function beginStep(book: StepBook): void {
  writeStep(book);
  ensureOpen(book);
}

export function addText(book: StepBook, { text, final }: { text: string; final?: boolean | undefined }): void {
  ensureOpen(book).texts.push({ text, final });
}

export function addCall(book: StepBook, call: ToolCall): StepCall {
  const startMs = book.recorder.elapsedMs();
  const entry: StepCall = { call, between: [], outcome: undefined, injectedBy: undefined, completed: 0, startMs };
  ensureOpen(book).calls.push(entry);
  return entry;
}

/**
 * Notes a result; returns whether the step can be written: every call of the world has its result, and, when it was a
 * reported one that came last, every reported call too.
 */
export function settleCall({ open, recorder }: StepBook, entry: StepCall, outcome: ToolOutcome): boolean {
  if (entry.outcome !== undefined || open === undefined || !open.calls.includes(entry)) return false;
  entry.outcome = outcome;
  entry.endMs = recorder.elapsedMs();
  entry.completed = open.done;
  open.done += 1;
  const waitsFor = entry.call.source === 'world' ? ({ call }: StepCall) => call.source === 'world' : () => true;
  return open.calls.every((other) => other.outcome !== undefined || !waitsFor(other));
}

/** A result that arrives after its step was written, or that belongs to no call. */
export function addLateResult(book: StepBook, callId: string, outcome: ToolOutcome): void {
  book.recorder.record({ type: 'tool_result', result: { callId, outcome, completed: 0 } });
  noteDelivered(book, callId);
}

/** Writes the open step. When it closes the turn, its last words are the final answer. */
export function writeStep(book: StepBook, { closesTurn = false }: { closesTurn?: boolean } = {}): void {
  const { open: step, recorder } = book;
  if (step === undefined) return;
  book.open = undefined;
  const [callIds, sawResults] = [step.calls.map(({ call }) => call.id), step.saw];
  if (step.texts.length === 0) recorder.record({ type: 'agent_step', callIds, sawResults });
  else {
    const text = step.texts.map((said) => said.text).join('\n');
    recorder.record({ type: 'agent_step', text, callIds, sawResults });
  }
  step.texts.forEach(({ text, final }, index) => {
    const isLast = closesTurn && step.calls.length === 0 && index === step.texts.length - 1;
    recorder.record({ type: 'agent_message', text, final: final ?? isLast });
  });
  for (const { call, startMs, endMs } of step.calls) {
    recorder.record({ type: 'tool_call', call }, endMs === undefined ? undefined : { startMs, endMs });
  }
  writeChangesOutOfTurn(book, step.calls);
  for (const entry of step.calls) writeResult(book, entry);
}

/** Changes of the world by calls that overtook each other add up only in the order in which they were made. */
function writeChangesOutOfTurn({ recorder }: StepBook, calls: readonly StepCall[]): void {
  const changing = calls.filter(({ between }) => between.some(isChange));
  const made = changing.toSorted((left, right) => left.completed - right.completed);
  if (made.every((entry, index) => entry === changing[index])) return;
  for (const entry of made) {
    for (const event of entry.between.filter(isChange)) recorder.record(event);
    entry.between = entry.between.filter((event) => !isChange(event));
  }
}

function isChange({ type }: UnplacedEvent): boolean {
  return type === 'world_change';
}

function writeResult(book: StepBook, { call, between, outcome, injectedBy, completed }: StepCall): void {
  for (const event of between) book.recorder.record(event);
  if (outcome === undefined) return;
  const { id: callId } = call;
  const result = injectedBy === undefined ? { callId, outcome, completed } : { callId, outcome, completed, injectedBy };
  book.recorder.record({ type: 'tool_result', result });
  noteDelivered(book, call.id);
}

function noteDelivered(book: StepBook, callId: string): void {
  book.unseen.push(callId);
  book.delivered.add(callId);
}

function ensureOpen(book: StepBook): OpenStep {
  if (book.open === undefined) {
    book.open = { texts: [], calls: [], saw: book.unseen, done: 0 };
    book.unseen = [];
    book.steps += 1;
  }
  return book.open;
}
