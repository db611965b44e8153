import { z } from 'zod';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonValue } from '../../../domain/values/json-value.ts';
import { explainIssues } from '../../explain-issue.ts';

/** Any value as JSON; what JSON has no word for is kept with a mark. */
const Content = z.unknown().transform((value) => toJsonValue(value).value);

/**
 * One thing that the agent was told, in the order in which it became known. `tool_result` is what a call returned, `args`
 * what it was given; `document` a passage that was retrieved or handed over; `user` and `system` are messages. `assistant`
 * messages are history: what the agent said before is never evidence.
 */
export const GroundingEvidence = z.strictObject({
  kind: z.enum(['tool_result', 'document', 'user', 'assistant', 'system']),
  /** Tool of a result, title of a document. */
  name: z.string().optional(),
  /** Turn in which it became known; counted from the user messages when it is left out. */
  turn: z.int().min(0).optional(),
  /** What the call was given. */
  args: Content.optional(),
  /** The call failed; a result that says so itself need not be marked. */
  is_error: z.boolean().optional(),
  /** Id of the call, repeated in pointers. */
  call_id: z.string().optional(),
  format: z.string().optional(),
  /** A text or JSON; a text that holds JSON is read as such. */
  content: Content,
});
export type GroundingEvidence = z.input<typeof GroundingEvidence>;

/** What chat APIs are given holds the description one level down. */
function withinFunction(tool: unknown): unknown {
  const isWrapped = typeof tool === 'object' && tool !== null && 'function' in tool && !('name' in tool);
  return isWrapped ? tool.function : tool;
}

const Description = z.union([
  z.string().min(1),
  z.looseObject({
    name: z.string().min(1),
    description: z.string().optional(),
    /** JSON Schema of its arguments. */
    parameters: Content.optional(),
    effect: z.enum(['read', 'write', 'unknown']).optional(),
  }),
]);
const Tool = z.preprocess<unknown, typeof Description, ToolInput>(withinFunction, Description);
type ToolInput = z.input<typeof Description> | { type?: string; function: z.input<typeof Description> };

export const GroundingInput = z.strictObject({
  /** All that the agent had seen when it gave the answer. */
  evidence: z.array(GroundingEvidence),
  answer: z.string(),
  /** The tools that the agent has: names, or descriptions. Left out, nothing is said of what it can do. */
  tools: z.array(Tool).optional(),
  /** What the agent must keep to, besides `system` messages. */
  policy: z.union([z.string(), z.array(z.string())]).optional(),
  /** Now, ISO 8601; without it a date in the policy counts: `The current time is 2026-01-15`. */
  clock: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:$|[T ])/, 'expected a date or a moment in ISO 8601, such as `2026-01-15T09:00:00Z`')
    .optional(),
  /** BCP 47 tag of the answer; found from its letters when left out. */
  language: z.string().optional(),
  /** Asks a small learned model about answers from documents too; its verdicts have the tier `local`. */
  combiner: z.boolean().optional(),
});
export type GroundingInput = z.input<typeof GroundingInput>;
export type ReadGroundingInput = z.output<typeof GroundingInput>;

/** Throws `UsageError` with the place and the remedy when the input has another shape. */
export function readGroundingInput(input: GroundingInput): ReadGroundingInput {
  const read = GroundingInput.safeParse(input);
  if (read.success) return read.data;
  const problems = explainIssues(read.error.issues, { path: '', schema: GroundingInput, value: input });
  const told = problems.map(({ path, message, hint }) => {
    const place = path === '' ? 'the input' : `\`${path.replace(/^\./, '')}\``;
    return [`${place} ${readable(message)}`, hint ?? remedyFor(path)].filter((part) => part !== undefined).join(' ');
  });
  throw new UsageError(`checkGrounding: ${told.join('\n')}`, problems);
}

function readable(message: string): string {
  return message
    .replace('expected nonoptional', 'expected a text or JSON')
    .replace(/\{"\$type":"\w+","value":"([^"]*)"\}/g, '$1');
}

function remedyFor(path: string): string | undefined {
  if (path === '') return 'Give `{ evidence: [{ kind: "tool_result", name, content }], answer }`.';
  if (/\.content$/.test(path)) return 'A call that returned nothing has `content: null`.';
  return /\.turn$/.test(path) ? 'Left out, turns are counted from the messages of the user.' : undefined;
}
