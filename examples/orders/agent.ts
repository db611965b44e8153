import { type Agent, functionAgent, ToolCallError } from 'rehearsal';
import { ENGLISH, type Phrases } from './answers.ts';
import { CHINESE } from './answers-zh.ts';
import { type CallTool, callsOfTurn, type Desk, type Outcome, type Reply } from './desk.ts';
import { handle } from './handle.ts';
import { emptyMemory, type Memory } from './memory.ts';
import { emailOf } from './slots.ts';
import { type Request, type Understood, understand } from './understand.ts';
import { languageOf } from './words.ts';

/**
 * The steps of the desk, in the order in which a message goes through them. They are values, so that a faulty agent can
 * be told as "the good one, but with another `say`".
 */
export type Parts = {
  /** The user's words → what they want. */
  understand(message: string, memory: Memory): Understood;
  /** The only way to the shop's tools. */
  call: CallTool;
  /** What they want → what was done and found. */
  handle(request: Request, desk: Desk): Promise<Reply[]>;
  /** What was done and found → words. */
  say(reply: Reply, language: Memory['language']): string;
  /** The last look at the answer before it is sent. */
  finish(answer: string, turn: number): string;
};

/** Makes other parts out of the good ones. It is called once a session, so it may keep things in mind. */
export type Change = (good: Parts) => Partial<Parts>;

/** An agent made of rules that serves the orders desk in English and Chinese; no model is needed. */
export function ordersAgent(name = 'orders', change: Change = () => ({})): Agent {
  return functionAgent(
    {
      open({ input }) {
        const memory = emptyMemory(input.language?.startsWith('zh') ? 'zh' : 'en');
        let callNow: CallTool | undefined;
        const call: CallTool = (tool, args) => (callNow as CallTool)(tool, args);
        const good: Parts = { understand, call, handle, say, finish: (answer) => answer };
        const parts = { ...good, ...change(good) };
        const today = input.now.slice(0, 10);
        return async (messages, { tools, turn }) => {
          callNow = (tool, args) => outcomeOf(tools.call(tool, args));
          const said = messages.at(-1);
          return parts.finish(await answer(said?.role === 'user' ? said.content : '', { memory, parts, today }), turn);
        };
      },
    },
    { name, fixed: ['model'] },
  );
}

/** One turn of the desk. */
export async function answer(
  message: string,
  { memory, parts, today }: { memory: Memory; parts: Parts; today: string },
): Promise<string> {
  memory.email = emailOf(message) ?? memory.email;
  memory.language = languageOf(message) ?? memory.language;
  const understood = parts.understand(message, memory);
  if (understood.kind !== 'requests') {
    if (understood.kind === 'dropped') memory.pending = undefined;
    return parts.say({ kind: understood.kind }, memory.language);
  }
  memory.pending = undefined;
  const desk: Desk = { memory, call: callsOfTurn(parts.call), today };
  const sentences: string[] = [];
  for (const request of understood.requests) {
    for (const reply of await parts.handle(request, desk)) sentences.push(parts.say(reply, memory.language));
    memory.last = request;
  }
  return [...new Set(sentences)].join(memory.language === 'zh' ? '' : ' ');
}

function say(reply: Reply, language: Memory['language']): string {
  const phrases: Phrases = language === 'zh' ? CHINESE : ENGLISH;
  const phrase = phrases[reply.kind] as (reply: Reply) => string;
  return phrase(reply);
}

/** A call's end as a value, since a failure is something that the desk has to tell. */
async function outcomeOf(content: Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, content: await content };
  } catch (error) {
    if (error instanceof ToolCallError) return { ok: false, kind: error.kind, message: error.message };
    throw error;
  }
}
