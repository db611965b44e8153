import { chatAgent, functionModel } from 'rehearsal';
import { say } from './answers.ts';
import { type Fact, factsOf } from './facts.ts';
import { type PlannedCall, planCalls, type ToolReply } from './plan.ts';
import { type Talk, understand } from './understand.ts';

/** The steps of the HR desk, as values, so that a faulty agent is "the good one, but with another `say`". */
export type Parts = {
  /** Everything the user has said → what they want now. */
  understand(said: readonly string[], year: string): Talk;
  /** What is still to be called before there can be an answer. */
  plan(talk: Talk, replies: readonly ToolReply[]): PlannedCall[];
  /** A fact → words. */
  say(fact: Fact, language: Talk['language']): string;
};
export type Change = (good: Parts) => Partial<Parts>;

/**
 * The HR desk: the ordinary chat agent, with a function in the place of its model. The function sees what a model would
 * see, the messages so far, and keeps nothing between two requests.
 */
export function hrAgent(name = 'hr', change: Change = () => ({})) {
  const good: Parts = { understand, plan: planCalls, say };
  const parts = { ...good, ...change(good) };
  const model = functionModel(({ messages }) => respond(messages, parts), { name: 'hr rules' });
  return chatAgent({ name, model, system: '你是人事助手，只能使用所提供的工具。' });
}

type Message = Parameters<Parameters<typeof functionModel>[0]>[0]['messages'][number];

function respond(messages: readonly Message[], parts: Parts): { calls: PlannedCall[] } | string {
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const talk = parts.understand(said.length === 0 ? [''] : said, yearOf(messages));
  const replies = repliesOf(messages);
  const calls = parts.plan(talk, replies);
  if (calls.length > 0) return { calls };
  const sentences = factsOf(talk, replies).map((fact) => parts.say(fact, talk.language));
  return [...new Set(sentences)].join(talk.language === 'zh' ? '' : ' ');
}

/** The tools' answers since the user last spoke, each with the call it belongs to. */
function repliesOf(messages: readonly Message[]): ToolReply[] {
  const recent = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const calls = new Map(
    recent
      .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
      .map((call) => [call.id, call]),
  );
  return recent.flatMap((message) => {
    if (message.role !== 'tool') return [];
    const call = calls.get(message.toolCallId);
    const args = JSON.parse(call?.rawArguments ?? '{}') as Record<string, unknown>;
    return [{ name: message.name, arguments: args, isError: message.isError, content: parsed(message) }];
  });
}

function parsed({ content, isError }: Message & { role: 'tool' }): unknown {
  return isError ? content : JSON.parse(content);
}

/** The year of the scenario's clock, which the system message tells. */
function yearOf(messages: readonly Message[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  return /\b(20\d\d)-\d\d-\d\d/.exec(system)?.[1] ?? '2026';
}
