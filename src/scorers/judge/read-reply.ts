import { z } from 'zod';
import type { ChatReply } from '../../domain/contracts/chat-model.ts';
import { fromJsonValue } from '../../domain/values/from-json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { explainIssues } from '../explain-issue.ts';

/** What a judge answered, as it wrote it: nothing in it is checked but its form. */
export const JudgeReply = z.strictObject({
  answers: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.string(),
      quotes: z.array(z.strictObject({ event: z.int().min(0), text: z.string() })),
      turns: z.array(z.int().min(0)),
      verdict: z.enum(['met', 'not_met', 'cannot_tell']),
    }),
  ),
  met: z.int().min(0),
});
export type JudgeReply = z.infer<typeof JudgeReply>;
export type Verdict = JudgeReply['answers'][number]['verdict'];

/** `unreadable` may be asked for once more; `refused` is an answer, and no verdict. */
export type ReadJson<Value> = { status: 'read'; reply: Value } | { status: 'unreadable' | 'refused'; problem: string };
export type ReadReply = ReadJson<JudgeReply>;

/** Reads one JSON object of exactly the form asked for: text around it, other keys or other types are no verdict. */
export function readJsonReply<Value>({ text, finish, calls }: ChatReply, schema: z.ZodType<Value>): ReadJson<Value> {
  const unreadable = (problem: string): ReadJson<Value> => ({ status: 'unreadable', problem });
  if (finish === 'refusal') return { status: 'refused', problem: 'refused to answer' };
  if (finish === 'length') return { status: 'refused', problem: 'was cut off at its limit of tokens' };
  if (calls.length > 0) return unreadable('called a tool instead of answering');
  const document = documentOf(text);
  if (document === '') return unreadable('gave an empty answer');
  const parsed = parseJson(document);
  if (parsed.status === 'unparsable') return unreadable(`answered with something that is no JSON (${parsed.problem})`);
  const twice = parsed.warnings?.[0];
  if (twice !== undefined) return unreadable(`contradicts itself: ${twice}`);
  const value = fromJsonValue(parsed.value);
  const checked = schema.safeParse(value);
  if (checked.success) return { status: 'read', reply: checked.data };
  const [first] = explainIssues(checked.error.issues, { path: '', schema, value });
  const place = first?.path.replace(/^\./, '') ?? '';
  return unreadable(`gave an answer of another form: ${place === '' ? '' : `${place} `}${first?.message ?? 'unknown'}`);
}

/** Without what models put around a document that they were asked for alone: their thinking, and a fence of Markdown. */
function documentOf(text: string): string {
  const said = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  return /^```(?:json)?[ \t]*\r?\n([\s\S]*)\r?\n```$/.exec(said)?.[1]?.trim() ?? said;
}
