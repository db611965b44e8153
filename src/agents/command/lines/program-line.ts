import { z } from 'zod';
import { forTerminal } from '../../../domain/display/terminal.ts';
import { ToolErrorKind } from '../../../domain/transcript/tool-call.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { truncate } from '../../../domain/values/text.ts';

/** Version of the lines, told in `session_started`. */
export const PROTOCOL = 1;

/** Which session a line belongs to; may be left out where the program has only one. */
const session = z.string().optional();
const outcome = {
  status: z.enum(['ok', 'error']).default('ok'),
  content: z.unknown().optional(),
  kind: ToolErrorKind.default('tool_error'),
  message: z.string().default('the tool failed'),
};
const tokens = z.unknown().optional();

const LINES = {
  /** Ready to take sessions; waited for when the agent has a `startTimeoutMs`. */
  ready: z.strictObject({ type: z.literal('ready'), protocol: z.literal(PROTOCOL).default(PROTOCOL) }),
  /** Words for the user. Unless `final` is false, the turn is over with them. */
  agent_message: z.strictObject({
    type: z.literal('agent_message'),
    session,
    text: z.string(),
    final: z.boolean().default(true),
  }),
  /** A call of a simulated tool; `more` says that the next line is another call of the same step. */
  tool_call: z.strictObject({
    type: z.literal('tool_call'),
    session,
    id: z.string().optional(),
    name: z.string(),
    arguments: z.unknown().optional(),
    more: z.boolean().default(false),
  }),
  /** A call that the program ran by itself. */
  reported_call: z.strictObject({
    type: z.literal('reported_call'),
    session,
    id: z.string(),
    name: z.string(),
    arguments: z.unknown().optional(),
  }),
  reported_result: z.strictObject({ type: z.literal('reported_result'), session, id: z.string(), ...outcome }),
  /** The program's model begins a new message. */
  step_started: z.strictObject({ type: z.literal('step_started'), session }),
  /** A call of a model. */
  usage: z.strictObject({
    type: z.literal('usage'),
    session,
    model: z.string(),
    tokensIn: tokens,
    tokensOut: tokens,
  }),
  /** The talk goes to somebody else and ends, and so does the turn. */
  handed_off: z.strictObject({
    type: z.literal('handed_off'),
    session,
    to: z.string().optional(),
    reason: z.string().optional(),
  }),
  /** Anything else worth recording. */
  custom: z.strictObject({ type: z.literal('custom'), session, name: z.string(), data: z.unknown().optional() }),
  /** The agent failed, and with it this session alone. */
  agent_error: z.strictObject({ type: z.literal('agent_error'), session, message: z.string() }),
};

type LineType = keyof typeof LINES;
const TYPES = Object.keys(LINES) as LineType[];

/** One line of a program, read; `source` is its text. */
export type ProgramLine = z.infer<(typeof LINES)[LineType]> & { source: string };
export type SessionLine = Exclude<ProgramLine, { type: 'ready' }>;

export type ReadLine =
  | { status: 'read'; line: ProgramLine }
  /** `session` is the one that the line names, where that much could be read. */
  | { status: 'unreadable'; problem: string; session?: string | undefined };

/** Reads a line that a program wrote. Never throws; `problem` continues a sentence that begins with the program. */
export function readProgramLine(source: string): ReadLine {
  const parsed = parseJson(source);
  if (parsed.status === 'unparsable') return { status: 'unreadable', problem: describeNoJson(source, parsed.problem) };
  const { value } = parsed;
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  const named = typeof fields.session === 'string' ? { session: fields.session } : {};
  const type = TYPES.find((known) => known === fields.type);
  if (type === undefined) return { status: 'unreadable', problem: describeType(source, fields.type), ...named };
  const checked = LINES[type].safeParse(value);
  if (checked.success) return { status: 'read', line: { ...checked.data, source } };
  const [issue] = checked.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\`: `;
  const problem = `wrote a line of type \`${type}\` that cannot be used: ${quoteLine(source)}\n${at}${issue?.message.replace('Invalid input: ', '') ?? ''}`;
  return { status: 'unreadable', problem, ...named };
}

/** What begins like an object was meant for us; all else is most likely a log. */
function describeNoJson(source: string, problem: string): string {
  const hint = source.trimStart().startsWith('{')
    ? `A line is one JSON object: ${problem.replace(/^line 1, /, '')}`
    : 'Standard output is for the lines of the protocol alone: print logs to standard error.';
  return `wrote a line to standard output that is no JSON: ${quoteLine(source)}\n${hint}`;
}

function describeType(source: string, type: unknown): string {
  const known = TYPES.map((name) => `\`${name}\``).join(', ');
  const near = typeof type === 'string' ? nearestName(type, TYPES) : undefined;
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  const what = typeof type === 'string' ? 'of an unknown type' : 'without a `type`';
  return `wrote a line ${what}: ${quoteLine(source)}\nExpected an object whose \`type\` is one of ${known}.${hint}`;
}

/** A line as an error shows it: in one line, at most 200 characters, nothing hidden. */
export function quoteLine(source: string): string {
  return `\`${truncate(forTerminal(source, { newlines: 'escape' }), 200)}\``;
}
