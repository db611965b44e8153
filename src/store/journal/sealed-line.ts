import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** The beginning of a sealed line; what it counts and sums up is everything behind it, to the line break. */
const SEAL = /^\{"bytes":(0|[1-9]\d{0,15}),"crc32":"([0-9a-f]{8})",/;
/** The longest seal. */
const MAX_SEAL = 60;

/** What became of a line on disk. */
export type OpenedLine =
  /** As it was written, without its seal. */
  | { status: 'sealed'; json: Buffer }
  /** Without a seal, as older versions wrote. */
  | { status: 'plain'; json: Buffer }
  /** `isShort`: its end is missing. */
  | { status: 'damaged'; isShort: boolean; message: string };

/**
 * Puts a seal into a line of JSON, which must be an object with members: how many bytes follow, and their checksum
 * (CRC-32 as in zip and PNG). The line stays one JSON object, so that people can search it and tools can read it.
 */
export function sealLine(json: string): string {
  const rest = json.slice(1);
  const sum = crc32(rest).toString(16).padStart(8, '0');
  return `{"bytes":${Buffer.byteLength(rest, 'utf8')},"crc32":"${sum}",${rest}`;
}

/** Takes the seal off a line, without its line break, and says whether the line is what was written. */
export function openLine(line: Buffer): OpenedLine {
  const [seal, count, sum] = SEAL.exec(line.toString('latin1', 0, MAX_SEAL)) ?? [];
  if (seal === undefined || sum === undefined) return { status: 'plain', json: line };
  const rest = line.subarray(seal.length);
  const bytes = Number(count);
  if (rest.length !== bytes) {
    const message = `${rest.length} bytes where ${bytes} were written: the line was cut or changed`;
    return { status: 'damaged', isShort: rest.length < bytes, message };
  }
  const found = crc32(rest).toString(16).padStart(8, '0');
  if (found !== sum) {
    const message = `checksum ${found} where ${sum} was written: the line was changed or damaged`;
    return { status: 'damaged', isShort: false, message };
  }
  return { status: 'sealed', json: Buffer.concat([OPENING, rest]) };
}

const OPENING = Buffer.from('{');
