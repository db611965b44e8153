/** The JSON Pointer (RFC 6901) that leads along `parts`; of no parts it is the empty text, the whole value. */
export function pointerTo(parts: readonly (string | number)[]): string {
  let pointer = '';
  for (const part of parts) pointer += `/${escapePart(String(part))}`;
  return pointer;
}

function escapePart(part: string): string {
  return part.includes('~') || part.includes('/') ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part;
}
