import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { argumentProvenance } from '../../../src/scorers/provenance/argument-provenance.ts';
import { briefly, gives, proposes, says } from './verdict-of.ts';

describe('an id is an id, however small', () => {
  test.each(['order_id', 'orderId', 'flight_number', 'order_no', 'item_ids'])('%s', (key) => {
    expect(briefly('cancel my order', 7, { key })).toBe('ungrounded nowhere');
    expect(briefly('cancel my order', '7', { key })).toBe('ungrounded nowhere');
    expect(briefly('cancel order 7', '7', { key })).toBe('weak small_number');
  });

  test.each(['quantity', 'number', 'page_number', 'number_of_bags', 'exit_code'])('%s is a count', (key) => {
    expect(briefly('cancel my order', 7, { key })).toBe('weak small_number');
  });
});

describe('keys of objects', () => {
  const items = (value: Record<string, number>, properties?: JsonValue) =>
    argumentProvenance({
      messages: [says('cancel A-1')],
      call: { name: 'act', arguments: { items: value } },
      tools:
        properties === undefined
          ? []
          : [{ name: 'act', description: '', parameters: { properties: { items: { properties } } } }],
    }).map(({ pointer, verdict }) => `${pointer} ${verdict}`);

  test('that are ids come from somewhere, too', () => {
    expect(items({ 'A-99': 2 })).toEqual(['/items/A-99 ungrounded', '/items/A-99 weak']);
    expect(items({ 'A-1': 2 })).toEqual(['/items/A-1 grounded', '/items/A-1 weak']);
    expect(items({ 'eve@evil.example': 2 })[0]).toBe('/items/eve@evil.example ungrounded');
  });

  test('names of fields need no source, nor do those that the schema declares', () => {
    expect(items({ line1: 2, Q1: 2, address_2: 2, sha256: 2 })).toHaveLength(4);
    expect(items({ 'A-99': 2 }, { 'A-99': {} })).toEqual(['/items/A-99 weak']);
  });

  test('the same inside a text that holds data', () => {
    expect(briefly('cancel A-1', '{"A-99":"A-1"}')).toBe('ungrounded nowhere');
  });
});

describe('sentences', () => {
  const sentence = 'to my friend Peter Miller in Oslo please';

  test.each(['recipient', 'to', 'customer_name', 'shippingAddress', 'order_id'])('are no free text in %s', (key) => {
    expect(briefly('send it', sentence, { key })).toBe('ungrounded nowhere');
    expect(briefly(`send it ${sentence}`, sentence, { key })).toBe('grounded user');
  });

  test('are free text elsewhere', () => {
    expect(briefly('send it', sentence, { key: 'remark' })).toBe('exempt free_text');
  });

  test.each([
    ['Card 4111 1111 1111 1111 of John Smith', 'ungrounded nowhere'],
    ['Call +49 30 8812367 about it', 'ungrounded nowhere'],
    ['They compared 2023 2024 2025', 'exempt free_text'],
    ['Seats for 12 13 14', 'exempt free_text'],
    ['Paid 100 200 300 in parts', 'exempt free_text'],
  ])('%s: %s', (reason, verdict) => {
    expect(briefly('I paid 100, then 200, then 300', reason, { key: 'reason' })).toBe(verdict);
  });

  test('numbers in groups may be said without them', () => {
    const reason = { key: 'reason' };
    expect(briefly('my card is 4111111111111111', 'Card 4111 1111 1111 1111', reason)).toBe('exempt free_text');
  });
});

describe('codes and placeholders', () => {
  test.each(['TBD', 'N/A', 'n/a', 'unknown', 'test', 'XXX', 'TODO'])('%s is a placeholder, no code', (value) => {
    expect(briefly('cancel my order', value)).toBe('ungrounded placeholder');
  });

  test('a word that was said, or agreed to, is none', () => {
    expect(briefly('name it test', 'test')).toBe('grounded user');
    expect(briefly([proposes('Shall I name it test?'), says('yes')], 'test')).toBe('weak accepted_proposal');
  });

  test('a code of three letters is weak, of whatever place', () => {
    expect(briefly('from New York to Seattle', 'LHR', { key: 'origin' })).toBe('weak code');
  });

  test('the letters of a short id must stand somewhere', () => {
    expect(briefly('My number is 1234', 'W1234')).toBe('ungrounded nowhere');
    expect(briefly([says('My number is 1234'), gives({ other: 'W9921' })], 'W1234')).toBe('weak digits_only');
  });
});

describe('numbers beside ids', () => {
  test.each([
    ['refund order A-1001', 'weak digits_only'],
    ['refund order #1001', 'weak digits_only'],
    ['refund order A1001', 'ungrounded nowhere'],
    ['refund order A-1001, I paid 1001', 'grounded user'],
  ])('after "%s" an amount of 1001 is %s', (words, verdict) => {
    expect(briefly(words, 1001, { key: 'amount' })).toBe(verdict);
    expect(briefly(words, '1001', { key: 'amount' })).toBe(verdict);
  });

  test('an id given as a number is found', () => {
    expect(briefly('refund order #1001', 1001, { key: 'order_id' })).toBe('grounded user');
  });
});

describe('what two unrelated numbers would explain', () => {
  const policy = 'A voucher is 25 dollars.';

  test.each([
    ['I paid 49.90', 49.8],
    ['I paid 49.90', 24.9],
    ['I paid 49.90', 74.9],
    ['for 3 people and 4 nights', 12],
  ])('"%s" does not explain %j', (words, value) => {
    expect(briefly(words, value, { key: 'amount', policy })).toBe('ungrounded nowhere');
  });

  test.each([
    ['I paid 49.90', 99.8],
    ['I paid 49.90 and 30', 79.9],
    ['I paid 49.90 and got 30 back', 19.9],
    ['for 12 people', 300],
  ])('"%s" explains %j', (words, value) => {
    expect(briefly(words, value, { key: 'amount', policy })).toBe('weak derived');
  });

  test('results of one kind are summed and compared', () => {
    const fares = [gives({ price: 120 }), gives({ price: 95 }), says('we are 3')];
    expect(briefly(fares, 25, { key: 'amount' })).toBe('weak derived');
    expect(briefly(fares, 75, { key: 'amount' })).toBe('weak derived');
    expect(briefly([gives({ price: 120, weight: 17 }), gives({ stock: 95 })], 25)).toBe('ungrounded nowhere');
  });
});
