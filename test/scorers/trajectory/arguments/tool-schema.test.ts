import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import { call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { briefly, scoresOf } from '../../score-transcript.ts';

const schema = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    page: { type: 'integer', default: 1 },
    filter: { $ref: '#/$defs/filter' },
    meta: { type: 'object' },
  },
  required: ['order_id'],
  $defs: { filter: { type: 'object', properties: { open: { type: 'boolean', default: true }, since: {} } } },
} as const satisfies JsonValue;

describe('the schema of a tool', () => {
  test('its defaults excuse keys that the expectation does not name, at any depth', () => {
    const matcher = compileArguments({ order_id: 'A' }, { match: 'exact', defaults: 'schema' }).withSchema(schema);
    expect(matcher.matches({ order_id: 'A', page: 1 })).toBe(true);
    expect(matcher.matches({ order_id: 'A', page: 2 })).toBe(false);
    expect(matcher.matches({ order_id: 'A', filter: { open: true } })).toBe(true);
    expect(matcher.matches({ order_id: 'A', filter: { open: true, since: 1 } })).toBe(false);
    expect(
      compileArguments({ order_id: 'A' }, { match: 'exact', defaults: 'schema' }).matches({ order_id: 'A', page: 1 }),
    ).toBe(false);
  });

  test('its defaults may stand in the parts that it is put together from', () => {
    const parts = { allOf: [{ properties: { page: { default: 1 } } }, { properties: { order_id: {} } }] };
    const matcher = compileArguments({ order_id: 'A' }, { match: 'exact', defaults: 'schema' }).withSchema(parts);
    expect(matcher.matches({ order_id: 'A', page: 1 })).toBe(true);
    expect(matcher.matches({ order_id: 'A', page: 2 })).toBe(false);
  });

  test('a key that the tool does not know fails, with the name that was meant', () => {
    const matcher = compileArguments({ order_id: 'A' });
    expect(matcher.matches({ order_id: 'A', pgae: 2 })).toBe(true);
    expect(matcher.withSchema(schema).matches({ order_id: 'A', page: 2 })).toBe(true);
    expect(matcher.withSchema(schema).compare({ order_id: 'A', pgae: 2, filter: { opne: true } })).toEqual({
      matched: false,
      credit: 1 / 3,
      differences: [
        {
          pointer: '/pgae',
          kind: 'unknown',
          expected: 'nothing, since the tool knows no such key (did you mean `page`?)',
          actual: '2',
          meant: 'page',
        },
        {
          pointer: '/filter/opne',
          kind: 'unknown',
          expected: 'nothing, since the tool knows no such key (did you mean `open`?)',
          actual: 'true',
          meant: 'open',
        },
      ],
    });
  });

  test.each<[string, object, object, object, boolean]>([
    ['an open object may hold anything', { order_id: 'A' }, {}, { order_id: 'A', meta: { x: 1 } }, true],
    ['unknownKeys: allow', { order_id: 'A' }, { unknownKeys: 'allow' }, { order_id: 'A', x: 1 }, true],
    ['what is ignored', { order_id: 'A' }, { ignoreKeys: ['x'] }, { order_id: 'A', x: 1 }, true],
    ['what the expectation names', { order_id: 'A', x: 1 }, {}, { order_id: 'A', x: 1 }, true],
    ['fields alone', { order_id: 'A' }, { match: { fields: ['order_id'] } }, { order_id: 'A', x: 1 }, true],
    ['no arguments asked for', {}, { match: 'ignore' }, { x: 1 }, true],
  ])('unknown keys: %s', (_name, expected, options, actual, matched) => {
    expect(
      compileArguments(expected as never, options)
        .withSchema(schema)
        .matches(actual as never),
    ).toBe(matched);
  });

  test('the same schema is read once', () => {
    const matcher = compileArguments({ order_id: 'A' });
    expect(matcher.withSchema(schema)).toBe(matcher.withSchema(schema));
    expect(matcher.withSchema(undefined)).toBe(matcher);
  });
});

describe('what a tool declares of its arguments', () => {
  const employee = (more: object) => ({ type: 'object', properties: { id: { type: 'string', ...more } } }) as JsonValue;
  const lookup = transcriptOfLookup({});

  test('[S2.03] " e001 " equals "E001" only when the tool declares it', () => {
    const check = { type: 'calls', calls: [{ tool: 'lookup', arguments: { id: 'E001' } }] };
    expect(briefly(scoresOf(check, lookup))).toMatchObject({ arguments: 'failed' });
    const declared = transcriptOfLookup({ 'x-rehearsal': { case: 'ignore', trim: true } });
    expect(briefly(scoresOf(check, declared))).toMatchObject({ arguments: 'passed' });
  });

  test('[S2.02] -2.5 × 3.6 is -9 within a tolerance, and nothing else is', () => {
    const product = -2.5 * 3.6000000000000001;
    expect(compileArguments({ value: { near: -9 } }).matches({ value: product })).toBe(true);
    expect(compileArguments({ value: { near: -9 } }).matches({ value: -9.001 })).toBe(false);
    expect(compileArguments({ value: { near: -9, within: 0.01 } }).matches({ value: -9.001 })).toBe(true);
    expect(compileArguments({ value: { near: -9, relative: 0.01 } }).matches({ value: -9.08 })).toBe(true);
    expect(compileArguments({ value: { near: -9, relative: 0.01 } }).matches({ value: -9.1 })).toBe(false);
    expect(compileArguments({ value: { near: -9 } }).matches({ value: 9 })).toBe(false);
  });

  test('numbers and lists have declarations of their own', () => {
    const tool = {
      type: 'object',
      properties: {
        amount: { type: 'number', 'x-rehearsal': { within: 0.01 } },
        tags: {
          type: 'array',
          items: { type: 'string', 'x-rehearsal': { case: 'ignore' } },
          'x-rehearsal': { lists: 'set' },
        },
      },
    } as JsonValue;
    const matcher = compileArguments({ amount: 5, tags: ['a', 'B'] }).withSchema(tool);
    expect(matcher.matches({ amount: 5.01, tags: ['b', 'A'] })).toBe(true);
    expect(matcher.matches({ amount: 5.02, tags: ['b', 'A'] })).toBe(false);
  });

  test('a declaration that cannot be read is refused, not passed over', () => {
    const matcher = compileArguments({ id: 'E001' });
    expect(() =>
      matcher.withSchema(employee({ 'x-rehearsal': { cases: 'ignore' } })),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: \`x-rehearsal\` of the argument \`id\` is {"cases":"ignore"}; it takes \`case\`, \`trim\`, \`punctuation\`, \`within\`, \`relative\` and \`lists\`]`,
    );
  });

  function transcriptOfLookup(more: object) {
    const parameters = employee(more);
    return transcriptOf(
      started({ tools: [toolOf('lookup', 'read', { parameters })] }),
      user('Who?'),
      call('lookup', { id: ' e001 ' }),
      result(1),
    );
  }
});
