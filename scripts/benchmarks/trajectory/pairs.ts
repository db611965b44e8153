/** Chat messages, as providers write them. */
export type Message = {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  tool_call_id?: string;
  tool_calls?: readonly { id: string; type: 'function'; function: { name: string; arguments: string } }[];
};
export type Pair = { outputs: readonly Message[]; reference: readonly Message[] };
export type Mode = 'strict' | 'unordered' | 'superset';

export const MODE = (process.env.MODE ?? 'strict') as Mode;
const COUNT = Number(process.env.COUNT ?? 100_000);
const TURNS = 6;
const POOL = 500;

/**
 * Recorded and expected messages of six turns with two calls each, all of which match: nothing may stop early. For
 * `unordered` the turns are reversed, for `superset` one call is added.
 */
export function makePairs(mode: Mode): Pair[] {
  return Array.from({ length: POOL }, (_, session) => {
    const turns = Array.from({ length: TURNS }, (__, turn) => turnOf(session, turn));
    const reference = turns.flat();
    const outputs = structuredClone(mode === 'unordered' ? turns.toReversed().flat() : reference);
    if (mode === 'superset')
      outputs.splice(1, 0, callMessage('x', [['greet', {}]]), { role: 'tool', tool_call_id: 'x', content: '{}' });
    return { outputs, reference };
  });
}

function turnOf(session: number, turn: number): Message[] {
  const order = `A-${1000 + ((session * 7 + turn) % 9000)}`;
  return [
    { role: 'user', content: `Customer ${session}, question ${turn + 1}: where is order ${order}?` },
    callMessage(`r${turn}`, [
      ['lookup_order', { order_id: order }],
      ['get_refund_policy', { order_id: order, lang: 'en' }],
    ]),
    { role: 'tool', tool_call_id: `r${turn}_0`, content: '{}' },
    { role: 'tool', tool_call_id: `r${turn}_1`, content: '{}' },
    { role: 'assistant', content: `Order ${order} was delivered; refunds are open for ${30 + (turn % 3)} days.` },
  ];
}

function callMessage(id: string, calls: readonly (readonly [name: string, given: object])[]): Message {
  return {
    role: 'assistant',
    content: '',
    tool_calls: calls.map(([name, given], index) => ({
      id: `${id}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(given) },
    })),
  };
}

/** Prints how long it takes to compare `COUNT` pairs, each of which must match. */
export function measurePairs(name: string, matches: (pair: Pair) => boolean): void {
  const pairs = makePairs(MODE);
  const play = (count: number): number => {
    let matched = 0;
    for (let index = 0; index < count; index += 1) if (matches(pairs[index % POOL] as Pair)) matched += 1;
    return matched;
  };
  play(POOL);
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  const matched = play(COUNT);
  const wall = Number(process.hrtime.bigint() - begin) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  if (matched !== COUNT) throw new Error(`${name}: only ${matched} of ${COUNT} matched`);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ name, count: COUNT, wall, cpu: (user + system) / 1e6, peakMb })}\n`);
}
