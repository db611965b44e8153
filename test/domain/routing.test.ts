import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Identifier } from '../../src/domain/authoring/identifier.ts';
import { rowName } from '../../src/domain/authoring/routing.ts';
import { rowScenarios, rowVariant } from '../../src/domain/authoring/row-scenarios.ts';
import { Scenario, type ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import { sessionPath } from '../../src/domain/transcript/session-key.ts';

const tableOf = (input: Partial<ScenarioInput>): Scenario =>
  Scenario.parse({ id: 'table', title: 'Which tool', ...input });

describe('the name of a row', () => {
  test('is its own, or made of the message, with a hash where letters are lost', () => {
    expect(rowName({ id: 'where', say: 'Where is A-1?' })).toBe('where');
    expect(rowName({ say: 'Where is A-1?' })).toBe('where-is-a-1');
    expect(rowName({ say: 'Où est-il ?' })).toBe('ou-est-il');
    expect(rowName({ say: '12乘以8是多少？' })).toMatch(/^12-8-[0-9a-f]{6}$/);
    expect(rowName({ say: '你好' })).toMatch(/^row-[0-9a-f]{6}$/);
    expect(rowName({ say: '你好' })).not.toBe(rowName({ say: '您好' }));
    expect(rowName({ say: ['Hello', 'And now?'] })).toMatch(/^and-now-[0-9a-f]{6}$/);
    expect(rowName({ say: 'word '.repeat(30) })).toMatch(/^(word-){8}[0-9a-f]{6}$/);
    // A device of Windows.
    expect(rowName({ say: 'con' })).toMatch(/^con-[0-9a-f]{6}$/);
  });

  test('is an identifier for every message, and safe as a path', () => {
    const message = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'binary' }));
    fc.assert(
      fc.property(message, (say) => {
        const name = rowName({ say });
        expect(Identifier.safeParse(name).success).toBe(true);
        expect(name.length).toBeLessThanOrEqual(60);
        expect(rowName({ say })).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  test('does not depend on what stands before it', () => {
    const rows = [
      { say: 'Where is A-1?', tool: 'lookup' },
      { say: '你好', tool: 'none' },
    ];
    const names = (routing: ScenarioInput['routing']) => rowScenarios(tableOf({ routing })).map(({ row }) => row.id);
    expect(names([{ say: 'New', tool: 'none' }, ...rows]).slice(1)).toEqual(names(rows));
  });
});

test('a variant names the run’s override and the row, and stays an identifier', () => {
  const agent = `agent-${'x'.repeat(60)}`;
  expect(rowVariant('where', 'default')).toBe('where');
  expect(rowVariant('where', 'agent-faulty')).toBe('agent-faulty-where');
  const long = rowVariant('y'.repeat(60), agent);
  expect(Identifier.safeParse(long).success).toBe(true);
  expect(sessionPath({ scenario: 'table', variant: long, trial: 0 })).toContain('y'.repeat(60));
});

describe('a row as a scenario', () => {
  const table = tableOf({
    routing: [
      { say: 'Where is A-1?', tool: 'lookup', arguments: { id: 'A-1' } },
      { id: 'again', say: ['Hello', 'And A-2?'], tool: ['lookup', 'none'] },
    ],
    expect: [{ type: 'grounded' }],
    trials: 3,
  });

  test('says its messages and asks for its tool besides what the table asks for', () => {
    const [first, second] = rowScenarios(table);
    expect(first?.scenario).toMatchObject({ id: 'table', title: 'Where is A-1?', user: ['Where is A-1?'], trials: 3 });
    expect(first?.scenario.routing).toBeUndefined();
    expect(first?.scenario.expect).toEqual([
      { type: 'grounded', required: true },
      { type: 'routing', id: 'routing', required: true, tool: 'lookup', turn: 0, arguments: { id: 'A-1' } },
    ]);
    expect(second).toMatchObject({
      row: { id: 'again', say: 'And A-2?', wanted: ['lookup', 'none'], position: 1 },
      scenario: { user: ['Hello', 'And A-2?'], expect: [{}, { tool: ['lookup', 'none'], turn: 1 }] },
    });
  });

  test('waits for the greeting of an agent that speaks first', () => {
    const [first] = rowScenarios({ ...table, firstSpeaker: 'agent' });
    expect(first?.scenario.expect.at(-1)?.turn).toBe(1);
  });

  test('leaves the name of its check to a check of the table that has it', () => {
    const named = tableOf({ routing: [{ say: 'Hi', tool: 'none' }], expect: [{ type: 'answered', id: 'routing' }] });
    expect(rowScenarios(named)[0]?.scenario.expect.at(-1)).toEqual({
      type: 'routing',
      required: true,
      tool: 'none',
      turn: 0,
    });
  });

  test('has no row where there is no table', () => {
    expect(rowScenarios(Scenario.parse({ id: 'a', title: 'A', user: ['Hello'] }))).toEqual([]);
  });
});
