import { equalJson } from '../../../../src/domain/values/canonical.ts';
import { isList, isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import { type Answer, type CaseCall, flatCalls, type TrajectoryCase } from '../case.ts';
import { judgeFlat, matcherOf, verdict, wantedCall } from '../core.ts';

const modes = ['simple', 'multiple', 'parallel', 'parallel_multiple'];
type Listed = { readonly [name: string]: readonly JsonValue[] };
/** What a tool declares of a parameter. */
type Declared = { type?: JsonValue; items?: JsonValue; properties?: JsonValue };

export function judgeBfcl(one: TrajectoryCase): Answer | undefined {
  if (!modes.includes(one.mode) || one.args_mode !== 'bfcl') return undefined;
  const wanted = flatCalls(one.expected).map((call) => {
    const parameters = one.tools?.find(({ name }) => name === call.name)?.parameters;
    return wantedCall(
      call.name,
      matcherOf((actual) => fitsCall(call, parameters, actual)),
    );
  });
  return verdict(judgeFlat(wanted, flatCalls(one.actual), { order: 'any', extra: 'forbid' }).passed);
}

function fitsCall(call: CaseCall, parameters: JsonValue | undefined, actual: JsonValue): boolean {
  const listed: Listed = call.arguments_any ?? {};
  const { properties, required }: JsonObject = isObject(parameters ?? null) ? (parameters as JsonObject) : {};
  const declared: JsonObject = isObject(properties ?? null) ? (properties as JsonObject) : {};
  if (!isObject(actual)) return false;
  if (isList(required ?? null) && !(required as readonly string[]).every((name) => Object.hasOwn(actual, name)))
    return false;
  return (
    Object.entries(actual).every(([name, value]) => {
      if (!Object.hasOwn(listed, name) || (parameters !== undefined && !Object.hasOwn(declared, name))) return false;
      return fitsListed(value, listed[name] as readonly JsonValue[], (declared[name] ?? {}) as Declared);
    }) && isComplete(actual, listed)
  );
}

/** An empty text among the values says that the parameter may be left out. */
function isComplete(actual: JsonObject, listed: Listed): boolean {
  return Object.entries(listed).every(([name, values]) => Object.hasOwn(actual, name) || values.includes(''));
}

/** The value has the declared type and is one of those listed, or is listed as it stands. */
function fitsListed(value: JsonValue, listed: readonly JsonValue[], declared: Declared): boolean {
  const choices = listed.filter((choice) => choice !== '');
  if (!hasType(value, declared)) return choices.some((choice) => equalJson(choice, value));
  return choices.some((choice) => isSame(choice, value));
}

function hasType(value: JsonValue, { type, items }: Declared): boolean {
  switch (type) {
    case 'string':
    case 'any':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'float':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
    case 'tuple':
      return isList(value) && value.every((item) => items === undefined || hasType(item, items as Declared));
    case 'dict':
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

function isSame(choice: JsonValue, value: JsonValue): boolean {
  if (typeof choice === 'string' && typeof value === 'string') return plainText(choice) === plainText(value);
  if (isList(choice)) {
    return (
      isList(value) &&
      choice.length === value.length &&
      choice.every((item, at) => isSame(item, value[at] as JsonValue))
    );
  }
  if (isObject(choice)) return isObject(value) && isSameObject(choice, value);
  return equalJson(choice, value);
}

/** In an object each key holds a list of values again. */
function isSameObject(choice: JsonObject, value: JsonObject): boolean {
  const valuesOf = (member: JsonValue): readonly JsonValue[] => (isList(member) ? member : [member]);
  return (
    Object.entries(value).every(
      ([key, member]) =>
        Object.hasOwn(choice, key) &&
        valuesOf(choice[key] as JsonValue).some((one) => one !== '' && isSame(one, member)),
    ) && Object.entries(choice).every(([key, member]) => Object.hasOwn(value, key) || valuesOf(member).includes(''))
  );
}

/** Without case, spaces and marks, but for the sign and the point of a number. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '"')
    .replaceAll(/[\s,]/g, '')
    .replaceAll(/[./\-_*^]/g, (mark, at: number, all: string) => (isOfNumber(mark, at, all) ? mark : ''));
}

function isOfNumber(mark: string, at: number, text: string): boolean {
  const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? ''];
  if (!/\d/.test(after)) return false;
  return mark === '-' ? !/[\p{L}\p{N}]/u.test(before) : mark === '.' && /\d/.test(before);
}
