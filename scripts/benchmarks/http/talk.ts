import pLimit from 'p-limit';
import { report } from '../workload.ts';

/** Calls of a session: 6 turns with 3 calls each. */
export const CALLS = 18;
/** Sessions in all, sessions at once, and sessions that are played before anything is measured. */
export const [SESSIONS, OPEN, WARM_UP] = ['SESSIONS', 'OPEN', 'WARM_UP'].map((name) =>
  Number(process.env[name] ?? 3),
) as [number, number, number];

export const PLAIN_ANSWER = 'The order was delivered on Monday, and a refund is possible for 30 days.';
const SYSTEM = 'You answer questions about orders and refunds, and you look before you answer. '.repeat(4);

export type TalkMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/** Asks with all messages so far; answers with the words of the model. */
export type Ask = (messages: readonly TalkMessage[]) => Promise<string>;

/** Growing talks without any framework around them, after a warm-up. */
export async function playTalks(name: string, openTalk: (session: number) => Ask): Promise<void> {
  const limit = pLimit(OPEN);
  const play = (sessions: number) =>
    Promise.all(Array.from({ length: sessions }, (_, session) => limit(() => playTalk(openTalk(session)))));
  await play(WARM_UP);
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  await play(SESSIONS);
  report(name, { count: SESSIONS * CALLS, cpu, begin });
}

async function playTalk(ask: Ask): Promise<void> {
  const messages: TalkMessage[] = [{ role: 'system', content: SYSTEM }];
  for (let call = 0; call < CALLS; call += 1) {
    messages.push({ role: 'user', content: `Question ${call}: where is my order, and can I still give it back?` });
    const content = await ask(messages);
    if (content !== PLAIN_ANSWER) throw new Error(`an answer got lost: ${content}`);
    messages.push({ role: 'assistant', content });
  }
}
