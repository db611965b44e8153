import { explainCalls } from '../../../src/scorers/trajectory/explanation/explain-calls.ts';
import { judgeCalls } from '../../../src/scorers/trajectory/judge-calls.ts';
import type { MadeCall } from '../../../src/scorers/trajectory/made-call.ts';
import { planCalls } from '../../../src/scorers/trajectory/specification/plan-calls.ts';

/**
 * `SIZE` expected calls against as many others of the same tools, of which few fit: everything has to be compared. With
 * `TOOLS=1` all are of one tool and no argument is right; with `EXPLAIN=1` it is also said what differs, in words and in a
 * table.
 */
const SIZE = Number(process.env.SIZE ?? 40);
const isOneTool = process.env.TOOLS === '1';
const isExplained = process.env.EXPLAIN === '1';
const order = process.env.ORDER === 'any' ? 'any' : 'sequence';
const COUNT = Number(process.env.COUNT ?? Math.max(5, Math.round(20_000 / SIZE)));

let state = 7;
const below = (limit: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >> 8) % limit;
};
const someCall = (index: number): MadeCall => ({
  name: `tool_${below(8)}`,
  arguments: { order_id: `A-${below(SIZE)}`, amount: below(20), note: `note ${below(3)}`, lines: [{ id: below(4) }] },
  turn: 0,
  step: index,
  index,
  outcome: 'ok',
  effect: 'unknown',
  result: undefined,
});
const otherCall = (side: number, index: number): MadeCall => ({
  ...someCall(index),
  name: 'tool',
  arguments: { order_id: `${side}-${index}`, amount: 2 * index + side, note: `note ${side} ${index}` },
});
const [wanted, made] = [0, 1].map((side) =>
  Array.from({ length: SIZE }, (_, index) => (isOneTool ? otherCall(side, index) : someCall(index))),
) as [MadeCall[], MadeCall[]];
const plan = planCalls({
  calls: wanted.map(({ name, arguments: given }) => ({
    tool: name,
    arguments: given as object as { [name: string]: string },
  })),
  order,
});

const judge = (): void => {
  const judgement = judgeCalls(plan, made);
  if (isExplained) explainCalls(judgement, { calls: made, turns: [] }, { plan });
};

for (let round = 0; round < 3; round += 1) judge();
const cpu = process.cpuUsage();
const begin = process.hrtime.bigint();
for (let round = 0; round < COUNT; round += 1) judge();
const wall = Number(process.hrtime.bigint() - begin) / 1e9;
const { user, system } = process.cpuUsage(cpu);
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  `${JSON.stringify({ name: `${SIZE} calls`, count: COUNT, wall, cpu: (user + system) / 1e6, peakMb })}\n`,
);
