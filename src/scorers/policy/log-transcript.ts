import { UsageError } from '../../domain/errors.ts';
import type { ToolOutcome } from '../../domain/transcript/tool-call.ts';
import type { Transcript, TranscriptEvent, UnplacedEvent } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';

/** A call in a plain log; without `ok` it succeeded, unless it says that nothing came of it. */
export type LoggedCall = {
  tool: string;
  /** Absent for a call whose text could not be parsed. */
  arguments?: JsonValue | undefined;
  ok?: boolean | undefined;
  /** The result, or the error in words. */
  result?: JsonValue | undefined;
  /** No result was recorded. */
  unanswered?: true | undefined;
};

/** One message of a plain log: the user's words, the agent's words, or the calls that one message of the agent launched. */
export type LoggedMessage = { user: string } | { agent: string } | { calls: readonly LoggedCall[] };

const MESSAGE_KEYS: readonly string[] = ['user', 'agent', 'calls'];
const CALL_KEYS: readonly string[] = ['tool', 'arguments', 'ok', 'result', 'unanswered'];

/**
 * The events that a plain log stands for. What the tools do, and what the agent was told, it does not say. Throws
 * `UsageError` for a key that means nothing here: a call with an `error` would count as one that succeeded.
 */
export function logTranscript(log: readonly LoggedMessage[]): Transcript {
  const events: TranscriptEvent[] = [];
  let turn = 0;
  let unseen: string[] = [];
  let calls = 0;
  const add = (event: UnplacedEvent): void => {
    events.push({ ...event, seq: events.length, turn } as TranscriptEvent);
  };
  const step = (callIds: string[]): void => {
    add({ type: 'agent_step', callIds, sawResults: unseen });
    unseen = [];
  };
  add(START);
  for (const [index, message] of log.entries()) {
    refuseOtherKeys(message, `log[${index}]`, MESSAGE_KEYS);
    if ('user' in message) {
      if (events.some(({ type }) => type !== 'session_started')) turn += 1;
      add({ type: 'user_message', text: message.user, silent: false });
    } else if ('agent' in message) {
      step([]);
      add({ type: 'agent_message', text: message.agent, final: true });
    } else {
      const named = message.calls.map((call) => ({ id: `c${calls++}`, call }));
      step(named.map(({ id }) => id));
      for (const [at, call] of message.calls.entries()) refuseOtherKeys(call, `log[${index}].calls[${at}]`, CALL_KEYS);
      for (const { id, call } of named) add(callEvent(id, call));
      for (const { id, call } of named) {
        if (call.unanswered === true) continue;
        add({ type: 'tool_result', result: { callId: id, outcome: outcomeOf(call), completed: 0 } });
        unseen.push(id);
      }
    }
  }
  return events;
}

function refuseOtherKeys(value: object, path: string, known: readonly string[]): void {
  const names = known.map((key) => `\`${key}\``).join(', ');
  const other = Object.keys(value).find((key) => !known.includes(key));
  const hint = /^(?:error|is_?error|status|success)$/i.test(other ?? '')
    ? '\n  Hint: a call that failed has `ok: false`, and its error stands in `result`.'
    : '';
  if (other !== undefined) throw new UsageError(`${path}: unknown key \`${other}\`.\n  Known keys: ${names}.${hint}`);
  if (known === MESSAGE_KEYS && Object.keys(value).length !== 1) {
    throw new UsageError(`${path}: a message has exactly one of these keys: ${names}.`);
  }
}

const START: UnplacedEvent = {
  type: 'session_started',
  version: 1,
  key: { scenario: 'log', variant: 'default', trial: 0 },
  seed: 0,
  origin: { kind: 'import', format: 'messages', source: 'memory' },
  policy: 'unknown',
  tools: 'unknown',
  agent: { name: 'agent', adapter: 'import', toolCallsVisible: true },
  user: { driver: 'import' },
  fixed: [],
};

function callEvent(id: string, { tool, arguments: values }: LoggedCall): UnplacedEvent {
  const parsed =
    values === undefined
      ? ({ status: 'unparsable', problem: 'not in the log' } as const)
      : ({ status: 'parsed', value: values } as const);
  const rawArguments = values === undefined ? '' : JSON.stringify(values);
  return { type: 'tool_call', call: { id, name: tool, rawArguments, arguments: parsed, source: 'reported' } };
}

function outcomeOf({ ok = true, result = null }: LoggedCall): ToolOutcome {
  if (ok) return { status: 'ok', content: result };
  return { status: 'error', kind: 'tool_error', message: typeof result === 'string' ? result : JSON.stringify(result) };
}
