import type { AgentStep } from '../../../domain/contracts/agent.ts';
import type { ToolOutcome } from '../../../domain/transcript/tool-call.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import { AgentReplyError } from '../../agent-answer.ts';
import { isThere, type ReplyPath, valuesAt } from './reply-path.ts';
import type { CallPaths, ResultPaths } from './reply-paths.ts';
import { saysSomething } from './says-something.ts';

/** A call as an answer tells of it; `outcome` where its result stands beside it, `step` where the answer names it. */
type ToldCall = { id: string; name: string; rawArguments: string; outcome?: ToolOutcome; step: string | undefined };

/**
 * Tells of the calls and results of one turn, as steps. Calls belong to one message of the agent's model when the answer
 * says so by `step`; without that, calls in a row without results do, and one whose result is told beside it stands alone.
 */
export type CallTeller = {
  /** Steps for the calls and results that stand in this part of the answer. */
  tell(part: JsonValue): AgentStep[];
  /** Steps that come before words: a new message where calls were told since the last one began. */
  beforeText(): AgentStep[];
};

export function createCallTeller(
  { calls, results }: { calls: CallPaths | undefined; results: ResultPaths | undefined },
  turn: number,
): CallTeller {
  const ids = createIds(turn);
  let state: 'empty' | 'calls' | 'results' = 'empty';
  let openStep: string | undefined;
  const begin = (): AgentStep[] => {
    if (state === 'empty') return [];
    state = 'empty';
    return [{ type: 'step_started' }];
  };
  const tellCalls = (groups: readonly (readonly ToldCall[])[]): AgentStep[] => {
    const steps: AgentStep[] = [];
    for (const group of groups) {
      const step = group[0]?.step;
      if (state === 'results' || step !== openStep) steps.push(...begin());
      openStep = step;
      for (const { id, name, rawArguments } of group) steps.push({ type: 'reported_call', id, name, rawArguments });
      if (group.length > 0) state = 'calls';
      for (const { id, outcome } of group) {
        if (outcome === undefined) continue;
        steps.push({ type: 'reported_result', callId: id, outcome });
        state = 'results';
      }
    }
    return steps;
  };
  return {
    tell(part) {
      const told = calls === undefined ? [] : readCalls(part, calls, ids);
      const found = results === undefined ? [] : readResults(part, results, ids);
      const groups = groupsOf(told);
      // What a message of the model saw has to be told before the message.
      const rest = groups.length > 1 ? found.filter((result) => !attach(result, told)) : found;
      const steps: AgentStep[] = [...tellCalls(groups), ...rest];
      if (rest.length > 0) state = 'results';
      return steps;
    },
    beforeText: begin,
  };
}

type ToldResult = Extract<AgentStep, { type: 'reported_result' }>;

/** Puts a result beside its call; false when the call is not among these. */
function attach({ callId, outcome }: ToldResult, told: readonly ToldCall[]): boolean {
  const call = told.find(({ id }) => id === callId);
  if (call === undefined || call.outcome !== undefined) return false;
  call.outcome = outcome;
  return true;
}

/** Calls that share a message of the model. */
function groupsOf(told: readonly ToldCall[]): ToldCall[][] {
  const groups: ToldCall[][] = [];
  for (const call of told) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isSame =
      call.step === undefined
        ? last !== undefined && last.step === undefined && last.outcome === undefined && call.outcome === undefined
        : last?.step === call.step;
    if (isSame) group?.push(call);
    else groups.push([call]);
  }
  return groups;
}

function readCalls(part: JsonValue, paths: CallPaths, ids: Ids): ToldCall[] {
  return itemsAt(part, paths.path).map((item, index) => {
    const where = `call ${index + 1} at \`${paths.path.written}\``;
    const name = firstAt(item, paths.name);
    if (typeof name !== 'string' || name === '') {
      throw new AgentReplyError(
        `${where} has no name at ${namesOf(paths.name)}: ${isObject(item) ? keysOf(item) : `it is ${plainJson(item).slice(0, 80)}`}`,
      );
    }
    const given = firstAt(item, paths.arguments) ?? null;
    const step = firstAt(item, paths.step);
    const outcome = outcomeOf(item, { content: paths.result, error: paths.error });
    return {
      id: ids.ofCall(textOf(firstAt(item, paths.id))),
      name,
      rawArguments: typeof given === 'string' ? given : given === null ? '{}' : plainJson(given),
      ...(outcome === undefined ? {} : { outcome }),
      step: textOf(step),
    };
  });
}

function readResults(part: JsonValue, paths: ResultPaths, ids: Ids): ToldResult[] {
  return itemsAt(part, paths.path).map((item, index) => {
    const id = textOf(firstAt(item, paths.callId));
    if (id === undefined) {
      throw new AgentReplyError(
        `result ${index + 1} at \`${paths.path.written}\` names no call at ${namesOf(paths.callId)}`,
      );
    }
    const outcome = outcomeOf(item, paths) ?? { status: 'ok', content: null };
    return { type: 'reported_result', callId: ids.ofResult(id), outcome };
  });
}

/** The items of a list, or what stands at a path that leads to each of them. */
function itemsAt(part: JsonValue, path: ReplyPath): readonly JsonValue[] {
  if (!isThere(part, path)) return [];
  const found = valuesAt(part, path);
  const [only] = found;
  if (path.parts.includes('every')) return found.flat();
  return Array.isArray(only) ? only : only === null || only === undefined ? [] : [only];
}

function outcomeOf(
  item: JsonValue,
  { content, error }: { content: readonly ReplyPath[]; error: readonly ReplyPath[] },
): ToolOutcome | undefined {
  const problem = firstAt(item, error);
  const result = firstAt(item, content);
  if (!saysSomething(problem)) {
    return result === undefined ? undefined : { status: 'ok', content: result };
  }
  const words = problem === true ? (result ?? 'the tool failed') : problem;
  return { status: 'error', kind: 'tool_error', message: typeof words === 'string' ? words : plainJson(words) };
}

function firstAt(item: JsonValue, paths: readonly ReplyPath[]): JsonValue | undefined {
  for (const path of paths) {
    const [value] = valuesAt(item, path);
    if (value !== undefined) return value;
  }
  return undefined;
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : plainJson(value);
}

function namesOf(paths: readonly ReplyPath[]): string {
  return paths.map(({ written }) => `\`${written}\``).join(' or ');
}

function keysOf(item: object): string {
  return `its keys are ${Object.keys(item).slice(0, 10).join(', ') || 'none'}`;
}

type Ids = { ofCall(given: string | undefined): string; ofResult(given: string): string };

/** Ids that are missing or come twice in a turn get one of ours; results of an id that came twice are bound in order. */
function createIds(turn: number): Ids {
  const waiting = new Map<string, string[]>();
  const used = new Set<string>();
  return {
    ofCall(given) {
      let own = given ?? `call_${turn}_${used.size}`;
      if (used.has(own)) own = `call_${turn}_${used.size}`;
      while (used.has(own)) own += '_';
      used.add(own);
      if (given !== undefined) waiting.set(given, [...(waiting.get(given) ?? []), own]);
      return own;
    },
    ofResult(given) {
      const [first, ...rest] = waiting.get(given) ?? [];
      if (first === undefined) return given;
      waiting.set(given, rest);
      return first;
    },
  };
}
