import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { rehearse, rows } from './rehearse.ts';

const table = [...rows.keys()];

describe('the shipped table', { tags: ['scripted'] }, () => {
  test('has messages for two tools and for none, several each', () => {
    const wanted = [...rows.values()].map(({ expect: checks }) => String(checks.at(-1)?.tool));
    const counts = countsOf(wanted);
    expect(counts).toEqual({ multiply_numbers: 3, get_leave_balance: 3, none: 3 });
  });

  test.each(table)('the good agent passes %s with nothing to complain of', async (id) => {
    const { verdict, scores } = await rehearse(id);
    expect(scores.filter((score) => score.status === 'scored' && !score.passed).map((score) => score.id)).toEqual([]);
    expect(verdict).toBe('passed');
  });

  test('an agent that reckons in its head is sent wrong, by the check of the row', async () => {
    const { failure, verdict } = await rehearse('routing/product', 'faulty-hr-calculates-in-its-head');
    expect({ verdict, by: failure?.scoreId, message: failure?.message }).toEqual({
      verdict: 'failed',
      by: 'routing/selection',
      message: 'no tool was called; expected `multiply_numbers`',
    });
  });

  test('right tools are no right answers: many faults choose well and fail all the same', async () => {
    const verdicts = await Promise.all(table.map((id) => rehearse(id, 'faulty')));
    const chosen = verdicts.map(({ scores }) => scores.find(({ id }) => id === 'routing/selection'));
    expect(chosen.every((score) => score?.status === 'scored' && score.passed)).toBe(true);
    expect(verdicts.filter(({ verdict }) => verdict === 'failed').length).toBeGreaterThanOrEqual(3);
  });

  test('an agent that says a polite nothing fails every row that wants a tool, and those that want none by its words', async () => {
    const polite = functionAgent(() => 'Thank you for your message. 感谢您的消息。', { name: 'polite' });
    const results = await Promise.all(table.map(async (id) => [id, await rehearse(id, polite)] as const));
    for (const [id, { scores }] of results) {
      const choice = scores.find((score) => score.id === 'routing/selection');
      const wantsNone = rows.get(id)?.expect.at(-1)?.tool === 'none';
      expect([id, choice?.status === 'scored' && choice.passed]).toEqual([id, wantsNone]);
    }
    expect(results.some(([, { verdict }]) => verdict === 'failed')).toBe(true);
  });
});

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
