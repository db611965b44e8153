import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { DefaultTree } from './default-tree.ts';
import { type IgnoredPaths, stepInto } from './ignored-paths.ts';
import { isAbsent, membersOf } from './members-of.ts';
import { isEqualJson } from './same-value.ts';

/** What lets keys of one object pass that the expectation does not name. */
export type Excuses = {
  ignored: IgnoredPaths | undefined;
  defaults: DefaultTree | undefined;
  nullIsAbsent: boolean;
};

/** Whether a key says nothing: it is ignored, holds its default, or all that is in it says nothing. */
export function isExcused(key: string, value: JsonValue, excuses: Excuses | undefined): boolean {
  if (isAbsent(value)) return true;
  if (excuses === undefined) return false;
  const { ignored, defaults, nullIsAbsent } = excuses;
  if (nullIsAbsent && value === null) return true;
  const inner = ignored === undefined ? undefined : stepInto(ignored, key);
  if (inner?.isIgnored) return true;
  const preset = defaults?.members?.get(key);
  if (preset?.value !== undefined && isEqualJson(value, preset.value)) return true;
  if (inner?.next === undefined && preset?.members === undefined) return false;
  return hasOnlyExcused(value, { ignored: inner?.next, defaults: preset, nullIsAbsent });
}

function hasOnlyExcused(value: JsonValue, excuses: Excuses): boolean {
  const members = isObject(value) ? membersOf(value) : undefined;
  if (members === undefined) return false;
  const keys = Object.keys(members);
  if (keys.length === 0) return excuses.defaults?.members !== undefined;
  return keys.every((key) => isExcused(key, members[key] as JsonValue, excuses));
}
