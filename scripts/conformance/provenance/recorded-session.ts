import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ToolDescription, ToolOutcome } from '../../../src/domain/transcript/tool-call.ts';
import type { Transcript, TranscriptEvent, UnplacedEvent } from '../../../src/domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { parseJson } from '../../../src/domain/values/parse-json.ts';

type RecordedMessage = {
  role: 'assistant' | 'user' | 'tool';
  content: string | null;
  tool_calls?: readonly { id: string; name: string; arguments: JsonValue }[] | null;
  name?: string;
  requestor?: string;
  error?: boolean;
};
type Recording = {
  id: string;
  domain: string;
  task_id: string;
  agent_model: string;
  mode: string;
  messages: readonly RecordedMessage[];
};

/** What agents of a domain were told. */
type Domain = { policy: string; tools: readonly ToolDescription[]; tickets: ReadonlyMap<string, string> };

export type RecordedSession = { id: string; task: string; agent: string; transcript: Transcript };

/** Recorded conversations of a folder `dev` (or of the folder itself), with the policies and tools in `tasks`. */
export function readRecordings(folder: string): RecordedSession[] {
  const source = existsSync(join(folder, 'dev')) ? join(folder, 'dev') : folder;
  const tasks = [join(folder, 'tasks'), join(dirname(folder), 'tasks')].find((path) => existsSync(path));
  const domains = new Map<string, Domain>();
  const files = readdirSync(source).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) =>
    readFileSync(join(source, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const recording = JSON.parse(line) as Recording;
        const domain = domains.get(recording.domain) ?? readDomain(tasks, recording.domain);
        domains.set(recording.domain, domain);
        const task = `${recording.domain} ${recording.task_id}`;
        return {
          id: recording.id,
          task,
          agent: `${recording.agent_model} ${basename(name, '.jsonl')}`,
          transcript: transcriptOf(recording, domain),
        };
      }),
  );
}

function readDomain(tasks: string | undefined, domain: string): Domain {
  const read = (name: string): string => {
    const path = tasks === undefined ? undefined : join(tasks, name);
    return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const tools = JSON.parse(read(`${domain}.tools.json`) || '[]') as {
    name: string;
    kind: string;
    arguments: string[];
  }[];
  const { tasks: all = [] } = JSON.parse(read(`${domain}.tasks.json`) || '{}') as {
    tasks?: { task_id: string; ticket?: string | null }[];
  };
  return {
    policy: `${read(`${domain}.policy.md`)}\n${read(`${domain}.tech-support.md`)}`,
    tools: tools.map(({ name, kind, arguments: names }) => ({
      name,
      description: '',
      parameters: { type: 'object', properties: Object.fromEntries(names.map((one) => [one, {}])) },
      effect: kind === 'read' ? 'read' : 'write',
    })),
    tickets: new Map(all.flatMap(({ task_id, ticket }) => (ticket == null ? [] : [[task_id, ticket] as const]))),
  };
}

/** Results are paired with calls by position: some agents repeat their ids. */
function transcriptOf({ id, task_id, mode, messages }: Recording, { policy, tools, tickets }: Domain): Transcript {
  const events: TranscriptEvent[] = [];
  let turn = 0;
  const add = (event: UnplacedEvent): void => {
    events.push({ ...event, seq: events.length, turn } as TranscriptEvent);
  };
  const ticket = mode === 'solo' ? [tickets.get(task_id) ?? ''] : [];
  add({
    type: 'session_started',
    version: 1,
    key: { scenario: 'recorded', variant: 'default', trial: 0 },
    seed: 0,
    origin: { kind: 'import', format: 'tau', source: id },
    policy: [policy, ...ticket],
    tools: [...tools],
    agent: { name: 'agent', adapter: 'import', toolCallsVisible: true },
    user: { driver: 'recorded' },
    fixed: [],
  });
  let waiting: string[] = [];
  let unseen: string[] = [];
  let count = 0;
  for (const message of messages) {
    const { role, content, tool_calls } = message;
    if (role === 'user') {
      if (content) add({ type: 'user_message', text: content, silent: false });
      turn += content ? 1 : 0;
    } else if (role === 'assistant') {
      const ids = (tool_calls ?? []).map(() => `c${count++}`);
      add({ type: 'agent_step', text: content ?? '', callIds: ids, sawResults: unseen });
      unseen = [];
      waiting = [...ids];
      for (const [index, call] of (tool_calls ?? []).entries()) {
        const value =
          typeof call.arguments === 'string'
            ? parseJson(call.arguments)
            : { status: 'parsed' as const, value: call.arguments };
        const rawArguments = JSON.stringify(call.arguments);
        add({
          type: 'tool_call',
          call: { id: ids[index] ?? '', name: call.name, rawArguments, arguments: value, source: 'reported' },
        });
      }
    } else if (message.requestor !== 'user') {
      const callId = waiting.shift() ?? 'orphan';
      unseen.push(callId);
      add({ type: 'tool_result', result: { callId, outcome: outcomeOf(message), completed: 0 } });
    }
  }
  add({ type: 'session_ended', reason: 'user_done', detail: '' });
  return events;
}

function outcomeOf({ content, error }: RecordedMessage): ToolOutcome {
  const text = content ?? '';
  if (error === true) return { status: 'error', kind: 'tool_error', message: text };
  const parsed = parseJson(text);
  return { status: 'ok', content: parsed.status === 'parsed' ? parsed.value : text };
}
