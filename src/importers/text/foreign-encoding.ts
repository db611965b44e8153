import { isUtf8 } from 'node:buffer';
import { endOfWhole } from './decode-bytes.ts';

/** As many bytes of a text as are needed to tell its encoding. */
export const ENCODING_BYTES = 4;

type Foreign = { message: string; hint: string };

/**
 * What a text is, by its first bytes, where it cannot be read as lines of UTF-8: another encoding, or no text at all.
 * Undefined for everything that may be one.
 */
export function foreignEncoding(begin: Uint8Array): Foreign | undefined {
  const [first = 1, second = 1, third = 1, fourth = 1] = begin;
  const marks = [first, second, third, fourth].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (marks === 'ff fe 00 00' || marks === '00 00 fe ff') return encoded('UTF-32');
  if (marks.startsWith('ff fe')) return encoded('UTF-16LE');
  if (marks.startsWith('fe ff')) return encoded('UTF-16BE');
  // JSON begins with signs that have a zero for their other half.
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return encoded('UTF-16BE');
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return encoded('UTF-16LE');
  return begin.includes(0) || isForeignLine(begin) ? BINARY : undefined;
}

const BINARY: Foreign = {
  message: 'this is no text in UTF-8: it holds binary data, or has another encoding',
  hint: 'give a text with JSON, or write the log as UTF-8',
};

function encoded(name: string): Foreign {
  return {
    message: `the text is written in ${name}, and only UTF-8 is read`,
    hint: `convert it: iconv -f ${name} -t UTF-8`,
  };
}

/** A first line that is neither UTF-8 nor the beginning of JSON. */
function isForeignLine(begin: Uint8Array): boolean {
  const feed = begin.indexOf(0x0a);
  const line = begin.subarray(0, feed < 0 ? endOfWhole(begin) : feed);
  const start = String.fromCharCode(...line.subarray(0, 64)).trimStart();
  return !/^(?:\u00ef\u00bb\u00bf)?[[{]/.test(start) && !isUtf8(line);
}
