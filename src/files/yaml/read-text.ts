import { open } from 'node:fs/promises';
import type { Problem } from '../../domain/authoring/problem.ts';

/** Larger files are refused before they are read. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

export type TextOutcome = { status: 'read'; text: string } | { status: 'refused'; problem: Problem };

/**
 * Reads a text file of at most 5 MiB as UTF-8; a byte order mark is taken off. `name` is the file as people are told
 * of it. Never throws: folders, pipes, unreadable files, other encodings and NUL characters are problems.
 */
export async function readText(path: string, name: string): Promise<TextOutcome> {
  const bytes = await readBytes(path, name);
  return bytes.status === 'read' ? decode(bytes.bytes, name) : bytes;
}

type BytesOutcome = { status: 'read'; bytes: Uint8Array } | { status: 'refused'; problem: Problem };

async function readBytes(path: string, name: string): Promise<BytesOutcome> {
  try {
    // A named pipe would block for ever when opened for reading without this flag.
    const { O_RDONLY, O_NONBLOCK = 0 } = (await import('node:fs')).constants;
    const file = await open(path, O_RDONLY | O_NONBLOCK);
    try {
      const status = await file.stat();
      if (!status.isFile()) return refuse(name, 'not-a-file', 'this is not a file');
      if (status.size > MAX_FILE_BYTES) return refuse(name, 'file-too-large', tooLarge(status.size));
      return { status: 'read', bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    return refuse(name, 'unreadable-file', `the file cannot be read: ${reasonOf(error)}`);
  }
}

function tooLarge(size: number): string {
  return `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most 5 MB are read`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code || String(error);
}

function decode(bytes: Uint8Array, name: string): TextOutcome {
  if (isUtf16(bytes)) return refuse(name, 'encoding', 'the file is UTF-16; save it as UTF-8');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(name, 'encoding', 'this line is not UTF-8; save the file as UTF-8', lineOfBadBytes(bytes));
  }
  const nul = text.indexOf('\0');
  if (nul < 0) return { status: 'read', text };
  const before = text.slice(0, nul).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return refuse(name, 'nul-character', 'there is a NUL character here; a text file has none', before.length, column);
}

/** By its byte order mark, or by a zero in every second byte of its beginning. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const head = bytes.subarray(0, 64);
  const zeros = head.filter((byte) => byte === 0).length;
  return head.length >= 4 && zeros * 3 >= head.length;
}

function lineOfBadBytes(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end < 0 ? bytes.length : end;
    try {
      decoder.decode(bytes.subarray(start, stop));
    } catch {
      return line;
    }
    start = stop + 1;
  }
  return line;
}

function refuse(
  file: string,
  code: string,
  message: string,
  line = 1,
  column = 1,
): { status: 'refused'; problem: Problem } {
  return { status: 'refused', problem: { severity: 'error', code, place: { file, line, column }, path: '', message } };
}
