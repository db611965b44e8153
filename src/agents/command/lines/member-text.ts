/**
 * The text of one member of a JSON object, exactly as it stands there; of a key given twice, the last. Undefined when the
 * object has no such key. `object` is the text of an object that was parsed before.
 */
export function memberText(object: string, key: string): string | undefined {
  let found: string | undefined;
  let at = object.indexOf('{') + 1;
  for (;;) {
    const start = object.indexOf('"', at);
    if (start < 0) return found;
    const end = endOfText(object, start);
    const begin = object.indexOf(':', end) + 1;
    at = endOfValue(object, begin);
    if (JSON.parse(object.slice(start, end)) === key) found = object.slice(begin, at).trim();
  }
}

/** Where the value ends that begins at `start`: at the comma or bracket behind it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at) - 1;
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 0) return at;
        depth -= 1;
        break;
      case ',':
        if (depth === 0) return at;
        break;
    }
  }
  return text.length;
}

/** Position behind the closing quote of the string that opens at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
