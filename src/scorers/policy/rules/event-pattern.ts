import { z } from 'zod';
import { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';

/** A tool's name; `*` stands for any letters and `?` for one. */
export const ToolGlob = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[\p{L}\p{N}_.*?-]+$/u, 'may hold letters, digits, `_`, `-` and `.`, `*` for any letters and `?` for one');

const Words = z.union([
  z.string().min(1),
  z.strictObject({
    /** A value, or a variable such as `$id`, that stands somewhere in the words. */
    contains: z.union([z.string().min(1), z.number()]),
  }),
]);

/** One kind of event that a rule speaks of, in one object: a call of a tool, somebody's words, a question, a turn. */
export const EventPattern = z
  .strictObject({
    /** The tool that is called, or several of which one is; globs. */
    tool: z.union([ToolGlob, z.array(ToolGlob).min(1)]).optional(),
    /** What the tool does to the world. */
    effect: z.enum(['read', 'write']).optional(),
    /** What the arguments hold: values, variables such as `$id`, matchers, and conditions such as `{ gt: 100 }`. */
    arguments: JsonObject.optional(),
    /** Only calls that succeeded (`true`) or failed (`false`); without it any attempt. */
    ok: z.boolean().optional(),
    /** What a successful result holds, as in `arguments`, or `{ contains: value }` for a value anywhere in it. */
    result: JsonValue.optional(),
    /** The user's words: a pattern, or a value in them. */
    user: Words.optional(),
    /** The agent's words to the user: a pattern, or a value in them. */
    said: Words.optional(),
    /** A message in which the user plainly agrees (`true`), or any other (`false`). */
    agreed: z.boolean().optional(),
    /** A message in which the agent asks the user something. */
    asked: z.literal(true).optional(),
    /** The beginning of a turn. */
    turnStart: z.literal(true).optional(),
    /** Name of something that the agent tells of itself, such as `handed_off`. */
    event: z.string().min(1).optional(),
  })
  .superRefine((pattern, context) => {
    const problem = kindProblem(pattern);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
export type EventPattern = z.infer<typeof EventPattern>;

const CALL_KEYS = ['tool', 'effect', 'arguments', 'ok', 'result'] as const;
const OTHER_KEYS = ['user', 'said', 'agreed', 'asked', 'turnStart', 'event'] as const;

/** A pattern; a bare text is the name of a tool, and a list means one of them. */
export const EventPatterns = z.union([ToolGlob, EventPattern, z.array(z.union([ToolGlob, EventPattern])).min(1)]);
export type EventPatterns = z.infer<typeof EventPatterns>;
// Patterns stand in many places of a rule: an editor is told their keys, and the rest when the file is read.
EventPatterns._zod.toJSONSchema = () => ({
  type: ['string', 'object', 'array'],
  properties: Object.fromEntries([...CALL_KEYS, ...OTHER_KEYS].map((key) => [key, {}])),
  additionalProperties: false,
});

function kindProblem(pattern: EventPattern): string | undefined {
  const ofCall = CALL_KEYS.filter((key) => pattern[key] !== undefined);
  const others = OTHER_KEYS.filter((key) => pattern[key] !== undefined);
  if (ofCall.length + others.length === 0) {
    return 'says nothing: name a `tool`, an `effect`, or one of `user`, `said`, `agreed`, `asked`, `turnStart`, `event`';
  }
  if (others.length > 1 || (others.length === 1 && ofCall.length > 0)) {
    return `mixes events of several kinds (${[...ofCall, ...others].map((key) => `\`${key}\``).join(', ')}): write a list for "one of them"`;
  }
  if (pattern.result !== undefined && pattern.ok === false) return 'a call that failed has no result to look into';
  return undefined;
}
