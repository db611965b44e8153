import { types } from 'node:util';
import { assertNever } from '../../../domain/values/assert-never.ts';
import { type JsonValue, toJsonValue } from '../../../domain/values/json-value.ts';
import { cutText } from '../../text/value-text.ts';
import { valueWords } from './value-words.ts';

/** Words of code are cut to this length. */
const LONGEST = 80;

/**
 * A test of one value, in TypeScript: `(amount: number) => amount > 0`. Must answer `true` or `false`, for any value that
 * an agent may send; a key that is not there is `undefined`.
 */
export type ValuePredicate = { test(value: JsonValue | undefined): boolean }['test'];

/** An asymmetric matcher of Vitest, Jest or any other library that follows their protocol. */
export type AsymmetricMatcher = { asymmetricMatch(value: unknown): boolean; toString(): string };

/** A schema of zod. */
export type ParsingSchema = { safeParse(value: unknown): { success: boolean } };

/** A schema of any library that follows Standard Schema (valibot, arktype, zod). */
export type StandardSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => unknown; readonly vendor?: string };
};

/** What can stand in expected arguments in TypeScript beyond JSON: something that decides by itself. */
export type LiveValue = ValuePredicate | AsymmetricMatcher | ParsingSchema | StandardSchema | RegExp;

/** A live value told apart by its shape, since it may come from another copy of its package. */
export type ReadLiveValue =
  | { kind: 'asymmetric'; matcher: AsymmetricMatcher }
  | { kind: 'schema'; schema: ParsingSchema }
  | { kind: 'standard_schema'; schema: StandardSchema }
  | { kind: 'pattern'; pattern: RegExp }
  | { kind: 'predicate'; predicate: ValuePredicate };

/** Undefined for JSON. May be handed anything; reads no more than it must. */
export function readLiveValue(value: unknown): ReadLiveValue | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  const shape = value as { asymmetricMatch?: unknown; safeParse?: unknown; '~standard'?: unknown };
  if (typeof shape.asymmetricMatch === 'function') return { kind: 'asymmetric', matcher: value as AsymmetricMatcher };
  if (typeof shape.safeParse === 'function') return { kind: 'schema', schema: value as ParsingSchema };
  const standard = shape['~standard'];
  if (typeof standard === 'object' && standard !== null && typeof Reflect.get(standard, 'validate') === 'function')
    return { kind: 'standard_schema', schema: value as StandardSchema };
  if (types.isRegExp(value)) return { kind: 'pattern', pattern: value };
  return typeof value === 'function' ? { kind: 'predicate', predicate: value as ValuePredicate } : undefined;
}

/** A live value in words: what it says of itself, the name of a function, or its code. */
export function liveWords(live: ReadLiveValue): string {
  switch (live.kind) {
    case 'asymmetric':
      return asymmetricWords(live.matcher);
    case 'pattern':
      return `text matching ${String(live.pattern)}`;
    case 'schema':
    case 'standard_schema':
      return `what ${schemaWords(live.schema)} accepts`;
    case 'predicate':
      return predicateWords(live.predicate);
    default:
      return assertNever(live);
  }
}

/** `StringContaining "A-"`, `Any<Number>`. */
function asymmetricWords(matcher: object): string {
  const told = textFrom(matcher, 'toAsymmetricMatcher');
  if (told !== undefined) return cutText(told, LONGEST);
  const name = textFrom(matcher, 'toString') ?? 'a matcher';
  const sample: unknown = Reflect.get(matcher, 'sample');
  if (sample === undefined) return name;
  return `${name} ${typeof sample === 'function' ? sample.name : valueWords(toJsonValue(sample).value)}`;
}

function textFrom(object: object, method: string): string | undefined {
  const call: unknown = Reflect.get(object, method);
  if (typeof call !== 'function') return undefined;
  try {
    const text: unknown = Reflect.apply(call, object, []);
    return typeof text === 'string' && text !== '[object Object]' ? text : undefined;
  } catch {
    return undefined;
  }
}

function schemaWords(schema: object): string {
  const description: unknown = Reflect.get(schema, 'description');
  if (typeof description === 'string' && description !== '') return `the schema “${cutText(description, LONGEST)}”`;
  const definition: unknown = Reflect.get(schema, 'def') ?? Reflect.get(schema, '_def');
  const type: unknown =
    typeof definition === 'object' && definition !== null ? Reflect.get(definition, 'type') : undefined;
  return typeof type === 'string' ? `the schema of a ${type}` : 'the schema';
}

/** A short function is told as it stands; its name is often only that of the key where it stands. */
function predicateWords(predicate: { name: string }): string {
  const code = String(predicate).replaceAll(/\s+/g, ' ');
  const told =
    code.length <= LONGEST || predicate.name === '' ? cutText(code, LONGEST) : cutText(predicate.name, LONGEST);
  return `what \`${told}\` says yes to`;
}
