import type { JsonValue } from '../../domain/values/json-value.ts';

const longest = 120;

/** A value as it stands in a message: JSON, cut to about 120 characters. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(cutText(value));
  return cutText(JSON.stringify(value));
}

/** `text`, or its beginning and `…` when it is longer than `limit`. Never cuts a code point in two. */
export function cutText(text: string, limit: number = longest): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}…`;
}

/** `a`, `b` and `c`. */
export function listText(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** `1 call`, `2 calls`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
