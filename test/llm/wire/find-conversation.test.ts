import { describe, expect, test } from 'vitest';
import type { ChatMessage, ChatReply, ModelToolCall } from '../../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { type Conversation, createConversation } from '../../../src/llm/wire/conversation.ts';
import { createConversationBook, type RequestHints } from '../../../src/llm/wire/find-conversation.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const system = (content: string): ChatMessage => ({ role: 'system', content });
const agent = (content: string, ...toolCalls: readonly ModelToolCall[]): ChatMessage =>
  toolCalls.length === 0 ? { role: 'assistant', content } : { role: 'assistant', content, toolCalls };
const call = (rawArguments: string, id = 'c1'): ModelToolCall => ({ id, name: 'look', rawArguments });

type Answer = string | Partial<ChatReply>;

/** A book and the means to ask: `answer` comes at once, `fails` says that none does, and without either it is waited for. */
function openBook() {
  const conversations: Conversation[] = [];
  const book = createConversationBook((trial) => {
    const key = { scenario: 'served', variant: 'default', trial };
    const session = functionModel(() => 'unused').open({ role: 'agent', key, seed: 0 });
    const conversation = createConversation({ key, name: String(trial), session });
    conversations.push(conversation);
    return conversation;
  });
  return (
    messages: readonly ChatMessage[],
    {
      answer,
      fails = false,
      known,
      ...hints
    }: Omit<RequestHints, 'known'> & { answer?: Answer; fails?: boolean; known?: string } = {},
  ): string => {
    const request = { messages, turn: 0 };
    const conversation = book.find(request, { ...hints, known: conversations[Number(known)] });
    const exchange = conversation.begin(request);
    const reply: ChatReply = {
      text: '',
      calls: [],
      finish: 'stop',
      attempts: [],
      ...(typeof answer === 'string' ? { text: answer } : answer),
    };
    if (answer !== undefined) exchange.settle({ status: 'answered', reply });
    if (fails) exchange.settle({ status: 'failed', error: new Error('no') });
    return conversation.name;
  };
}

describe('a request', () => {
  test('that begins with the messages of a conversation and its answer goes on with it', () => {
    const ask = openBook();
    expect(ask([user('a')], { answer: 'A' })).toBe('0');
    expect(ask([user('b')], { answer: 'B' })).toBe('1');
    expect(ask([user('a'), agent('A'), user('more')], { answer: 'C' })).toBe('0');
    expect(ask([user('b'), agent('B'), user('more')], { answer: 'D' })).toBe('1');
  });

  test('goes to no conversation that answered something else, or has not answered yet', () => {
    const ask = openBook();
    expect(ask([user('Hi')], { answer: 'one' })).toBe('0');
    expect(ask([user('Hi')])).toBe('1');
    expect(ask([user('Hi'), agent('two'), user('x')], { answer: 'y' })).toBe('2');
    expect(ask([user('Hi'), user('x')], { answer: 'y' })).toBe('3');
  });

  test('whose own conversation was contradicted does not go back to an earlier one either', () => {
    const ask = openBook();
    expect(ask([user('Hi')], { answer: 'one' })).toBe('0');
    expect(ask([user('Hi')], { answer: 'one' })).toBe('1');
    expect(ask([user('Hi'), agent('one'), user('x')], { answer: 'two' })).toBe('0');
    expect(ask([user('Hi'), agent('one'), user('x'), agent('rewritten'), user('y')])).toBe('2');
  });

  test('goes to the conversation of equal beginning whose answer it has', () => {
    const ask = openBook();
    expect(ask([user('Hi')], { answer: 'one' })).toBe('0');
    expect(ask([user('Hi')], { answer: 'two' })).toBe('1');
    expect(ask([user('Hi'), agent('two'), user('x')], { answer: 'same' })).toBe('1');
    expect(ask([user('Hi'), agent('one'), user('x')], { answer: 'same' })).toBe('0');
  });

  test('that fits several goes to the one that has waited longest', () => {
    const ask = openBook();
    for (const name of ['0', '1', '2']) expect(ask([user('Hi')], { answer: 'Hello' })).toBe(name);
    const next = [user('Hi'), agent('Hello'), user('x')];
    for (const name of ['0', '1', '2', '3']) expect(ask(next, { answer: 'y' })).toBe(name);
  });

  test('with another system text, as of a clock, is recognised by the rest', () => {
    const ask = openBook();
    expect(ask([system('It is 10:00.'), user('Hi')], { answer: 'Hello' })).toBe('0');
    expect(ask([system('It is 10:01.'), user('Hi'), agent('Hello'), user('x')], { fails: true })).toBe('0');
    expect(ask([system('It is 10:02.'), user('Hi'), agent('Hello'), user('x')], { answer: 'y' })).toBe('0');
    expect(ask([system('It is 10:03.'), user('Hi')], { answer: 'Hello' })).toBe('1');
  });
});

