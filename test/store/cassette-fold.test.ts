import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CassetteEntry } from '../../src/domain/contracts/cassette.ts';
import type { ChatMessage } from '../../src/domain/contracts/chat-model.ts';
import { foldEntries, unfoldEntries } from '../../src/store/cassette/fold-entries.ts';
import { jsonPlace } from '../../src/store/cassette/json-place.ts';
import { StoredEntry } from '../../src/store/cassette/stored-cassette.ts';

const said = fc.constantFrom('a', 'b', '');
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const), content: said }),
  fc.record({ role: fc.constant('tool' as const), toolCallId: said, name: said, content: said, isError: fc.boolean() }),
);
const requests = fc.array(
  fc.record({
    role: fc.constantFrom('agent' as const, 'judge' as const),
    model: fc.constantFrom('m', 'n'),
    messages: fc.array(message, { maxLength: 5 }),
    temperature: fc.option(fc.constantFrom(0, 0.5), { nil: undefined }),
  }),
  { maxLength: 12 },
);

test('requests that were folded unfold to what they were, whatever they have in common', () => {
  fc.assert(
    fc.property(requests, (list) => {
      const entries = list.map(
        ({ role, temperature, ...request }, index): CassetteEntry => ({
          key: `${role}-${String(index).padStart(16, '0')}-0`,
          role,
          request: { ...request, ...(temperature === undefined ? {} : { temperature }) },
          reply: { text: 'x', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] },
        }),
      );
      const stored = foldEntries(entries).map((entry) => StoredEntry.parse(JSON.parse(JSON.stringify(entry))));
      expect(unfoldEntries(stored)).toEqual(entries);
    }),
  );
});

test('the place of a value is found in any JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = `\n ${JSON.stringify({ before: ['}"{', [1, {}]], at: value }, null, indent)}`;
      const { line, column } = jsonPlace(text, ['at']);
      const rest = text
        .split('\n')
        .slice(line - 1)
        .join('\n')
        .slice(column - 1);
      expect(rest.startsWith(JSON.stringify(value, null, indent).slice(0, 1))).toBe(true);
      expect(jsonPlace(text, ['before', 1, 1])).not.toEqual(jsonPlace(text, ['before', 1]));
    }),
  );
  const text = '{\n  "a": [true, {"b\\"c": "x"}],\n  "d": -1e3\n}';
  const places = [['a', 1, 'b"c'], ['d'], ['missing'], ['a', 9], ['d', 0]].map((path) => jsonPlace(text, path));
  expect(places).toEqual([
    { line: 2, column: 24 },
    { line: 3, column: 8 },
    { line: 1, column: 1 },
    { line: 2, column: 8 },
    { line: 3, column: 8 },
  ]);
});
