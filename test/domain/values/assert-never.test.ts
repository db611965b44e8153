import { expect, test } from 'vitest';
import { assertNever } from '../../../src/domain/values/assert-never.ts';

test('a variant that no case handles is our bug, and is named', () => {
  expect(() => assertNever({ type: 'dream' } as never)).toThrow(new Error("unhandled variant: { type: 'dream' }"));
  expect(() => assertNever('dream' as never)).toThrow(new Error("unhandled variant: 'dream'"));
});

test('a variant that cannot be written as JSON is named all the same', () => {
  expect(() => assertNever({ id: 1n } as never)).toThrow(new Error('unhandled variant: { id: 1n }'));
});
