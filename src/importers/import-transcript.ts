import type { Problem } from '../domain/authoring/problem.ts';
import { startOf } from '../domain/transcript/endings.ts';
import { type JsonObject, type JsonValue, toJsonValue } from '../domain/values/json-value.ts';
import { detectFormat } from './formats/detect-format.ts';
import { messagesIn } from './formats/messages-in.ts';
import { readStoredEvents } from './formats/read-stored-events.ts';
import { readTauEnd, STOP_TOKENS } from './formats/read-tau-end.ts';
import { mistake, oddity } from './import-problem.ts';
import type { ImportFormat, ImportOptions, ImportResult } from './imported.ts';
import { kindOf, listOf, memberOf, membersOf, nameOf, textOf } from './messages/json-members.ts';
import { readMessages } from './messages/read-messages.ts';
import { keyOf } from './session-name.ts';
import { buildTranscript } from './transcript/build-transcript.ts';
import { readTools } from './transcript/describe-tools.ts';

/**
 * Makes a transcript of one recorded conversation: a list of chat messages, an object with `messages` (and `tools`), or the
 * events of a stored session. Calls are paired with results, one message of the assistant is one step, and each message of
 * the user begins a turn. Never throws: what is no conversation is `refused`, and what does not fit together is told in
 * `problems`, each with its place. Numbers that JavaScript has rounded stay rounded; `readTranscripts` reads them exactly.
 */
export function importTranscript(value: unknown, options: ImportOptions = {}): ImportResult {
  return importJson(toJsonValue(value).value, options);
}

/** As `importTranscript`, of a value that was read by `parseJson`. */
export function importJson(value: JsonValue, options: ImportOptions = {}): ImportResult {
  const problems: Problem[] = [];
  const format = options.format ?? detectFormat(value);
  if (format === undefined) return { status: 'refused', problems: [unknownShape(value, undefined)] };
  if (format === 'rehearsal') return importEvents(value, options, problems);
  return importMessages(value, { format, options, problems });
}

function importMessages(
  value: JsonValue,
  { format, options, problems }: { format: ImportFormat; options: ImportOptions; problems: Problem[] },
): ImportResult {
  const members = membersOf(value);
  const found = messagesIn(value, problems);
  if (found === undefined) return { status: 'refused', format, problems: [unknownShape(value, format)] };
  const id = idOf(members);
  const head = { format, ...(id === undefined ? {} : { id }) };
  const { list, path } = found;
  if (list.length === 0) {
    return {
      status: 'refused',
      ...head,
      problems: [mistake('empty-conversation', path, 'the conversation has no messages')],
    };
  }
  const messages = readMessages(list, { path, problems, isError: options.isError });
  if (!problems.some(({ severity }) => severity === 'error') && messages.every(({ kind }) => kind === 'system')) {
    problems.push(mistake('empty-conversation', path, 'nobody speaks or acts: there are only system messages'));
  }
  if (problems.some(({ severity }) => severity === 'error')) return { status: 'refused', ...head, problems };
  const request = membersOf(memberOf(members, 'request')) ?? members;
  const isTau = format === 'tau';
  const tools = readTools(memberOf(request, 'tools', 'functions'), 'tools', problems);
  const built = buildTranscript(
    {
      format,
      key: keyOf(id ?? options.source ?? 'imported'),
      messages,
      tools,
      agent: nameOf(memberOf(members, 'agent_model') ?? memberOf(request, 'model')),
      end: isTau
        ? readTauEnd(textOf(memberOf(members, 'termination_reason')), problems)
        : { reason: 'user_done', detail: '' },
      stopTokens: isTau ? STOP_TOKENS : undefined,
    },
    options,
    problems,
  );
  const listsTools = (options.tools ?? tools) !== undefined;
  return { status: 'imported', ...head, ...built, listsTools, problems };
}

function importEvents(value: JsonValue, options: ImportOptions, problems: Problem[]): ImportResult {
  const format = 'rehearsal';
  const list = listOf(value) ?? listOf(memberOf(membersOf(value), 'transcript', 'events'));
  if (list === undefined) return { status: 'refused', format, problems: [unknownShape(value, format)] };
  const read = readStoredEvents(list, problems);
  if (read === undefined) return { status: 'refused', format, problems };
  const { transcript, id } = read;
  if (options.observation === 'sequential') {
    problems.push(
      oddity('observation-ignored', '', 'a stored session says itself what was seen: `observation` is ignored'),
    );
  }
  const listsTools = (startOf(transcript)?.tools ?? 'unknown') !== 'unknown';
  return {
    status: 'imported',
    format,
    ...(id === undefined ? {} : { id }),
    transcript,
    listsTools,
    userCalls: [],
    problems,
  };
}

const IDS = ['id', 'conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'threadId', 'trace_id'];

/** The conversation's own id. */
export function idOf(members: JsonObject | undefined): string | undefined {
  return nameOf(memberOf(members, ...IDS));
}

const MESSAGES = 'a list of messages with a `role`, or an object with `messages` or `input`';
const EVENTS = 'the events of a stored session';

function unknownShape(value: JsonValue, format: ImportFormat | undefined): Problem {
  const found = listOf(value) === undefined ? kindOf(value) : 'a list of other things';
  const all = `a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or ${EVENTS}`;
  const expected = format === undefined ? all : format === 'rehearsal' ? EVENTS : MESSAGES;
  return mistake('unknown-shape', '', `expected ${expected}; found ${found}`);
}
