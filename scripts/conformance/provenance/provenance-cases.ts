import { readFileSync } from 'node:fs';
import type { ChatMessage, ChatTool } from '../../../src/domain/contracts/chat-model.ts';
import type { JsonObject, JsonValue } from '../../../src/domain/values/json-value.ts';
import { type ArgumentProvenance, argumentProvenance } from '../../../src/scorers/provenance/argument-provenance.ts';

type CaseMessage = {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content?: string;
  name?: string;
  ok?: boolean;
  result?: JsonValue;
  [key: string]: unknown;
};
type Expected = { verdict: string; from?: string; why?: string };
/** One line of `provenance-cases.jsonl`. */
export type ProvenanceCase = {
  id: string;
  now?: string;
  system?: string;
  tools?: { readonly [tool: string]: JsonObject };
  messages: readonly CaseMessage[];
  call: { name: string; arguments: JsonValue };
  expect: { readonly [path: string]: Expected };
};

export function readCases(path: string): ProvenanceCase[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as ProvenanceCase);
}

/** What differs between a case and our verdicts, one line a path; none when they agree. */
export function differencesIn(example: ProvenanceCase): string[] {
  const judged = judgeCase(example);
  return Object.entries(example.expect).flatMap(([path, expected]) => {
    const found = judged.find((one) => one.path === path || one.pointer === path);
    if (found === undefined) return [`${path}: nothing was judged there`];
    const ours = [found.verdict, found.why, found.origins.map(originText).join(' | ')].filter(Boolean).join(', ');
    const wanted = [expected.verdict, expected.from, expected.why].filter(Boolean).join(', ');
    return agrees(found, expected) ? [] : [`${path}: expected ${wanted}; ours ${ours}`];
  });
}

function originText({ kind, tool, quote }: ArgumentProvenance['origins'][number]): string {
  return `${kind}${tool === undefined ? '' : ` ${tool}`} "${quote}"`;
}

/** Judges the one call of a case. */
export function judgeCase({
  now,
  system,
  tools = {},
  messages: seen,
  call,
  expect,
  ...rest
}: ProvenanceCase): ArgumentProvenance[] {
  const messages = [...seen, ...resultsIn(rest)];
  const input = {
    messages: messages.map((message, index) => chatMessage(message, index)),
    call,
    tools: Object.entries(tools).map(([name, parameters]) => chatTool(name, parameters)),
    policy: system === undefined ? [] : [system],
    now,
  };
  const unseen = messages.flatMap((message, index) => (isUnseen(message) ? [`call_${index}`] : []));
  return argumentProvenance({ ...input, unseen });
}

function chatMessage(message: CaseMessage, index: number): ChatMessage {
  const { role, content = '', name = '', ok = true, result = content } = message;
  if (role !== 'tool') return { role, content };
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return { role, toolCallId: `call_${index}`, name, content: text, isError: !ok };
}

/** Results that a case lists apart from its messages: those of calls beside the one that is judged. */
function resultsIn(rest: { readonly [key: string]: unknown }): CaseMessage[] {
  return Object.values(rest)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
    .flatMap((item) => {
      const isResult = typeof item === 'object' && item !== null && 'result' in item;
      return isResult ? [{ ...(item as CaseMessage), role: 'tool' as const, seen: false }] : [];
    });
}

/** A result of the same message as the call, whichever way the case says so. */
function isUnseen(message: CaseMessage): boolean {
  if (message.role !== 'tool') return false;
  return Object.entries(message).some(
    ([key, value]) =>
      (/^seen$/i.test(key) && value === false) || (/parallel|same|unseen|pending/i.test(key) && value === true),
  );
}

function chatTool(name: string, parameters: JsonObject): ChatTool {
  const isSchema = typeof parameters.properties === 'object';
  const description = typeof parameters.description === 'string' ? parameters.description : '';
  return { name, description, parameters: isSchema ? parameters : { type: 'object', properties: parameters } };
}

/** Kinds of reasons in the words that cases explain them with. */
const kinds: readonly (readonly [RegExp, readonly string[]])[] = [
  [/error/i, ['echo_of_error']],
  [/document|description|example of|schema example/i, ['documentation_example']],
  [/placeholder/i, ['placeholder', 'documentation_example']],
  [/agent itself|only the agent|self-only|agent said/i, ['self_only']],
  [/parallel|same message|not (?:yet )?seen|unseen|after the (?:call|launch)/i, ['unseen_result']],
  [/built from|put together/i, ['put_together']],
  [/^nowhere$/i, ['nowhere', 'placeholder']],
  [/enum/i, ['enum']],
  [/default/i, ['default']],
  [/boolean/i, ['boolean']],
  [/^null/i, ['null']],
  [/free text/i, ['free_text']],
];

/** `from` of a grounded value, and `why` where it names a kind, must agree as well. */
function agrees(found: ArgumentProvenance, { verdict, from, why }: Expected): boolean {
  if (found.verdict !== verdict) return false;
  if (verdict === 'grounded' && from !== undefined && !isFrom(found, from)) return false;
  const kind = why === undefined ? undefined : kinds.find(([pattern]) => pattern.test(why));
  return kind === undefined || kind[1].includes(found.why ?? '');
}

function isFrom({ origins }: ArgumentProvenance, from: string): boolean {
  const wanted = /system|instruction|policy/i.test(from)
    ? 'policy'
    : /tool|result/i.test(from)
      ? 'tool'
      : from.split(/[\s,]/)[0];
  return origins.length === 0 || origins.some(({ kind }) => kind === wanted);
}
