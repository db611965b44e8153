import { UsageError } from '../../../../domain/errors.ts';
import { fromJsonValue } from '../../../../domain/values/from-json-value.ts';
import { isList, isObject, tagOf } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { safeErrorText } from '../../../../domain/values/safe-error.ts';
import { cutText } from '../../../text/value-text.ts';
import { liveWords, type ReadLiveValue } from '../live-value.ts';
import type { ValueTest } from '../matcher.ts';
import { valueWords } from '../value-words.ts';
import { regExpTest } from './pattern.ts';

/**
 * A test by the author's own code. Code that throws, waits or answers with anything but `true` and `false` has not tested:
 * the test throws `UsageError`, and what was asked cannot be told.
 */
export function liveTest(live: ReadLiveValue, called = liveWords(live)): ValueTest {
  if (live.kind === 'pattern') return regExpTest(live.pattern);
  return {
    test: (actual) => answerOf(called, actual, () => ask(live, actual === undefined ? undefined : decoded(actual))),
    text: called,
    why: (actual) =>
      live.kind === 'schema' || live.kind === 'standard_schema' ? reasonsOf(live, decoded(actual)) : '',
  };
}

type LiveSchema = Extract<ReadLiveValue, { kind: 'schema' | 'standard_schema' }>;

/** What a schema says itself of a value that it does not accept, with the places inside the value. */
function reasonsOf(live: LiveSchema, value: unknown): string {
  const { answer } = attempt(() => issuesOf(live, value).slice(0, 3).map(issueWords).filter(Boolean).join('; '));
  return typeof answer === 'string' ? cutText(answer) : '';
}

function issuesOf(live: LiveSchema, value: unknown): readonly unknown[] {
  const answer: unknown =
    live.kind === 'schema'
      ? Reflect.get(live.schema.safeParse(value), 'error')
      : live.schema['~standard'].validate(value);
  const issues: unknown = isSettledObject(answer) ? Reflect.get(answer, 'issues') : undefined;
  return Array.isArray(issues) ? issues : [];
}

function issueWords(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return '';
  const { message, path } = issue as { message?: unknown; path?: unknown };
  if (typeof message !== 'string') return '';
  const keys = Array.isArray(path) ? (path as readonly unknown[]).map(keyOf).join('.') : '';
  return keys === '' ? message : `${keys}: ${message}`;
}

/** Standard Schema may write a key as `{ key }`. */
function keyOf(part: unknown): string {
  return String(typeof part === 'object' && part !== null ? Reflect.get(part, 'key') : part);
}

function ask(live: Exclude<ReadLiveValue, { kind: 'pattern' }>, value: unknown): unknown {
  switch (live.kind) {
    case 'asymmetric':
      return live.matcher.asymmetricMatch(value);
    case 'schema': {
      const answer: unknown = live.schema.safeParse(value);
      return isSettledObject(answer) ? Reflect.get(answer, 'success') : answer;
    }
    case 'standard_schema': {
      const answer = live.schema['~standard'].validate(value);
      return isSettledObject(answer) ? Reflect.get(answer, 'issues') === undefined : answer;
    }
    default:
      return live.predicate(value as JsonValue | undefined);
  }
}

function isSettledObject(answer: unknown): answer is object {
  return typeof answer === 'object' && answer !== null && !('then' in answer);
}

function answerOf(called: string, actual: JsonValue | undefined, run: () => unknown): boolean {
  const { answer, threw } = attempt(run);
  if (typeof answer === 'boolean') return answer;
  if (isThenable(answer)) ignoreRejection(answer);
  const told = threw === undefined ? `answered with ${kindOf(answer)}` : `threw: ${threw}`;
  throw new UsageError(`on ${valueWords(actual)}, ${called}: the test ${told}; it must answer true or false at once`);
}

function attempt(run: () => unknown): { answer?: unknown; threw?: string } {
  try {
    return { answer: run() };
  } catch (error) {
    return { threw: safeErrorText(error, { plain: true }).message };
  }
}

function isThenable(answer: unknown): answer is object {
  return ((typeof answer === 'object' && answer !== null) || typeof answer === 'function') && 'then' in answer;
}

/** Nobody waits for a promise that is no answer: what it is rejected with later must not end the process. */
function ignoreRejection(answer: object): void {
  const ignore = () => undefined;
  Promise.resolve(answer).then(ignore, ignore);
}

function kindOf(answer: unknown): string {
  if (answer === null || answer === undefined) return String(answer);
  if (isThenable(answer)) return 'a promise';
  return typeof answer === 'object' ? 'an object' : `a ${typeof answer}`;
}

/** The JavaScript value that an argument stands for. A value without tags is handed over as it is: it is frozen. */
function decoded(value: JsonValue): unknown {
  return hasTags(value) ? fromJsonValue(value) : value;
}

function hasTags(root: JsonValue): boolean {
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isList(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      if (tagOf(value) !== undefined) return true;
      for (const key of Object.keys(value)) open.push(value[key] as JsonValue);
    }
  }
  return false;
}
