import { Buffer, isUtf8 } from 'node:buffer';

/** A piece of text. `isDamaged`: bytes of it were no UTF-8, and each such sequence stands as U+FFFD. */
export type DecodedPiece = { text: string; isDamaged: boolean };

const FEED = 0x0a;
const REPLACEMENT = '\ufffd';

/** Decodes UTF-8 that comes in pieces, whatever they cut in two. What is no UTF-8 is in pieces of its own, line by line. */
export function byteDecoder(): { push(bytes: Uint8Array): DecodedPiece[]; end(): DecodedPiece[] } {
  let rest: Buffer = Buffer.alloc(0);
  const decode = (bytes: Buffer): DecodedPiece[] => {
    const text = bytes.toString('utf8');
    // Checking costs a second look at the bytes, and most texts hold no such sign.
    if (!text.includes(REPLACEMENT) || isUtf8(bytes)) return text === '' ? [] : [{ text, isDamaged: false }];
    return linesOf(bytes).map((line) => ({ text: line.toString('utf8'), isDamaged: !isUtf8(line) }));
  };
  return {
    push(bytes) {
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const all = rest.length === 0 ? given : Buffer.concat([rest, given]);
      const end = endOfWhole(all);
      // A copy, since whoever reads files may use the memory of a piece again.
      rest = Buffer.from(all.subarray(end));
      return decode(all.subarray(0, end));
    },
    end: () => decode(rest),
  };
}

/** Where the last character that is whole ends. */
export function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Each with its line feed. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let feed = bytes.indexOf(FEED); feed >= 0; feed = bytes.indexOf(FEED, start)) {
    lines.push(bytes.subarray(start, feed + 1));
    start = feed + 1;
  }
  return start < bytes.length ? [...lines, bytes.subarray(start)] : lines;
}
