import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import type { EffectCall } from '../../../../src/scorers/trajectory/equivalence/effect-call.ts';
import {
  type EffectOptions,
  effectiveWrites,
} from '../../../../src/scorers/trajectory/equivalence/effective-writes.ts';
import { readAs, refused, wrote } from './made-calls.ts';

const order = (more: Record<string, JsonValue>): JsonValue => ({
  order_id: 'A-1',
  status: 'open',
  city: 'Ulm',
  ...more,
});
const moved = (city: string, more: Record<string, JsonValue> = {}): EffectCall =>
  wrote('change_city', { order_id: 'A-1', city }, order({ city, ...more }));
const seen = readAs('get_order', { order_id: 'A-1' }, order({}));

function effectsOf(calls: readonly EffectCall[], options: EffectOptions = {}): { kept: string[]; dropped: string[] } {
  const { kept, dropped } = effectiveWrites(calls, options);
  const text = (call: EffectCall) => `${call.name} ${JSON.stringify(call.arguments)}`;
  return {
    kept: kept.map(({ call }) => text(call)),
    dropped: dropped.map(({ call, why }) => `${why}: ${text(call)}`),
  };
}

describe('a write has no effect', () => {
  test('when it failed', () => {
    expect(effectsOf([refused('pay', { order_id: 'A-1' })])).toEqual({
      kept: [],
      dropped: ['failed: pay {"order_id":"A-1"}'],
    });
  });

  test('when its result shows the record as it was', () => {
    expect(effectsOf([seen, moved('Ulm')]).dropped).toEqual(['no_effect: change_city {"order_id":"A-1","city":"Ulm"}']);
  });

  test('when the record held all of it, though another write changed the record since it was seen', () => {
    const paid = wrote('pay', { account_id: 'X' }, 'paid');
    expect(effectsOf([seen, paid, moved('Ulm', { status: 'paid' })]).kept).toEqual(['pay {"account_id":"X"}']);
    expect(effectsOf([seen, moved('Ulm', { status: 'paid' })]).kept).toHaveLength(1);
  });

  test('when it is the same call again with the same result', () => {
    const twice = [wrote('notify', { id: 'C-1' }), wrote('notify', { id: 'C-1' })];
    expect(effectsOf(twice)).toEqual({ kept: ['notify {"id":"C-1"}'], dropped: ['repeated: notify {"id":"C-1"}'] });
  });

  test('when a later write brought the record back to what it was', () => {
    expect(effectsOf([seen, moved('Bonn'), moved('Ulm')])).toEqual({
      kept: [],
      dropped: [
        'undone: change_city {"order_id":"A-1","city":"Bonn"}',
        'undone: change_city {"order_id":"A-1","city":"Ulm"}',
      ],
    });
  });

  test('when a later write of the tool replaced all that it had changed', () => {
    expect(effectsOf([seen, moved('Bonn'), moved('Jena')])).toEqual({
      kept: ['change_city {"order_id":"A-1","city":"Jena"}'],
      dropped: ['overwritten: change_city {"order_id":"A-1","city":"Bonn"}'],
    });
  });

  test('when a switch was turned back, and the third time counts', () => {
    const toggle = (state: string) => wrote('toggle_wifi', {}, `Wi-Fi is now ${state}.\nBattery: ${state.length} %`);
    expect(effectsOf([toggle('ON'), toggle('OFF')]).kept).toEqual([]);
    expect(effectsOf([toggle('ON'), toggle('OFF'), toggle('ON')]).kept).toEqual(['toggle_wifi {}']);
  });

  test('when the opposite tool was called with the same arguments', () => {
    const calls = [wrote('suspend_line', { line_id: 'L-1' }), wrote('resume_line', { line_id: 'L-1' }, 'running')];
    expect(effectsOf(calls).kept).toEqual([]);
    const other = [wrote('suspend_line', { line_id: 'L-1' }), wrote('resume_line', { line_id: 'L-2' }, 'running')];
    expect(effectsOf(other).kept).toHaveLength(2);
  });

  test('when a tool that replaces one value was called again for the same ids', () => {
    const calls = [wrote('set_mode', { mode: 'slow' }, 'slow'), wrote('set_mode', { mode: 'fast' }, 'fast')];
    expect(effectsOf(calls, { assigns: (tool) => tool.startsWith('set_') }).kept).toEqual(['set_mode {"mode":"fast"}']);
    expect(effectsOf(calls).kept).toHaveLength(2);
  });
});

