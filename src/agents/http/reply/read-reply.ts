import type { AgentStep } from '../../../domain/contracts/agent.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import { truncate } from '../../../domain/values/text.ts';
import type { PooledResponse } from '../../../network/pooled-response.ts';
import { AgentReplyError } from '../../agent-answer.ts';
import { describeResponse, excerpt, explained, type Redact } from '../send-request.ts';
import { parseAnswer } from './parse-answer.ts';
import { isThere, listWithout, type ReplyPath, valuesAt } from './reply-path.ts';
import type { ReplyPaths } from './reply-paths.ts';
import { createCallTeller } from './reported-calls.ts';
import { saysSomething } from './says-something.ts';

/** The steps of an answer that comes whole. Throws AgentReplyError where it is not what the paths say. */
export async function readReply(
  response: PooledResponse,
  { paths, turn, redact }: { paths: ReplyPaths; turn: number; redact: Redact },
): Promise<AgentStep[]> {
  const body = await explained(response.text(), redact);
  const answer = readJson(body, { response, paths, redact });
  throwIfError(answer, { paths, redact });
  const handOver = handOverIn(answer, paths);
  const texts = textsIn(answer, paths.text, redact);
  if (texts === undefined && handOver === undefined) throw missing(answer, paths.text, 'text');
  const { calls } = paths;
  if (calls !== undefined && !calls.mayBeMissing && !isThere(answer, calls.path)) {
    throw missing(answer, calls.path, 'calls', '; if it is left out when nothing was called, say `mayBeMissing: true`');
  }
  const teller = createCallTeller(paths, turn);
  const steps: AgentStep[] = [{ type: 'step_started' }, ...teller.tell(answer)];
  steps.push(...teller.beforeText());
  const said = texts ?? [];
  // An answer that holds nothing to say is on record as that.
  if (said.length === 0 && handOver === undefined) said.push('');
  said.forEach((text, index) => {
    steps.push({ type: 'text', text, final: index === said.length - 1 });
  });
  return handOver === undefined ? steps : [...steps, handOver];
}

/** Throws AgentReplyError when the agent says that it failed. */
export function throwIfError(
  part: JsonValue,
  { paths, redact }: { paths: Pick<ReplyPaths, 'error'>; redact: Redact },
): void {
  const problem = paths.error === undefined ? undefined : presentAt(part, paths.error);
  if (problem === undefined) return;
  const words = typeof problem === 'string' ? problem : plainJson(problem);
  throw new AgentReplyError(`the agent answered with an error${excerpt(words, redact)}`);
}

/** The step of a hand-over, where the answer tells of one. */
export function handOverIn(part: JsonValue, { handedOff }: Pick<ReplyPaths, 'handedOff'>): AgentStep | undefined {
  const value = handedOff === undefined ? undefined : presentAt(part, handedOff);
  if (value === undefined) return undefined;
  return typeof value === 'string' ? { type: 'handed_off', to: value } : { type: 'handed_off' };
}

/** The words in a part of an answer; undefined where it has nothing at the path. null is silence. */
export function textsIn(part: JsonValue, path: ReplyPath, redact: Redact): string[] | undefined {
  if (!isThere(part, path)) return undefined;
  return valuesAt(part, path).map((value) => {
    if (typeof value === 'string') return value;
    if (value === null) return '';
    const shown = excerpt(plainJson(value), redact);
    throw new AgentReplyError(`the agent's answer has no text at ${nameOf(path)}, but ${kindOf(value)}${shown}`);
  });
}

function readJson(
  body: string,
  { response, paths, redact }: { response: PooledResponse; paths: ReplyPaths; redact: Redact },
): JsonValue {
  if (body.trim() === '' && paths.text.written !== '') {
    throw new AgentReplyError(`the agent answered ${describeResponse(response)} with an empty body`);
  }
  const isPlainText = /^text\/plain\b/i.test(response.headers.get('content-type') ?? '');
  if (isPlainText && paths.text.written === '') return body;
  return parseAnswer(body, { what: `the agent answered ${describeResponse(response)}, which`, redact });
}

function missing(answer: JsonValue, path: ReplyPath, option: string, hint = ''): AgentReplyError {
  const items = listWithout(answer, path);
  const shown =
    items === undefined
      ? shapeOf(answer, 'it')
      : `no item of its list has it, and ${shapeOf(items[0] ?? null, 'the first')}`;
  return new AgentReplyError(
    `the agent's answer has nothing at ${nameOf(path)}, where \`reply.${option}\` looks: ${shown}${hint}`,
  );
}

function shapeOf(value: JsonValue, what: string): string {
  if (!isObject(value)) return `${what} is ${kindOf(value)}`;
  const keys = truncate(Object.keys(value).slice(0, 20).join(', ') || 'none', 200);
  return what === 'it' ? `its keys are ${keys}` : `the keys of ${what} are ${keys}`;
}

function presentAt(part: JsonValue, path: ReplyPath): JsonValue | undefined {
  return valuesAt(part, path).find(saysSomething);
}

function nameOf({ written }: ReplyPath): string {
  return written === '' ? 'its root' : `\`${written}\``;
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return isList(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
