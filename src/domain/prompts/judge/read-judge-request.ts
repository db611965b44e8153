import type { ChatMessage } from '../../contracts/chat-model.ts';
import type { Statement, Subject } from '../judge-prompt.ts';

/** An event as the prompt shows it. */
export type RequestEvent = { seq: number; turn: number; heading: string; text: string };

/** A judge's request, taken apart as a reader would. */
export type ReadJudgeRequest = {
  events: readonly RequestEvent[];
  statements: readonly Statement[];
  /** Turns that the statements are about. */
  turns: readonly number[];
};

/** Reads what `judgeMessages` wrote; undefined for messages that are no request to a judge. */
export function readJudgeRequest(messages: readonly ChatMessage[]): ReadJudgeRequest | undefined {
  const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
  const fence = /^<([a-z][a-z0-9_-]{7,63})>\n/i.exec(asked)?.[1];
  if (fence === undefined) return undefined;
  const end = asked.indexOf(`\n</${fence}>`);
  if (end < 0) return undefined;
  const rest = asked.slice(end);
  const statements = [...rest.matchAll(STATEMENT)].map(
    ([, id = '', proof = '', text = '']): Statement => ({ id, about: subjectOf(proof), text }),
  );
  const scope = /^The statements are about (?:the whole talk: turns|turn) ([\d, ]*)/m.exec(rest)?.[1];
  if (statements.length === 0 || scope === undefined) return undefined;
  const turns = (scope.match(/\d+/g) ?? []).map(Number);
  return { events: readEvents(asked.slice(fence.length + 3, end)), statements, turns };
}

const STATEMENT = /^- (\w+) \(proof: (the agent|the user|any event)\): (.*)$/gm;

function subjectOf(proof: string): Subject {
  if (proof === 'any event') return 'talk';
  return proof === 'the user' ? 'user' : 'agent';
}

function readEvents(record: string): RequestEvent[] {
  const events: (RequestEvent & { lines: string[] })[] = [];
  for (const line of record.split('\n')) {
    const head = /^event (\d+), turn (\d+): (.*)$/.exec(line);
    if (head !== null) {
      const [, seq, turn, heading = ''] = head;
      events.push({ seq: Number(seq), turn: Number(turn), heading, text: '', lines: [] });
    } else if (line.startsWith('| ')) events.at(-1)?.lines.push(line.slice(2));
  }
  return events.map(({ lines, ...event }) => ({ ...event, text: lines.join('\n') }));
}
