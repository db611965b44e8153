import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { importTranscript } from '../../src/importers/import-transcript.ts';
import type { ImportOptions, ImportResult } from '../../src/importers/imported.ts';

export const user = (content: unknown, more: object = {}) => ({ role: 'user', content, ...more });
export const says = (content: unknown) => ({ role: 'assistant', content });
export const launches = (...calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
/** A call as the Chat Completions API spells it. */
export const call = (id: string, name: string, args: unknown = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
export const result = (id: string, content: unknown, more: object = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content: typeof content === 'string' ? content : JSON.stringify(content),
  ...more,
});

/** The import as a person would read it: a line for each event, then what does not fit. */
export function toldImport(value: unknown, options: ImportOptions = {}): string {
  return tellImport(importTranscript(value, options));
}

export function tellImport(imported: ImportResult): string {
  const problems = imported.problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
  if (imported.status === 'refused') return ['refused', ...problems].join('\n');
  const lines = imported.transcript.flatMap((event) => tellEvent(event) ?? []);
  return [imported.format, ...lines, ...problems].join('\n');
}

function tellEvent(event: TranscriptEvent): string | undefined {
  const at = `${event.turn}`;
  switch (event.type) {
    case 'user_message':
      return `${at} user ${event.silent ? '(silent)' : JSON.stringify(event.text)}`;
    case 'agent_step':
      return `${at} step [${event.callIds.join(' ')}] saw [${event.sawResults.join(' ')}]`;
    case 'agent_message':
      return `${at} agent ${JSON.stringify(event.text)}${event.final ? '' : ' …'}`;
    case 'tool_call': {
      const { id, name, arguments: read, rawArguments } = event.call;
      return `${at} call ${id} ${name} ${read.status === 'parsed' ? JSON.stringify(read.value) : `unparsable ${rawArguments}`}`;
    }
    case 'tool_result': {
      const { callId, outcome } = event.result;
      return `${at} result ${callId} ${outcome.status} ${JSON.stringify(outcome.status === 'ok' ? outcome.content : outcome.message)}`;
    }
    case 'agent_event':
      return `${at} event ${event.name} ${JSON.stringify(event.data)}`;
    case 'session_ended':
      return `${at} end ${event.reason}${event.detail === '' ? '' : ` (${event.detail})`}`;
    default:
      return undefined;
  }
}
