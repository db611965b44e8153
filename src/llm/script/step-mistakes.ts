import { RawBody, ScriptCall, WireError } from '../../domain/authoring/model-script.ts';
import { kindOf, unknownOptions } from '../../domain/authoring/option-names.ts';
import { Usage } from '../../domain/transcript/transcript-event.ts';
import { expectationMistakes } from '../prompt/expectation-mistakes.ts';

const COMMON = ['delayMs', 'expect'];
const ANSWER = ['calls', 'usage', 'finish', 'cut', ...COMMON];

/**
 * Keys that no step has, at every depth. Nothing else of a step is looked at: what its values are worth is told when it
 * is used.
 */
export function stepMistakes(steps: unknown): string[] {
  if (!Array.isArray(steps)) return [`the steps are ${kindOf(steps)}; expected a list, or a function that makes one`];
  return steps.flatMap((step, index) => mistakesIn(step, `steps[${index}]`));
}

function mistakesIn(step: unknown, at: string): string[] {
  if (Array.isArray(step)) return callMistakes(step, at);
  if (!isObject(step)) return [];
  const { expect, calls, usage, cut, error, raw } = step;
  const inside = (name: string, given: unknown, known: readonly string[]): string[] =>
    isObject(given) && !(given instanceof Error) ? unknownOptions(given, known, `${at}.${name}`) : [];
  return [
    ...unknownOptions(step, keysOf(step), at),
    ...(expect === undefined ? [] : expectationMistakes(expect, `${at}.expect`)),
    ...(Array.isArray(calls) ? callMistakes(calls, `${at}.calls`) : []),
    ...inside('usage', usage, Object.keys(Usage.shape)),
    ...inside('cut', cut, ['afterPieces', 'afterBytes', 'connection']),
    ...inside('error', error, Object.keys(WireError.shape)),
    ...inside('raw', raw, Object.keys(RawBody.shape)),
  ];
}

/** What a step may hold depends on what it does, as in a file. */
function keysOf(step: object): readonly string[] {
  if ('error' in step) return ['error', ...COMMON];
  if ('raw' in step) return ['raw', ...COMMON];
  if ('refusal' in step) return ['refusal', 'usage', ...COMMON];
  return ['stream' in step ? 'stream' : 'text', ...ANSWER];
}

function callMistakes(calls: readonly unknown[], at: string): string[] {
  return calls.flatMap((call, index) =>
    isObject(call) ? unknownOptions(call, Object.keys(ScriptCall.shape), `${at}[${index}]`) : [],
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
