import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { told } from './told.ts';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/scorers.md', import.meta.url)), 'utf8');

test('the table that docs/scorers.md shows is what is printed', () => {
  const talk = transcriptOf(
    started({ tools: [toolOf('lookup_order'), toolOf('issue_refund', 'write')] }),
    user('I want a refund for order A-1001.'),
    call('issue_refund', { order_id: 'A-1001' }),
    result({ ok: true }),
    call('lookup_order', { order_id: 'A-1001' }),
    result({ total: 49.9 }),
    agent('Done.'),
  );
  const wanted = [
    { tool: 'lookup_order', arguments: { order_id: 'A-1001' } },
    { tool: 'issue_refund', arguments: { amount: 49.9 } },
  ];
  const [, table] = told(wanted, talk).split('\n\n');
  expect(page).toContain(`\`\`\`text\n${table}\n\`\`\``);
});

test('every code of a deviation stands in docs/scorers.md', () => {
  const folder = new URL('../../../../src/scorers/trajectory/explanation/', import.meta.url);
  const files = ['missing-calls', 'surplus-calls', 'leaf-words', 'wrong-arguments', 'wrong-order', 'wrong-execution'];
  const codes = files.flatMap((file) => {
    const source = readFileSync(fileURLToPath(new URL(`${file}.ts`, folder)), 'utf8');
    return [...source.matchAll(/(?:code: |\? |: )'([a-z]+_[a-z_]+)'/g)].map(([, code]) => code as string);
  });
  expect(codes.length).toBeGreaterThan(15);
  expect([...new Set(codes)].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