describe('the answer in the history of a client', () => {
  const words = { text: ' One\n moment. ', calls: [call('{"a": 1, "b": [2]}'), call('{', 'c2')] };
  test.each<[string, Answer, ChatMessage, boolean]>([
    ['with spaces of its own', ' Hello\n there ', agent('Hello there'), true],
    ['in other letters', 'Hello', agent('hello'), false],
    ['with calls written anew', words, agent('One moment.', call('{"b":[2.0],"a":1}', 'x'), call('{', 'y')), true],
    ['without its words', words, agent('', ...words.calls), true],
    ['without its calls', words, agent('One moment.'), true],
    ['without both', words, agent(''), false],
    ['with other arguments', words, agent('', call('{"a": 1}'), call('{')), false],
    ['with other arguments that nobody can read', words, agent('', call('{"a": 1, "b": [2]}'), call('[')), false],
    ['with a call less', words, agent('', call('{"a": 1, "b": [2]}')), false],
    ['with a call that was not there', 'Hello', agent('Hello', call('{}')), false],
    ['with other words', words, agent('Wait.', ...words.calls), false],
    ['empty, as it was', '', agent(' '), true],
    ['left out, as it was empty', '', user('Are you there?'), true],
  ])('%s', (_name, answer, message, isRecognised) => {
    const ask = openBook();
    ask([user('Hi')], { answer });
    expect(ask([user('Hi'), message, user('x')])).toBe(isRecognised ? '0' : '1');
  });
});

describe('the same request once more', () => {
  const hi = [user('Hi')];
  const later = [user('Hi'), agent('Hello'), user('x')];

  test('of a client that does not count is a retry after a failure, and a new conversation after an answer', () => {
    const ask = openBook();
    expect(ask(hi, { fails: true })).toBe('0');
    expect(ask(hi, { answer: 'Hello' })).toBe('0');
    expect(ask(hi, { answer: 'Hello' })).toBe('1');
    expect(ask(hi)).toBe('2');
    expect(ask(hi)).toBe('3');
  });

  test('of a client that counts is a new conversation when it is the first attempt, whatever came before', () => {
    const ask = openBook();
    expect(ask(hi, { fails: true, attempt: 'first' })).toBe('0');
    expect(ask(hi, { fails: true, attempt: 'first' })).toBe('1');
    expect(ask(hi, { answer: 'Hello', attempt: 'again' })).toBe('0');
    expect(ask(hi, { answer: 'Hello', attempt: 'again' })).toBe('1');
  });

  test.each([
    ['answered', { answer: 'Hello' }],
    ['waits', {}],
    ['failed', { fails: true }],
  ])('that is a counted retry belongs to the conversation that %s', (_name, first) => {
    const ask = openBook();
    expect(ask(hi, first)).toBe('0');
    expect(ask(hi, { attempt: 'again' })).toBe('0');
  });

  test('that is a counted retry of what never arrived is found like any other', () => {
    const ask = openBook();
    expect(ask(hi, { answer: 'Hello', attempt: 'again' })).toBe('0');
    expect(ask(later, { answer: 'y', attempt: 'again' })).toBe('0');
  });

  test('goes to one that has no answer before one that has', () => {
    const ask = openBook();
    expect(ask(hi, { answer: 'Hello' })).toBe('0');
    expect(ask(hi)).toBe('1');
    expect(ask(hi, { fails: true, attempt: 'first' })).toBe('2');
    expect(ask(hi, { attempt: 'again', answer: 'Hello' })).toBe('2');
    expect(ask(hi, { attempt: 'again', answer: 'Hello' })).toBe('1');
    expect(ask(hi, { attempt: 'again', answer: 'Hello' })).toBe('0');
  });

  test('later on, and not counted as one, goes first to a conversation that has not come so far', () => {
    const ask = openBook();
    for (const name of ['0', '1']) expect(ask(hi, { answer: 'Hello', attempt: 'first' })).toBe(name);
    expect(ask(later, { fails: true, attempt: 'first' })).toBe('0');
    expect(ask(later, { fails: true, attempt: 'first' })).toBe('1');
    expect(ask(later, { answer: 'y', attempt: 'first' })).toBe('0');
    expect(ask(later, { answer: 'y', attempt: 'first' })).toBe('1');
    expect(ask(later, { answer: 'y', attempt: 'first' })).toBe('2');
  });

  test('with another system text is no retry of what has never answered', () => {
    const ask = openBook();
    expect(ask([system('You are impatient.'), user('Hi')], { fails: true })).toBe('0');
    expect(ask([system('You are kind.'), user('Hi')], { answer: 'Hello' })).toBe('1');
  });

  test('and then more, after a failure, goes on with the conversation that failed', () => {
    const ask = openBook();
    expect(ask(hi, { fails: true })).toBe('0');
    expect(ask([user('Hi'), agent('Sorry, what?'), user('x')], { answer: 'y' })).toBe('0');
  });
});

test('a name decides before everything else, and a named conversation is nobody else’s', () => {
  const ask = openBook();
  expect(ask([user('Hi')], { answer: 'Hello', named: 'left' })).toBe('0');
  expect(ask([user('Hi'), agent('Hello'), user('x')], { answer: 'y', named: 'right', known: '0' })).toBe('1');
  expect(ask([user('something else')], { answer: 'z', named: 'left' })).toBe('0');
  expect(ask([user('something else'), agent('z'), user('x')], { answer: 'y' })).toBe('2');
});

test('a response that a request goes on from decides before the messages do', () => {
  const ask = openBook();
  for (const name of ['0', '1']) expect(ask([user('Hi')], { answer: 'Hello' })).toBe(name);
  expect(ask([user('Hi'), agent('Hello'), user('x')], { answer: 'y', known: '1' })).toBe('1');
  expect(ask([user('Hi'), agent('Hello'), user('x'), agent('y'), user('z')], { answer: 'y' })).toBe('1');
});