describe('a write keeps its effect', () => {
  test('when the same call came to another result', () => {
    const add = (total: number) => wrote('add_data', { line_id: 'L-1', gb: 2 }, { total });
    expect(effectsOf([add(2), add(4)]).kept).toHaveLength(2);
  });

  test('when the record keeps a trace of it, such as a line in a list', () => {
    const paid = (city: string, payments: number[]) => moved(city, { payments });
    expect(effectsOf([seen, paid('Bonn', [5]), paid('Jena', [5, 7])]).kept).toHaveLength(2);
    expect(effectsOf([seen, paid('Bonn', [5]), paid('Ulm', [5, 5])]).kept).toHaveLength(2);
  });

  test('when nobody has seen the record before', () => {
    expect(effectsOf([moved('Ulm')]).kept).toHaveLength(1);
  });

  test('when the record is another one', () => {
    const other = wrote(
      'change_city',
      { order_id: 'B-2', city: 'Ulm' },
      { order_id: 'B-2', status: 'open', city: 'Ulm' },
    );
    expect(effectsOf([seen, moved('Bonn'), other]).kept).toHaveLength(2);
  });
});

describe('a tool that only puts its arguments in place', () => {
  test('is known by one write whose record was seen before, and then only its last write to a record counts', () => {
    expect(effectsOf([moved('Bonn'), moved('Jena')])).toEqual({
      kept: ['change_city {"order_id":"A-1","city":"Jena"}'],
      dropped: ['overwritten: change_city {"order_id":"A-1","city":"Bonn"}'],
    });
    expect(effectiveWrites([moved('Bonn'), moved('Jena')]).assigns('change_city')).toBe(true);
  });

  test('is none when it also counts, charges or logs', () => {
    const charged = [moved('Bonn', { total: 5 }), moved('Jena', { total: 10 })];
    expect(effectiveWrites(charged).assigns('change_city')).toBe(false);
    expect(effectsOf(charged).kept).toHaveLength(2);
  });

  test('is none when it adds its arguments to a list', () => {
    const noted = (notes: string[]) =>
      wrote('note', { order_id: 'A-1', text: 'x' }, order({ notes: notes.map((text) => ({ text })) }));
    const empty = readAs('get_order', { order_id: 'A-1' }, order({ notes: [{ text: 'w' }] }));
    expect(effectiveWrites([empty, noted(['w', 'x'])]).assigns('note')).toBe(false);
  });

  test('stays one although another write changed more of the record since it was seen', () => {
    const paid = wrote('pay', { account_id: 'X' }, 'paid');
    const calls = [seen, moved('Bonn'), paid, moved('Jena', { status: 'paid' })];
    expect(effectiveWrites(calls).assigns('change_city')).toBe(true);
    expect(effectiveWrites([seen, moved('Bonn'), moved('Jena', { status: 'paid' })]).assigns('change_city')).toBe(
      false,
    );
  });

  test('brings back what was there at first although other writes to the record stand', () => {
    const paid = wrote('pay', { order_id: 'A-1' }, order({ city: 'Bonn', status: 'paid' }));
    expect(effectsOf([seen, moved('Bonn'), paid, moved('Ulm', { status: 'paid' })]).kept).toEqual([
      'pay {"order_id":"A-1"}',
    ]);
  });
});

test('records are read from JSON text too, named by the only id among the arguments where they name none', () => {
  const profile = (city: string) => JSON.stringify({ name: 'Ada', city });
  const calls = [
    readAs('get_user', { user_id: 'u1' }, profile('Ulm')),
    wrote('move', { user_id: 'u1', city: 'Bonn' }, profile('Bonn')),
    wrote('move', { user_id: 'u1', city: 'Ulm' }, profile('Ulm')),
  ];
  expect(effectsOf(calls).kept).toEqual([]);
  expect([...effectiveWrites(calls).final.keys()]).toEqual(['user_id=u1']);
});

test('no calls have no effect, and a call without a result is taken for a failed one', () => {
  expect(effectsOf([])).toEqual({ kept: [], dropped: [] });
  const open: EffectCall = { name: 'pay', arguments: {}, effect: 'write', outcome: 'none' };
  expect(effectsOf([open]).dropped).toEqual(['failed: pay {}']);
});
