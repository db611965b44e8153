import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forJson } from '../../../src/domain/display/json.ts';

test('what a terminal would act on or hide comes out as an escape', () => {
  expect(forJson({ text: 'x\u202Egpj.exe\u009b31m\u200b\u2028\u0007' })).toBe(
    '{"text":"x\\u202egpj.exe\\u009b31m\\u200b\\u2028\\u0007"}',
  );
});

test('any text is the same when it is parsed again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(forJson(text))).toBe(text);
    }),
  );
});
