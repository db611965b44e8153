import { isDeepStrictEqual } from 'node:util';
import { answer, callsOf, measure, question, TURNS } from './workload.ts';

type Message = {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
};

/** The same conversation with no framework at all: the price of the work itself. */
await measure('bare loop', async (session) => {
  const messages: Message[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    messages.push({ role: 'user', content: await say(session, turn) });
    messages.push(...(await reply(session, turn)));
  }
  return agrees(messages, session);
});

async function say(session: number, turn: number): Promise<string> {
  return question(session, turn);
}

async function reply(session: number, turn: number): Promise<Message[]> {
  const calls: NonNullable<Message['tool_calls']> = [];
  const results: Message[] = [];
  for (const [index, { name, args, result }] of callsOf(session, turn).entries()) {
    const content = await result;
    calls.push({ id: `c${turn}_${index}`, function: { name, arguments: JSON.stringify(args) } });
    results.push({ role: 'tool', content: JSON.stringify(content) });
  }
  return [
    { role: 'assistant', content: null, tool_calls: calls },
    ...results,
    { role: 'assistant', content: answer(session, turn) },
  ];
}

function agrees(messages: readonly Message[], session: number): boolean {
  const made = messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function));
  const wanted = Array.from({ length: TURNS }, (_, turn) => callsOf(session, turn)).flat();
  return (
    made.length === wanted.length &&
    made.every(
      (call, index) => call.name === wanted[index]?.name && same(JSON.parse(call.arguments), wanted[index]?.args ?? {}),
    )
  );
}

function same(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key] || isDeepStrictEqual(a[key], b[key]))
  );
}
