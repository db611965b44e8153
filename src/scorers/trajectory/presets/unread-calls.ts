import { nearestName } from '../../../domain/values/nearest-name.ts';

/** Names under which formats keep calls of tools: `toolCalls`, `function_call`, `tool-use`, `tool_uses`, `invalid_tool_calls`. */
const ofCalls = /(?:tool|function)[-_ ]?(?:call|use|invocation)s?$/i;
/** Deeper than any message is nested. */
const MAX_DEPTH = 12;

type Open = { value: unknown; path: string; depth: number };

/**
 * Where a part of a record seems to hold calls in a form that is not read, as a path: a key, or the `type` of a part, that
 * speaks of calls, or a key at the top that is `wanted` misspelt. Undefined where nothing does. Keys of `read` are passed
 * over.
 */
export function unreadCalls(
  record: object,
  { wanted, read }: { wanted: string; read: readonly string[] },
): string | undefined {
  const misspelt = Object.keys(record).find(
    (key) => !read.includes(key) && nearestName(key, [wanted]) !== undefined && isFilled(Reflect.get(record, key)),
  );
  if (misspelt !== undefined) return misspelt;
  const open: Open[] = [{ value: record, path: '', depth: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) continue;
    for (const [key, member] of Object.entries(value) as [string, unknown][]) {
      if (depth === 0 && read.includes(key)) continue;
      const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      if (key === 'type' && typeof member === 'string' && ofCalls.test(member)) return path === '' ? at : path;
      if (ofCalls.test(key) && isFilled(member)) return at;
      open.push({ value: member, path: at, depth: depth + 1 });
    }
  }
  return undefined;
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
