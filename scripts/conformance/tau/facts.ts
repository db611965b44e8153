import { isObject } from '../../../src/domain/values/json-shape.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../src/domain/values/parse-json.ts';
import { answerOf, type EffectCall } from '../../../src/scorers/trajectory/equivalence/effect-call.ts';
import { wordsOf } from '../../../src/scorers/trajectory/equivalence/opposites.ts';
import { leavesOf } from '../../../src/scorers/trajectory/equivalence/record-state.ts';

/** One thing that a result said: `Cellular Connection: connected`, `"data_refueling_gb": 2`, `Mobile Data is now ON`. */
export type Fact = {
  /** The words of its name. */
  label: readonly string[];
  value: string | number | boolean;
  /** All single values of the call's arguments and of the record it stands in. */
  about: readonly JsonValue[];
  /** Position of the call among all calls. */
  at: number;
};

const states = new Map<string, boolean>([
  ...['on', 'yes', 'true', 'enabled', 'active'].map((word) => [word, true] as const),
  ...['off', 'no', 'false', 'disabled', 'inactive'].map((word) => [word, false] as const),
]);

/** What the results of successful calls said, in order. */
export function factsOf(calls: readonly EffectCall[]): Fact[] {
  return calls.flatMap((call, at) => {
    const answer = answerOf(call);
    if (answer === undefined) return [];
    const given = [...leavesOf(call.arguments ?? null).values()];
    const parsed = typeof answer === 'string' && /^\s*[[{]/.test(answer) ? parseJson(answer) : undefined;
    const value = parsed?.status === 'parsed' ? parsed.value : answer;
    if (typeof value === 'string') return factsOfText(value).map((fact) => ({ ...fact, about: given, at }));
    return factsOfJson(value, given).map((fact) => ({ ...fact, at }));
  });
}

function factsOfJson(value: JsonValue, given: readonly JsonValue[]): Omit<Fact, 'at'>[] {
  if (Array.isArray(value)) return value.flatMap((item) => factsOfJson(item as JsonValue, given));
  if (!isObject(value)) return [];
  const about = [...given, ...Object.values(value).filter((member) => typeof member === 'string')];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member === 'object') return factsOfJson(member, given);
    return [{ label: wordsOf(key), value: typeof member === 'string' ? readValue(member) : member, about }];
  });
}

function factsOfText(text: string): { label: readonly string[]; value: string | number | boolean }[] {
  return text.split('\n').flatMap((line) => {
    const named = /^[\s-]*([^:]{1,60}):\s*(.+)$/.exec(line);
    if (named) return [{ label: wordsOf(named[1] as string), value: readValue(named[2] as string) }];
    const stated = /^(.{1,60}?) is (?:now |currently |turned )*(on|off|enabled|disabled|active|inactive)\b/i.exec(line);
    return stated ? [{ label: wordsOf(stated[1] as string), value: readValue(stated[2] as string) }] : [];
  });
}

function readValue(text: string): string | number | boolean {
  const word = text.trim().toLowerCase();
  const state = states.get(word);
  if (state !== undefined) return state;
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word;
}
