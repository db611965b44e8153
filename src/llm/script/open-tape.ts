import type { ChatRequest } from '../../domain/contracts/chat-model.ts';
import { checkPrompt } from '../prompt/check-prompt.ts';
import { ScriptError } from './script-error.ts';
import { describeStep, quote, type ScriptedStep, type StepShape, shapeOf } from './scripted-step.ts';

/** What the request after the last step gets: an error, the last step again, or the script from the start. */
export type AfterLast = 'throw' | 'stick' | 'cycle';

/** A script while it is used by one session. */
export type Tape = {
  /** The step that answers this request. Throws `ScriptError`; from then on, for every request, the same one. */
  next(request: ChatRequest): StepShape;
  nextId(): string;
  /** Throws the `ScriptError` that somebody may have swallowed, or one for steps that were not used. */
  close(): void;
};

export function openTape(
  steps: readonly ScriptedStep[],
  { name, after, record }: { name: string; after: AfterLast; record: (request: ChatRequest, call: number) => void },
): Tape {
  let asked = 0;
  let ids = 0;
  let broken: ScriptError | undefined;
  const fail = (message: string): never => {
    broken = new ScriptError(message);
    throw broken;
  };
  return {
    next(request) {
      record(request, asked);
      if (broken !== undefined) throw broken;
      const index = indexOfStep(asked, steps.length, after);
      asked += 1;
      if (index >= steps.length) return fail(tooMany(name, { asked, steps: steps.length, request }));
      const shape = shapeOf(steps[index] as ScriptedStep);
      const problems = shape.expect === undefined ? [] : checkPrompt(request, shape.expect);
      if (problems.length === 0) return shape;
      const step = `step ${index + 1} (${describeStep(steps[index])})`;
      return fail(`${step} of \`${name}\` does not fit call ${asked} (turn ${request.turn}): ${problems.join('; ')}`);
    },
    nextId: () => `call_${ids++}`,
    close() {
      if (broken !== undefined) throw broken;
      const unused = steps.length - asked;
      if (unused <= 0) return;
      const first = `step ${asked + 1} (${describeStep(steps[asked])})`;
      throw new ScriptError(
        `the script of \`${name}\` has ${countOf(steps.length, 'step')} and ${unused} unused: the session ended before ${first}`,
      );
    },
  };
}

function indexOfStep(asked: number, length: number, after: AfterLast): number {
  if (asked < length || after === 'throw' || length === 0) return asked;
  return after === 'stick' ? length - 1 : asked % length;
}

function tooMany(
  name: string,
  { asked, steps, request }: { asked: number; steps: number; request: ChatRequest },
): string {
  const last = request.messages.at(-1);
  const heard =
    last === undefined ? 'It was sent no message' : `The last message was of ${last.role}: ${quote(last.content)}`;
  return `\`${name}\` has no answer to call ${asked} (turn ${request.turn}): its script has only ${countOf(steps, 'step')}. ${heard}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
