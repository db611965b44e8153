import { canonicalText } from '../../../../src/domain/values/canonical.ts';
import { isList, isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { ArgumentMatcher } from '../../../../src/scorers/trajectory/arguments/matcher.ts';
import { type Answer, type CaseCall, flatCalls, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, matcherOf, type Settings, scored, verdict, wantedArguments, wantedCall } from '../core.ts';

const orders: Readonly<Record<string, Settings['order']>> = { 'accuracy-strict': 'exact', 'accuracy-flexible': 'any' };

export function judgeRagas(one: TrajectoryCase): Answer | undefined {
  const [expected, actual] = [flatCalls(one.expected), flatCalls(one.actual)];
  if (one.mode === 'f1' && one.args_mode === 'exact') return judgeF1(expected, actual);
  const order = Object.hasOwn(orders, one.mode) ? orders[one.mode] : undefined;
  if (order === undefined || one.args_mode !== 'str-equal') return undefined;
  if (expected.length === 0) return verdict(actual.length === 0);
  if (!hasSameNames(expected, actual, order)) return verdict(false);
  const wanted = expected.map(({ name, arguments: given = {} }) => wantedCall(name, textMatcher(given)));
  return scored(judgeFlat(wanted, actual.map(asTexts), { order, extra: 'allow' }).numbers.credit);
}

/** Calls are counted once, however often they are made. */
function judgeF1(expected: readonly CaseCall[], actual: readonly CaseCall[]): Answer {
  const wanted = distinct(expected).map(({ name, arguments: given = {} }) =>
    wantedArguments(name, equalTo(given), { match: 'exact' }),
  );
  return scored(judgeFlat(wanted, distinct(actual), { order: 'any', extra: 'allow' }).numbers.f1);
}

function distinct(calls: readonly CaseCall[]): CaseCall[] {
  return [...new Map(calls.map((call) => [`${call.name} ${canonicalText(call.arguments ?? {})}`, call])).values()];
}

/** All or nothing: the same names, in the same order unless order is free. */
function hasSameNames(expected: readonly CaseCall[], actual: readonly CaseCall[], order: Settings['order']): boolean {
  const names = (calls: readonly CaseCall[]) => calls.map(({ name }) => name);
  const [wanted, made] = [names(expected), names(actual)];
  if (order === 'any') {
    wanted.sort();
    made.sort();
  }
  return wanted.length === made.length && wanted.every((name, index) => name === made[index]);
}

/** A share of the expected arguments; arguments where none are expected are wrong. */
function textMatcher(expected: JsonValue): ArgumentMatcher {
  const texts = textsOf(expected);
  const isEmpty = (value: JsonValue) => isObject(value) && Object.keys(value).length === 0;
  return isEmpty(texts) ? matcherOf(isEmpty) : compileArguments(texts, { match: 'partial', credit: 'expected' });
}

function asTexts(call: CaseCall): CaseCall {
  return { ...call, arguments: textsOf(call.arguments ?? {}) };
}

function textsOf(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([key, member]) => [key, member === null ? null : textOf(member)]));
}

/** As Python turns a value into text, but with keys in one order. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : printed(value);
}

function printed(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (isList(value)) return `[${value.map(printed).join(', ')}]`;
  if (!isObject(value)) return canonicalText(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `'${key}': ${printed(value[key] as JsonValue)}`).join(', ')}}`;
}
