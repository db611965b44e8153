import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges, undoChanges } from '../../../src/domain/transcript/world-changes.ts';
import { canonicalText } from '../../../src/domain/values/canonical.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { diffWorlds } from '../../../src/session/world-diff.ts';
import { anyState, objectOf } from '../../fixtures/random-states.ts';

const runs = { numRuns: 3000 };
const same = (left: JsonValue, right: JsonValue) => expect(canonicalText(left)).toBe(canonicalText(right));

describe('changes of a state', () => {
  test('lead from the state before to the state after, and back', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const changes = diffWorlds(before, after);
        const applied = applyChanges(before, changes);
        expect(applied.conflicts).toEqual([]);
        same(applied.state, after);
        const undone = undoChanges(after, changes);
        expect(undone.conflicts).toEqual([]);
        same(undone.state, before);
      }),
      runs,
    );
  });

  test('undone and made again they leave the state as it was', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const changes = diffWorlds(before, after);
        same(applyChanges(undoChanges(after, changes).state, changes).state, after);
      }),
      runs,
    );
  });

  test('of equal states are none', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(diffWorlds(state, structuredClone(state))).toEqual([]);
        expect(diffWorlds(state, state)).toEqual([]);
      }),
      runs,
    );
  });

  test('one after the other they lead from the first state to the last, and back', () => {
    fc.assert(
      fc.property(fc.array(anyState, { minLength: 2, maxLength: 6 }), (states) => {
        const steps = states.slice(1).map((state, index) => diffWorlds(states[index] as JsonValue, state));
        const end = steps.reduce((state, changes) => applyChanges(state, changes).state, states[0] as JsonValue);
        same(end, states.at(-1) as JsonValue);
        same(
          steps.reduceRight((state, changes) => undoChanges(state, changes).state, end),
          states[0] as JsonValue,
        );
      }),
      runs,
    );
  });

  test('never touch what they were given, and `__proto__` is a key like any other', () => {
    const before = objectOf([['__proto__', objectOf([['polluted', 1]])]]);
    const after = objectOf([['__proto__', objectOf([['polluted', 2]])]]);
    const changes = diffWorlds(before, after);
    expect(changes).toEqual([{ op: 'replace', pointer: '/__proto__/polluted', before: 1, after: 2 }]);
    const { state } = applyChanges(Object.freeze(before), changes);
    same(state, after);
    expect(Object.keys(state as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    same(before, objectOf([['__proto__', objectOf([['polluted', 1]])]]));
  });

  test('that do not fit a state are named by their places, and still made where they can be', () => {
    const state = { orders: { 'A-1': { status: 'open' } }, list: [1] };
    const changes = [
      { op: 'replace', pointer: '/orders/A-1/status', before: 'sent', after: 'refunded' },
      { op: 'replace', pointer: '/orders/A-9/status', before: 'open', after: 'refunded' },
      { op: 'add', pointer: '/list/7', after: 1 },
    ] as const;
    expect(applyChanges(state, changes)).toEqual({
      state: { orders: { 'A-1': { status: 'refunded' } }, list: [1] },
      conflicts: ['/orders/A-1/status', '/orders/A-9/status', '/list/7'],
    });
  });
});
