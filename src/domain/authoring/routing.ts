import { z } from 'zod';
import { stableHash } from '../values/hash.ts';
import { JsonObject } from '../values/json-value.ts';
import { Identifier, Name } from './identifier.ts';

/** The word for "no tool" in a table. */
export const NO_TOOL = 'none';

/** The longest name of a row; a session's variant may also name the agent. */
const MAX_ROW = 60;
/** The most of a message that its row is named after. */
const MAX_WORDS = 40;

const Row = z.strictObject({
  /** Name of the row; else made of its message, so that rows can be moved. */
  id: Identifier.max(MAX_ROW).optional(),
  /** What the user says; of several messages, the last one is what the tool is wanted for. */
  say: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  /** The tool to be called, or the tools of which any will do; `none` for no tool. */
  tool: z.union([Name, z.array(Name).min(1)]),
  /** What the arguments of the call must hold, as in `calls`. */
  arguments: JsonObject.optional(),
});

/** A message, and the tool that it wants. */
export const RoutingRow = Row.refine((row) => row.arguments === undefined || isOneTool(wantedOf(row)), {
  error: 'needs one tool in `tool` that it is about',
  path: ['arguments'],
});
export type RoutingRow = z.infer<typeof Row>;

/** Messages with the tool that each wants; every row is played in a session of its own. */
export const RoutingTable = z
  .array(RoutingRow)
  .min(1)
  .check(({ value, issues }) => {
    const first = new Map<string, number>();
    for (const [index, row] of value.entries()) {
      const name = rowName(row);
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, index);
      else issues.push({ code: 'custom', input: row, path: [index], message: repeatedText(row, name, earlier) });
    }
  });
export type RoutingTable = z.infer<typeof RoutingTable>;

function repeatedText({ id }: RoutingRow, name: string, earlier: number): string {
  if (id !== undefined) return `the row \`${name}\` is there already, as \`routing[${earlier}]\``;
  return `this row would be named \`${name}\`, as \`routing[${earlier}]\` is: give one of them an \`id\``;
}

/** Whether arguments can be asked for: those of several tools, or of none, cannot. */
export function isOneTool(wanted: readonly string[]): boolean {
  return wanted.length === 1 && wanted[0] !== NO_TOOL;
}

/** The tools of which any will do; `none` stands for no tool. */
export function wantedOf({ tool }: Pick<RoutingRow, 'tool'>): readonly string[] {
  return typeof tool === 'string' ? [tool] : tool;
}

/** The messages of a row, in order. */
export function messagesOf({ say }: Pick<RoutingRow, 'say'>): readonly string[] {
  return typeof say === 'string' ? [say] : say;
}

/**
 * The row's own name, or one made of its messages: the same wherever it stands and whatever stands beside it. Where letters
 * of the message are lost on the way, a hash keeps it apart from others.
 */
export function rowName({ id, say }: Pick<RoutingRow, 'id' | 'say'>): string {
  if (id !== undefined) return id;
  const messages = messagesOf({ say });
  const plain = (messages.at(-1) ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const name = firstWords(words);
  const hasAllLetters = (plain.match(/[\p{L}\p{N}]/gu) ?? []).every((letter) => /[a-z0-9]/.test(letter));
  const isWhole = messages.length === 1 && hasAllLetters && name === words.join('-');
  if (isWhole && Identifier.safeParse(name).success) return name;
  return `${name === '' ? 'row' : name}-${stableHash(JSON.stringify(messages)).slice(0, 6)}`;
}

function firstWords(words: readonly string[]): string {
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, MAX_WORDS) : `${name}-${word}`;
    if (longer.length > MAX_WORDS) break;
    name = longer;
  }
  return name;
}
