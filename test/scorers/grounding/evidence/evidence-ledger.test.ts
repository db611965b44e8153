import { expect, test } from 'vitest';
import { trajectoryOf } from '../../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import { valueAt } from '../../../../src/domain/values/json-pointer.ts';
import { evidenceLedger } from '../../../../src/scorers/grounding/evidence/evidence-ledger.ts';
import { knownInSession } from '../../../../src/scorers/grounding/evidence/known.ts';
import { type LedgerEntry, stateAt } from '../../../../src/scorers/grounding/evidence/ledger-entry.ts';
import { agent, call, failed, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';

const ledgerOf = (transcript: Transcript) =>
  evidenceLedger(knownInSession({ transcript, trajectory: trajectoryOf(transcript) }));
const atEnd = (transcript: Transcript, source: LedgerEntry['source'] = 'tool') =>
  ledgerOf(transcript)
    .entries.filter((entry) => entry.source === source)
    .map((entry) => `${entry.pointer} ${entry.text} ${stateAt(entry, transcript.length)}`);

test('a result becomes leaves with pointers, units and the record they belong to', () => {
  const content = { order_id: 'A-1', items: [{ sku: 'X-1', price: 5, weight_kg: 2 }] };
  const transcript = transcriptOf(user('A-1'), call('get_order', { id: 'A-1' }), result(content), agent('ok'));
  const leaves = ledgerOf(transcript).entries.filter(({ source, leaf }) => source === 'tool' && leaf !== 'count');
  expect(leaves.map(({ pointer, unit, entity }) => [pointer, unit, entity])).toEqual([
    ['/order_id', undefined, 'A-1'],
    ['/items/0/sku', undefined, 'X-1'],
    ['/items/0/price', undefined, 'X-1'],
    ['/items/0/weight_kg', 'kilogram', 'X-1'],
  ]);
  expect(valueAt(content, leaves[2]!.pointer)).toBe(5);
});

test('a later read of the same thing replaces the earlier one, an error replaces nothing', () => {
  const transcript = transcriptOf(
    user('x'),
    call('price', { id: 'P-1' }),
    result({ price: 1 }),
    call('price', { id: 'P-1' }),
    result({ price: 2 }),
    call('price', { id: 'P-1' }),
    failed('down'),
    agent('ok'),
  );
  expect(atEnd(transcript)).toEqual(['/price 1 superseded', '/price 2 live', ' down error']);
});

test('the record that a write returns replaces what was read of it; the same field of another record stays', () => {
  const tools = [toolOf('get_order'), toolOf('cancel_order', 'write')];
  const read = (id: string) => [call('get_order', { id }), result({ id, status: 'pending' })];
  const transcript = transcriptOf(
    started({ tools }),
    user('x'),
    ...read('A-1'),
    ...read('A-2'),
    call('cancel_order', { id: 'A-1' }),
    result({ id: 'A-1', status: 'cancelled' }),
    agent('ok'),
  );
  expect(atEnd(transcript).filter((line) => line.startsWith('/status'))).toEqual([
    '/status pending superseded',
    '/status pending live',
    '/status cancelled live',
  ]);
});

test('the words of the agent are no entry, and a result that nobody saw is not visible', () => {
  const transcript = transcriptOf(user('hi'), agent('It is 42.'), call('late', {}), result({ value: 42 }));
  const ledger = ledgerOf(transcript);
  expect(ledger.entries.map(({ source }) => source)).toEqual(['clock', 'user']);
});

test('200 KB of records are read, and a longer result says that it was cut', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    id: `A-${index}`,
    price: index + 0.5,
    note: 'in stock since 2025-12-01',
  }));
  const transcript = transcriptOf(user('x'), call('list', {}), result(rows), agent('ok'));
  expect(ledgerOf(transcript).truncatedFrom).toBe(5);
  expect(ledgerOf(transcript).entries.length).toBeLessThan(5100);
});
