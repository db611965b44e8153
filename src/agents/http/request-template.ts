import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import { UsageError } from '../../domain/errors.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { fillTemplate, templateNames } from '../../domain/values/template.ts';
import { wellFormed } from '../../domain/values/text.ts';

/** What a request may be filled with. */
export const PLACEHOLDERS = ['message', 'messages', 'sessionId', 'turn', 'seed', 'now', 'language', 'policy'] as const;

export type RequestValues = {
  readonly [name in (typeof PLACEHOLDERS)[number]]: JsonValue | undefined;
};

/** Values that an address may hold: one word each. */
const IN_ADDRESS = ['message', 'sessionId', 'turn', 'seed', 'now', 'language'] as const;

/**
 * The body with values in place of its placeholders. A text that is one placeholder becomes the value itself, a list or a
 * number too; in a longer text it becomes words. Where there is no value, the member or item is left out. What is put in
 * is never read as a template again.
 */
export function fillBody(template: JsonValue, values: RequestValues): JsonValue | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (isList(template)) return template.map((item) => fillBody(item, values)).filter((item) => item !== undefined);
  if (!isObject(template)) return template;
  const members: [string, JsonValue][] = [];
  for (const key of Object.keys(template)) {
    const value = fillBody(template[key] as JsonValue, values);
    if (value !== undefined) members.push([key, value]);
  }
  return Object.fromEntries(members);
}

/**
 * The address with values in place of its placeholders, each encoded, so that it stays one part of the path or query.
 * Throws ModelUnavailableError for a value that would not: dots that lead to another folder, however they are encoded, or
 * nothing where the host would be next.
 */
export function fillAddress(template: string, { values, base }: { values: RequestValues; base: string }): string {
  const words = wordsOf(values, (text) => encodeURIComponent(wellFormed(text)));
  const [path = ''] = template.split(/[?#]/, 1);
  for (const part of path.split(/[/\\]/)) {
    const filled = fillTemplate(part, words).text;
    if (filled !== part && /^(?:\.|%2e){1,2}$/i.test(filled))
      throw unfit(template, `\`${filled}\` would lead to another folder`);
  }
  const filled = new URL(fillTemplate(template, words).text, base);
  if (filled.host === new URL(template, base).host) return filled.href;
  throw unfit(template, 'it would be sent to another host');
}

function unfit(template: string, reason: string): ModelUnavailableError {
  return new ModelUnavailableError(`the address \`${template}\` cannot be filled: ${reason}`, []);
}

/** Throws UsageError for a placeholder that has no value, wherever it stands in the body. */
export function checkBodyTemplate(template: unknown, option: string): void {
  if (typeof template === 'string') checkNames(template, { option, known: PLACEHOLDERS });
  else if (typeof template === 'object' && template !== null) {
    for (const [key, value] of Object.entries(template)) {
      checkBodyTemplate(value, Array.isArray(template) ? `${option}[${key}]` : `${option}.${key}`);
    }
  }
}

export function checkAddressTemplate(template: string, option: string): void {
  checkNames(template, { option, known: IN_ADDRESS });
}

/** Whether a template, at any depth, asks for one of these. */
export function asksFor(template: unknown, names: readonly string[]): boolean {
  if (typeof template === 'string') return templateNames(template).some((name) => names.includes(name));
  return (
    typeof template === 'object' && template !== null && Object.values(template).some((part) => asksFor(part, names))
  );
}

function checkNames(text: string, { option, known }: { option: string; known: readonly string[] }): void {
  const unknown = templateNames(text).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const hint = unknown.startsWith('env.')
    ? '\n  Hint: the environment is only for headers.'
    : nearest === undefined
      ? ''
      : `\n  Hint: did you mean \`{{${nearest}}}\`?`;
  throw new UsageError(
    `${option}: unknown placeholder \`{{${unknown}}}\`.\n  Known here: ${known.map((name) => `\`{{${name}}}\``).join(', ')}.${hint}`,
  );
}

function fillText(text: string, values: RequestValues): JsonValue | undefined {
  const [name, another] = templateNames(text);
  if (name !== undefined && another === undefined && /^\{\{[^{}]*\}\}$/.test(text.trim())) {
    return values[name as keyof RequestValues];
  }
  return fillTemplate(
    text,
    wordsOf(values, (words) => words),
  ).text;
}

function wordsOf(values: RequestValues, write: (text: string) => string): Record<string, string> {
  const words: Record<string, string> = {};
  for (const name of PLACEHOLDERS) {
    const value = values[name] ?? '';
    words[name] = write(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return words;
}
