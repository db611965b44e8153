import { pointerKeys } from '../../../domain/transcript/world-changes.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { pointerTo } from '../../../domain/values/pointer-to.ts';

/** A JSON Pointer in which the part `*` stands for every member of an object and every item of a list. */
export type PlacePattern = readonly string[];

export function readPlacePattern(pointer: string): PlacePattern {
  return pointerKeys(pointer);
}

/** Whether `pointer` is a place of the pattern, or lies below one. */
export function isWithin(pointer: string, pattern: PlacePattern): boolean {
  const keys = pointerKeys(pointer);
  return keys.length >= pattern.length && pattern.every((part, index) => part === '*' || part === keys[index]);
}

/** Whether one of the two lies in the other, so that a change of the one may be a change of the other. */
export function isOnWay(pointer: string, pattern: PlacePattern): boolean {
  const keys = pointerKeys(pointer);
  return pattern.every((part, index) => part === '*' || index >= keys.length || part === keys[index]);
}

export type FoundPlace = { pointer: string; value: JsonValue };

/** Every place of the pattern at which something stands, in the order of the state. */
export function findPlaces(state: JsonValue, pattern: PlacePattern): FoundPlace[] {
  let places: FoundPlace[] = [{ pointer: '', value: state }];
  for (const part of pattern) {
    places = places.flatMap(({ pointer, value }) =>
      membersAt(value, part).map(([key, member]) => ({ pointer: pointer + pointerTo([key]), value: member })),
    );
  }
  return places;
}

function membersAt(value: JsonValue, part: string): [string, JsonValue][] {
  if (isList(value)) {
    const items = [...value.entries()].map(([index, item]): [string, JsonValue] => [String(index), item]);
    return part === '*' ? items : items.filter(([index]) => index === part);
  }
  if (!isObject(value)) return [];
  if (part === '*') return Object.entries(value);
  return Object.hasOwn(value, part) ? [[part, value[part] as JsonValue]] : [];
}
