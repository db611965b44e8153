/** Line and column, from 1, of the value at `path` in a JSON text that parses; of the last part of the path there is. */
export function jsonPlace(text: string, path: readonly PropertyKey[]): { line: number; column: number } {
  let at = skipSpace(text, 0);
  for (const part of path) {
    const next = findMember(text, at, part);
    if (next === undefined) break;
    at = next;
  }
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < at; feed = text.indexOf('\n', feed + 1)) {
    line += 1;
    start = feed + 1;
  }
  return { line, column: at - start + 1 };
}

/** Where the member's value starts, in the container that starts at `at`. */
function findMember(text: string, at: number, part: PropertyKey): number | undefined {
  const isObject = text[at] === '{';
  if (!isObject && text[at] !== '[') return undefined;
  let next = skipSpace(text, at + 1);
  for (let index = 0; text[next] !== undefined && text[next] !== '}' && text[next] !== ']'; index += 1) {
    let name: PropertyKey = index;
    if (isObject) {
      const end = skipValue(text, next);
      name = JSON.parse(text.slice(next, end)) as string;
      next = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === part) return next;
    next = skipSpace(text, skipValue(text, next));
    if (text[next] === ',') next = skipSpace(text, next + 1);
  }
  return undefined;
}

/** Behind the value that starts at `at`, however deep it nests. */
function skipValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  do {
    const character = text[next];
    if (character === '"') next = skipText(text, next);
    else if (character === '{' || character === '[') {
      depth += 1;
      next += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      next += 1;
    } else if (depth === 0) return skipWord(text, next);
    else next += 1;
  } while (depth > 0 && next < text.length);
  return next;
}

function skipText(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === '\\' ? 2 : 1;
  return next + 1;
}

function skipWord(text: string, at: number): number {
  let next = at;
  while (next < text.length && !/[\s,\]}]/.test(text[next] ?? '')) next += 1;
  return next;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? '')) next += 1;
  return next;
}
