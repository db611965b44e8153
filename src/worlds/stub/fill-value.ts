import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { fillTemplate, templateNames } from '../../domain/values/template.ts';

/**
 * Puts arguments in place of `{{name}}` in the texts of `value`. A text that is nothing but one placeholder becomes the
 * argument itself, a number stays a number; inside a longer text arguments stand as text, or as
 * JSON when they are none, and null as nothing.
 */
export function fillValue(value: JsonValue, given: JsonObject): JsonValue {
  if (typeof value === 'string') return fillText(value, given);
  if (isList(value)) return value.map((item) => fillValue(item, given));
  if (!isObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const [key, part] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: fillValue(part, given),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** As `fillValue`, for a JSON Pointer: what is put in is one segment, whatever it holds. */
export function fillPointer(pointer: string, given: JsonObject): string {
  return fillTemplate(
    pointer,
    textsOf(given, (text) => text.replaceAll('~', '~0').replaceAll('/', '~1')),
  ).text;
}

/** Names of placeholders in all texts of `value`. */
export function namesIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return templateNames(value);
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((part: JsonValue) => namesIn(part))
    : [];
}

function fillText(text: string, given: JsonObject): JsonValue {
  if (!text.includes('{{')) return text;
  const [, whole] = /^\{\{\s*([\p{L}\p{N}_.-]+)\s*\}\}$/u.exec(text) ?? [];
  if (whole !== undefined && Object.hasOwn(given, whole)) return given[whole] ?? null;
  return fillTemplate(
    text,
    textsOf(given, (inserted) => inserted),
  ).text;
}

function textsOf(given: JsonObject, encode: (text: string) => string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = encode(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
    Object.defineProperty(texts, name, { value: text, enumerable: true });
  }
  return texts;
}
