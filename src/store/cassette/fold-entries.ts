import type { CassetteEntry, CassetteReply, CassetteRequest } from '../../domain/contracts/cassette.ts';
import type { ChatMessage } from '../../domain/contracts/chat-model.ts';
import { canonicalText } from '../../domain/values/canonical.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { StoredEntry, WrittenEntry } from './stored-cassette.ts';

/** Earlier entries that are looked at for a common beginning. */
const LOOK_BACK = 64;
/** Messages of all requests of one session, written out: more is a bomb. */
const MAX_MESSAGES = 2_000_000;

/** What is known of an entry, to find a common beginning quickly. */
type Seen = { key: string; role: string; head: string; messages: readonly string[] };

/**
 * Writes of each request only what it adds to an earlier one of the same role, so that a long talk takes as much room as
 * its messages, not as their squares.
 */
export function foldEntries(entries: readonly CassetteEntry[]): WrittenEntry[] {
  const seen: Seen[] = [];
  return entries.map(({ key, role, request, reply, pieces }) => {
    const here: Seen = { key, role, head: headText(request), messages: request.messages.map(textOf) };
    const base = bestBase(here, seen);
    seen.push(here);
    if (seen.length > LOOK_BACK) seen.shift();
    return {
      key,
      role,
      request: base === undefined ? wholeRequest(request) : { since: base.key, ...parted(request.messages, base.same) },
      reply: storedReply(reply),
      ...(pieces === undefined ? {} : { pieces: [...pieces] }),
    };
  });
}

/** A problem with one entry, by its place in the list. */
export type EntryProblem = { index: number; field: 'key' | 'request'; message: string };

/** The entries with whole requests. Throws nothing: the first mistake is the answer. */
export function unfoldEntries(stored: readonly StoredEntry[]): readonly CassetteEntry[] | EntryProblem {
  const known = new Map<string, CassetteRequest>();
  const entries: CassetteEntry[] = [];
  let messages = 0;
  for (const [index, { key, role, request: told, reply, pieces }] of stored.entries()) {
    if (known.has(key)) return { index, field: 'key', message: `\`${key}\` stands here twice` };
    if (!key.startsWith(`${role}-`))
      return { index, field: 'key', message: `\`${key}\` is no key of the role ${role}` };
    const request = 'since' in told ? continued(told, known.get(told.since)) : told;
    if (typeof request === 'string') return { index, field: 'request', message: request };
    messages += request.messages.length;
    if (messages > MAX_MESSAGES) {
      return {
        index,
        field: 'request',
        message: `the requests of this session unfold to over ${MAX_MESSAGES} messages`,
      };
    }
    known.set(key, request);
    entries.push({ key, role, request, reply, ...(pieces === undefined ? {} : { pieces }) });
  }
  return entries;
}

function continued(
  { since, same, add }: { since: string; same: number; add: readonly ChatMessage[] },
  base: CassetteRequest | undefined,
): CassetteRequest | string {
  if (base === undefined) return `no entry before this one has the key \`${since}\``;
  if (same > base.messages.length) {
    const { length } = base.messages;
    return `\`same\` is ${same}, but \`${since}\` has only ${length} ${length === 1 ? 'message' : 'messages'}`;
  }
  return { ...base, messages: [...base.messages.slice(0, same), ...add] };
}

function bestBase(here: Seen, seen: readonly Seen[]): { key: string; same: number } | undefined {
  let best: { key: string; same: number } | undefined;
  for (const { key, role, head, messages } of seen.toReversed()) {
    if (role !== here.role || head !== here.head) continue;
    let same = 0;
    while (same < messages.length && messages[same] === here.messages[same]) same += 1;
    if (same > (best?.same ?? 0)) best = { key, same };
  }
  return best;
}

function parted(messages: readonly ChatMessage[], same: number): { same: number; add: StoredMessages } {
  return { same, add: messages.slice(same) as StoredMessages };
}

type StoredMessages = Extract<StoredEntry['request'], { add: unknown }>['add'];

/** Without what goes without saying: no calls, one attempt that went well. */
function storedReply({ text, calls, finish, usage, attempts }: CassetteReply): WrittenEntry['reply'] {
  const isPlain = attempts.length === 1 && Object.keys(attempts[0] ?? {}).length === 1 && attempts[0]?.status === 'ok';
  return {
    text,
    ...(calls.length === 0 ? {} : { calls: [...calls] }),
    finish,
    ...(usage === undefined ? {} : { usage }),
    ...(isPlain ? {} : { attempts: [...attempts] }),
  };
}

/** Short settings first, messages last: what people look for stands at the end. */
function wholeRequest({ model, settings, temperature, maxTokens, tools, outputSchema, messages }: CassetteRequest) {
  return {
    model,
    ...(settings === undefined ? {} : { settings }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(tools === undefined ? {} : { tools: [...tools] }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    messages: [...messages] as StoredMessages,
  };
}

function headText({ messages: _, ...head }: CassetteRequest): string {
  return canonicalText(head as unknown as JsonValue);
}

function textOf(message: ChatMessage): string {
  return canonicalText(message as unknown as JsonValue);
}
