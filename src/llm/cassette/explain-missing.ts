import type { CassetteEntry, CassetteRequest } from '../../domain/contracts/cassette.ts';
import type { ChatMessage, ChatRole } from '../../domain/contracts/chat-model.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { canonicalText, equalJson } from '../../domain/values/canonical.ts';
import { JsonObject, type JsonValue } from '../../domain/values/json-value.ts';
import { truncate } from '../../domain/values/text.ts';
import { hashOfRequest } from './canonical-request.ts';
import { wordDiff } from './word-diff.ts';

export type MissingRequest = {
  place: string;
  key: SessionKey;
  role: ChatRole;
  /** Number of the request in its role of the session, from 1. */
  number: number;
  turn: number;
  request: CassetteRequest;
  /** What is recorded of the session. */
  entries: readonly CassetteEntry[];
  /** The command that records it. */
  command: string;
};

export const ROLE_NAMES: Readonly<Record<ChatRole, string>> = {
  agent: 'the agent',
  user: 'the simulated user',
  judge: 'the judge',
};

/** Why a request could not be replayed: which one, what differs from the nearest recorded one, and what records it. */
export function explainMissing(missing: MissingRequest): string {
  const { place, key, role, number, turn, command } = missing;
  const which = `request ${number} of ${ROLE_NAMES[role]} in ${sessionPath(key)} (turn ${turn})`;
  return `\`${place}\` has no reply to ${which}. ${difference(missing)}. Record it with \`${command}\`.`;
}

function difference({ role, number, request, entries }: MissingRequest): string {
  if (entries.length === 0) return 'Nothing is recorded for this session';
  const own = entries.filter((entry) => entry.role === role);
  if (own.length === 0) return `Nothing is recorded for ${ROLE_NAMES[role]} in this session`;
  const hash = hashOfRequest(request);
  const equal = own.filter((entry) => entry.key.split('-')[1] === hash).length;
  if (equal > 0) {
    return `The same request is recorded ${equal === 1 ? 'once' : `${equal} times`}, and was made more often`;
  }
  const nearest = findNearest(request, { own, number });
  const differences = [...headDifferences(nearest.entry.request, request)];
  const message = messageDifference(nearest.entry.request.messages, request.messages);
  if (message !== undefined) differences.push(message);
  return `It is most like recorded request ${nearest.number}, but ${differences.join('; ')}`;
}

type Nearest = { entry: CassetteEntry; number: number };

/** The one with most equal messages at the same places; of several, the one asked at about the same time. */
function findNearest(
  request: CassetteRequest,
  { own, number }: { own: readonly CassetteEntry[]; number: number },
): Nearest {
  const ranked = own.map((entry, index) => {
    const { messages } = entry.request;
    const longest = Math.max(messages.length, request.messages.length, 1);
    const equal = messages.filter((message, place) => isSame(message, request.messages[place])).length;
    return { entry, number: index + 1, equal: equal / longest, away: Math.abs(index + 1 - number) };
  });
  ranked.sort((a, b) => b.equal - a.equal || a.away - b.away || a.number - b.number);
  return ranked[0] as Nearest;
}

function* headDifferences(recorded: CassetteRequest, asked: CassetteRequest): Generator<string> {
  if (recorded.model !== asked.model) yield `the model was ${name(recorded.model)} and is ${name(asked.model)}`;
  yield* settingDifferences(recorded.settings, asked.settings);
  const tools = toolDifference(recorded, asked);
  if (tools !== '') yield `the tools differ: ${tools}`;
  if (!isSame(recorded.outputSchema, asked.outputSchema)) yield 'the output schema differs';
  for (const setting of ['temperature', 'maxTokens'] as const) {
    const [before, after] = [recorded[setting] ?? 'not set', asked[setting] ?? 'not set'];
    if (before !== after) yield `\`${setting}\` was ${before} and is ${after}`;
  }
}

/** Of the model, which the request itself does not repeat. */
function* settingDifferences(recorded: JsonValue = {}, asked: JsonValue = {}): Generator<string> {
  if (isSame(recorded, asked)) return;
  const [before, after] = [membersOf(recorded), membersOf(asked)];
  if (before === undefined || after === undefined) {
    yield 'the settings of the model differ';
    return;
  }
  for (const setting of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(setting), after.get(setting)];
    if (!isSame(was, is)) yield `${name(setting)} of the model was ${shown(was)} and is ${shown(is)}`;
  }
}

function membersOf(settings: JsonValue): ReadonlyMap<string, JsonValue> | undefined {
  const { success, data } = JsonObject.safeParse(settings);
  return success ? new Map(Object.entries(data)) : undefined;
}

function shown(setting: JsonValue | undefined): string {
  return setting === undefined ? 'not set' : name(canonicalText(setting));
}

function toolDifference({ tools: recorded = [] }: CassetteRequest, { tools: asked = [] }: CassetteRequest): string {
  const before = new Map(recorded.map((tool) => [tool.name, tool]));
  const after = new Map(asked.map((tool) => [tool.name, tool]));
  const told = [
    ...[...after.keys()].filter((tool) => !before.has(tool)).map((tool) => `${name(tool)} is new`),
    ...[...before.keys()].filter((tool) => !after.has(tool)).map((tool) => `${name(tool)} is gone`),
    ...[...after]
      .filter(([tool, value]) => before.has(tool) && !isSame(before.get(tool), value))
      .map(([tool]) => `${name(tool)} was changed`),
  ];
  if (told.length === 0) return isSame(recorded, asked) ? '' : 'they stand in another order';
  return told.length > 3 ? `${told.slice(0, 3).join(', ')} and ${told.length - 3} more` : told.join(', ');
}

/** The first message that is not the same, counted from 1. */
function messageDifference(recorded: readonly ChatMessage[], asked: readonly ChatMessage[]): string | undefined {
  const longest = Math.max(recorded.length, asked.length);
  for (let place = 0; place < longest; place += 1) {
    const [before, after] = [recorded[place], asked[place]];
    if (isSame(before, after)) continue;
    const number = `message ${place + 1}`;
    if (before === undefined && after !== undefined) return `${number} (${kindOf(after)}) is new: ${quote(after)}`;
    if (before !== undefined && after === undefined)
      return `${number} (${kindOf(before)}) is missing: ${quote(before)}`;
    if (before === undefined || after === undefined) continue;
    if (kindOf(before) !== kindOf(after)) return `${number} was of ${kindOf(before)} and is of ${kindOf(after)}`;
    return `${number} (${kindOf(after)}) differs: "${wordDiff(textOf(before), textOf(after))}"`;
  }
  return undefined;
}

function kindOf(message: ChatMessage): string {
  return message.role === 'tool' ? `tool ${name(message.name)}` : message.role;
}

/** All of a message that can differ, as one text. */
function textOf(message: ChatMessage): string {
  switch (message.role) {
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map((call) => `${call.name}(${call.rawArguments})`);
      return [message.content, ...calls].filter((part) => part !== '').join(' ');
    }
    case 'tool':
      return message.isError ? `${message.content} (an error)` : message.content;
    default:
      return message.content;
  }
}

function quote(message: ChatMessage): string {
  return `"${forTerminal(truncate(textOf(message), 80), { newlines: 'escape' })}"`;
}

function name(text: string): string {
  return `\`${forTerminal(truncate(text, 60), { newlines: 'escape' })}\``;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return equalJson(a as JsonValue, b as JsonValue);
}
