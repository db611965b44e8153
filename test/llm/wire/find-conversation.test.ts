import { expect, test } from 'vitest';
import type { ChatMessage, ChatReply } from '../../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { type Conversation, createConversation, type Exchange } from '../../../src/llm/wire/conversation.ts';
import { createConversationBook } from '../../../src/llm/wire/find-conversation.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const system = (content: string): ChatMessage => ({ role: 'system', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });
const replyOf = (text: string): ChatReply => ({ text, calls: [], finish: 'stop', attempts: [] });

/** A book whose requests are answered at once, with `answer`; a missing answer is a failure. */
function openBook() {
  const book = createConversationBook((trial) => {
    const key = { scenario: 'served', variant: 'default', trial };
    const session = functionModel(() => 'unused').open({ role: 'agent', key, seed: 0 });
    return createConversation({ key, name: String(trial), session });
  });
  const ask = (
    messages: readonly ChatMessage[],
    { answer, named }: { answer?: string; named?: string } = {},
  ): string => {
    const request = { messages, turn: 0 };
    const conversation: Conversation = book.find(request, named);
    book.note(conversation, request);
    const exchange: Exchange = conversation.begin(request);
    exchange.settle(
      answer === undefined
        ? { status: 'failed', error: new Error('no') }
        : { status: 'answered', reply: replyOf(answer) },
    );
    return conversation.name;
  };
  return ask;
}

test('a request that begins with the messages of a conversation goes on with it', () => {
  const ask = openBook();
  expect(ask([user('a')], { answer: 'A' })).toBe('0');
  expect(ask([user('b')], { answer: 'B' })).toBe('1');
  expect(ask([user('a'), agent('A'), user('more')], { answer: 'C' })).toBe('0');
  expect(ask([user('b'), agent('B'), user('more')], { answer: 'D' })).toBe('1');
});

test('two conversations that begin alike are told apart by their answers, or else by their order', () => {
  const ask = openBook();
  expect(ask([user('Hi')], { answer: 'one' })).toBe('0');
  expect(ask([user('Hi')], { answer: 'two' })).toBe('1');
  expect(ask([user('Hi'), agent('two'), user('x')], { answer: 'same' })).toBe('1');
  expect(ask([user('Hi'), agent('one'), user('x')], { answer: 'same' })).toBe('0');
});

test('the same request once more is a retry after a failure, and a new conversation after an answer', () => {
  const ask = openBook();
  expect(ask([user('Hi')])).toBe('0');
  expect(ask([user('Hi')], { answer: 'Hello' })).toBe('0');
  expect(ask([user('Hi')], { answer: 'Hello' })).toBe('1');
});

test('a system text that changes with every request does not hide the conversation', () => {
  const ask = openBook();
  expect(ask([system('It is 10:00.'), user('Hi')], { answer: 'Hello' })).toBe('0');
  expect(ask([system('It is 10:01.'), user('Hi'), agent('Hello'), user('x')], { answer: 'y' })).toBe('0');
});

test('a name decides before everything else', () => {
  const ask = openBook();
  expect(ask([user('Hi')], { answer: 'Hello', named: 'left' })).toBe('0');
  expect(ask([user('Hi'), agent('Hello'), user('x')], { answer: 'y', named: 'right' })).toBe('1');
  expect(ask([user('something else')], { answer: 'z', named: 'left' })).toBe('0');
});
