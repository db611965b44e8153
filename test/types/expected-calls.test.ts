import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  call,
  defineScenario,
  type ExpectedArguments,
  expectCalls,
  expectNoCalls,
  fromAgentevals,
  fromPromptfoo,
  match,
  type ScenarioInput,
} from '../../src/index.ts';

type Check = NonNullable<ScenarioInput['expect']>[number];

test('what the builders make are checks of a scenario', () => {
  expectTypeOf(expectCalls({ calls: [call('a')] })).toExtend<Check>();
  expectTypeOf(expectNoCalls({ turn: 0 })).toExtend<Check>();
  expectTypeOf(fromAgentevals()([])).toExtend<Check>();
  expectTypeOf(fromPromptfoo({ type: 'trajectory:tool-used', value: 'a' })).toExtend<Check>();
  defineScenario({ title: 'A', user: ['Hello'], expect: [expectCalls({ calls: [call('a', { x: match.near(1) })] })] });
});

test('expected arguments hold JSON, matchers and code, nested anywhere', () => {
  const wanted: ExpectedArguments = {
    text: 'a',
    list: [1, match.any(), /a/, [null]],
    deep: { of: match.oneOf(z.string(), match.text('b', { case: 'exact' })) },
    big: 1n,
    number: (amount: number) => amount > 1,
    vitest: expect.stringContaining('a'),
    schema: match.schema(z.number()),
  };
  expectTypeOf(wanted).toExtend<ExpectedArguments>();
  // @ts-expect-error a date is no JSON
  expectTypeOf({ at: new Date(0) }).toExtend<ExpectedArguments>();
  // @ts-expect-error a function must answer true or false
  call('a', { x: (value: number) => value + 1 });
});

test('items and options have their words', () => {
  expectCalls({ calls: [call.anyOrder(call('a'), call.optional(call('b'))), call.together(call('c'), call('d'))] });
  expectCalls({
    calls: [call.repeat(call.oneOf(call('a'), [call('b'), call('c')]), { min: 0, max: 2 })],
    order: 'any',
  });
  // @ts-expect-error no such order
  expectCalls({ calls: [call('a')], order: 'random' });
  // @ts-expect-error no such option
  call('a', {}, { exactly: true });
  // @ts-expect-error calls of one message are calls
  call.together(call.optional(call('a')));
});
