import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../src/domain/contracts/chat-model.ts';
import { secretRedactor } from '../../src/domain/redaction.ts';
import { createRequestReader, hashOfRequest } from '../../src/llm/cassette/canonical-request.ts';
import { settledRedactor } from '../../src/llm/cassette/settled-redactor.ts';
import { asking } from './cassette-parts.ts';

const secrets = ['hunter2-hunter2', 'pa ss"word\\n1', 'geheim-ä-schlüssel'];
const withSecrets = createRequestReader(settledRedactor(secretRedactor(secrets)));
const without = createRequestReader(settledRedactor(secretRedactor([])));

const text = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(...secrets, 'Bearer ', 'api_key=', 'sk-Abcdef123456', '://me:', '@host', ' '),
    ),
  )
  .map((parts) => parts.join(''));
const id = fc.constantFrom('a', 'b', 'c', '');
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content: text }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: text,
    toolCalls: fc.array(fc.record({ id, name: text, rawArguments: text }), { maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool' as const), toolCallId: id, name: text, content: text, isError: fc.boolean() }),
);
const messages = fc.array(message, { maxLength: 6 });

test('a request that was redacted has the key of the request with its secrets', () => {
  fc.assert(
    fc.property(messages, (list) => {
      const recorded = withSecrets({ name: 'gpt-x' }, asking(...list));
      expect(without({ name: 'gpt-x' }, asking(...recorded.request.messages)).hash).toBe(recorded.hash);
      expect(hashOfRequest(structuredClone(recorded.request))).toBe(recorded.hash);
    }),
  );
});

test('no secret is left in a request', () => {
  fc.assert(
    fc.property(messages, (list) => {
      const { request } = withSecrets({ name: 'gpt-x' }, asking(...list));
      const words = request.messages.flatMap((one) => [
        one.content,
        ...('toolCalls' in one ? (one.toolCalls ?? []).flatMap(({ name, rawArguments }) => [name, rawArguments]) : []),
      ]);
      for (const word of words) for (const secret of secrets) expect(word.includes(secret)).toBe(false);
    }),
  );
});

test('frozen messages, which are remembered, have the key of fresh ones', () => {
  fc.assert(
    fc.property(messages, (list) => {
      const frozen = deepFreeze(structuredClone(list));
      const [first, second] = [
        withSecrets({ name: 'm' }, asking(...frozen)),
        withSecrets({ name: 'm' }, asking(...frozen)),
      ];
      expect([first.hash, second.hash]).toEqual([withSecrets({ name: 'm' }, asking(...list)).hash, first.hash]);
      expect(second.request).toEqual(first.request);
    }),
  );
});

test('ids of calls do not count, but which result belongs to which call does', () => {
  const hashOf = (ids: readonly string[], results: readonly string[]) => {
    const toolCalls = ids.map((one) => ({ id: one, name: 't', rawArguments: '{}' }));
    const answers = results.map(
      (toolCallId): ChatMessage => ({ role: 'tool', toolCallId, name: 't', content: 'ok', isError: false }),
    );
    return without({ name: 'm' }, asking({ role: 'assistant', content: '', toolCalls }, ...answers)).hash;
  };
  expect(hashOf(['a', 'b'], ['a', 'b'])).toBe(hashOf(['x', 'y'], ['x', 'y']));
  expect(hashOf(['a', 'b'], ['a', 'b'])).not.toBe(hashOf(['a', 'b'], ['b', 'a']));
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part);
  return value;
}
