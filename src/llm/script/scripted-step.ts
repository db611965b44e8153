import type { Cut, RawBody, WireError } from '../../domain/authoring/model-script.ts';
import { truncate } from '../../domain/values/text.ts';
import type { AnsweredCall, ModelAnswer } from '../model-answer.ts';
import type { ExpectedPrompt } from '../prompt/check-prompt.ts';

type Answer = Exclude<ModelAnswer, string | readonly unknown[]>;
type Common = {
  /** Milliseconds before the answer begins. */
  delayMs?: number | undefined;
  /** What the request must look like; another one is a `ScriptError`. */
  expect?: ExpectedPrompt | undefined;
};

/**
 * One answer of a scripted model: text, a list of calls, or an object with both · `stream`: text that arrives in pieces
 * (whole, where nobody streams) · `refusal`: the model declines · `error`: the provider fails, with a text or a status as
 * `ModelUnavailableError`, or with an error of the author's own · `raw`: a body that is no answer at all · `cut`: the
 * answer breaks off. Over HTTP the last three are sent as they are.
 */
export type ScriptedStep =
  | ModelAnswer
  | (Answer & Common & { cut?: Cut | undefined })
  | (Omit<Answer, 'text'> & Common & { stream: readonly string[]; cut?: Cut | undefined })
  | (Common & { refusal: string; usage?: Answer['usage'] })
  | (Common & { error: string | Error | WireError })
  | (Common & { raw: Partial<RawBody> & { body: string } });

/** A step taken apart. */
export type StepShape = { delayMs: number; expect: ExpectedPrompt | undefined } & (
  | { kind: 'answer'; answer: unknown; pieces: readonly string[] | undefined; cut: Cut | undefined }
  | { kind: 'error'; error: string | Error | WireError }
  | { kind: 'raw'; raw: RawBody }
);

/** Steps in code may be anything: what is no step at all becomes an answer, and is refused as one. */
export function shapeOf(step: ScriptedStep): StepShape {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) return answerShape(step, {});
  const { delayMs = 0, expect } = step as Common;
  const common = { delayMs, expect };
  if ('error' in step) return { ...common, kind: 'error', error: step.error };
  if ('raw' in step) {
    const { body, contentType = 'text/html', status = 200 } = step.raw;
    return { ...common, kind: 'raw', raw: { body, contentType, status } };
  }
  if ('refusal' in step) {
    const { refusal: text, usage } = step;
    return answerShape({ text, finish: 'refusal', usage }, { ...common, pieces: [] });
  }
  if ('stream' in step) {
    const { stream, cut, ...rest } = step;
    return answerShape({ ...rest, text: stream.join('') }, { ...common, cut, pieces: stream });
  }
  return answerShape(step, { ...common, cut: 'cut' in step ? step.cut : undefined });
}

function answerShape(
  answer: unknown,
  { delayMs = 0, expect, pieces, cut }: Common & { pieces?: readonly string[] | undefined; cut?: Cut | undefined },
): StepShape {
  return { kind: 'answer', answer, pieces, cut, delayMs, expect };
}

/** A step in a few words, for messages. */
export function describeStep(step: ScriptedStep | undefined): string {
  if (typeof step === 'string') return quote(step);
  if (step === undefined) return 'nothing';
  if ('error' in step) return describeError(step.error);
  if ('raw' in step) return `a body of ${step.raw.contentType ?? 'text/html'}`;
  if ('refusal' in step) return `refusal ${quote(step.refusal)}`;
  if ('stream' in step) return quote(step.stream.join(''));
  const calls: readonly AnsweredCall[] = 'calls' in step ? (step.calls ?? []) : Array.isArray(step) ? step : [];
  if (calls.length === 0) return quote('text' in step ? (step.text ?? '') : '');
  return calls.length === 1 ? `call of ${calls[0]?.name}` : `calls of ${calls.map((call) => call.name).join(', ')}`;
}

function describeError(error: string | Error | WireError): string {
  if (typeof error === 'string') return `error ${quote(error)}`;
  return error instanceof Error ? `error ${quote(error.message)}` : `error ${error.status}`;
}

export function quote(text: string): string {
  return JSON.stringify(truncate(text, 80));
}
