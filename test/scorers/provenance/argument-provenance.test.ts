import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/domain/errors.ts';
import { argumentProvenance } from '../../../src/scorers/provenance/argument-provenance.ts';
import { agent, call, parallel, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { briefly, gives, proposes, provenanceOf, says } from './verdict-of.ts';

describe('one value in other spellings', () => {
  test.each([
    ['reservation hxdubj please', 'HXDUBJ'],
    ['order W 950 2127', '#W9502127'],
    ['order “A–1001”', 'A-1001'],
    ['order Ａ－１００１', 'A-1001'],
    ['my order is 9502127', '#W9502127'],
    ['my order is W9502127', '9502127'],
    ['zip 28271', 28271],
    ['ava dot moore at example dot com', 'Ava.Moore@example.com'],
    ['my id is sara underscore doe underscore 9', 'sara_doe_9'],
    ['call (555) 123‑2002', '+1 555 123 2002'],
    ['call +49 30 1234567', '0301234567'],
    ['I am Ava Moore', 'Moore, Ava'],
    ['meet me at half past, no: 2:30 pm', '14:30'],
    ['下午两点半', '14:30'],
    ['two gigabytes please', '2GB'],
    ['I paid $1,234.50', 1234.5],
    ['I paid 1.234,50 €', '1234.50'],
    ['I paid two hundred fifty dollars', 250],
    ['三百五十元', 350],
    ['我叫王小明', '王小明'],
  ])('"%s" says %j', (words, value) => {
    expect(briefly(words, value)).toBe('grounded user');
  });

  test.each([
    ['order 12345678', '2345'],
    ['order XPT-10425', 'PT-10425'],
    ['order W9502127', 'X9502127'],
    ['I paid 49.90', '49'],
    ['I paid 1,234', '234'],
    ['I am ava.moore@example.com', 'moore@example.com'],
    ['I am Ava Moore', 'Ava Smith'],
    ['items 12, 34', '1234'],
    ['我叫王小明', '王大明'],
    ['call 555-123-2002', '555-123-2003'],
  ])('"%s" does not say %j', (words, value) => {
    expect(briefly(words, value)).toMatch(/^ungrounded/);
  });
});

describe('what was seen', () => {
  test('a value of a result is told with the place that it stands in', () => {
    const { origins } = provenanceOf([says('cancel it'), gives([{ id: '#W1122334', total: 40 }])], 'W1122334');
    expect(origins).toEqual([
      { kind: 'tool', turn: 0, seq: 1, tool: 'look_up', pointer: '/0/id', start: 1, end: 9, quote: 'W1122334' },
    ]);
  });

  test('words of the user are told with their place', () => {
    expect(provenanceOf('order W 950 2127', '#W9502127').origins).toMatchObject([
      { start: 6, end: 16, quote: 'W 950 2127' },
    ]);
  });

  test('records filed under their ids are found', () => {
    expect(briefly([gives({ cards: { card_77412: { brand: 'visa' } } })], 'card_77412')).toBe('grounded tool');
  });

  test.each([
    ['an error', 'ungrounded echo_of_error', [gives('user sara_doe_9 not found', { isError: true })]],
    ['a result that tells its own failure', 'ungrounded echo_of_error', [gives({ error: 'no sara_doe_9' })]],
    ['the agent', 'ungrounded self_only', [proposes('Is it sara_doe_9?'), says('no')]],
    ['nobody', 'ungrounded nowhere', [says('hi')]],
  ])('%s is no evidence', (_name, verdict, messages) => {
    expect(briefly(messages, 'sara_doe_9')).toBe(verdict);
  });

  test('what the agent proposed and the user agreed to is weak', () => {
    const talk = (answer: string) => [proposes('How about May 22, flight HAT001?'), says(answer)];
    expect(briefly(talk('Yes, that works.'), 'HAT001')).toBe('weak accepted_proposal');
    expect(briefly(talk('Yes, that works.'), '2030-05-22')).toBe('weak accepted_proposal');
    expect(briefly(talk('No, that does not work.'), 'HAT001')).toBe('ungrounded self_only');
    expect(briefly(talk('What else is there?'), 'HAT001')).toBe('ungrounded self_only');
    for (const answer of ['Yes, but not that one.', 'OK, never mind.', 'Sure, if it is cheaper.'])
      expect(briefly(talk(answer), 'HAT001')).toBe('ungrounded self_only');
    for (const answer of ['The first one.', 'Ja, gerne.', '好的'])
      expect(briefly(talk(answer), 'HAT001')).toBe('weak accepted_proposal');
  });

  test('a result that a list holds and the agent had not seen', () => {
    const messages = [says('make one'), gives({ id: 'R-9001' })];
    const made = { name: 'send', arguments: { id: 'R-9001' } };
    expect(argumentProvenance({ messages, call: made })).toMatchObject([{ verdict: 'grounded' }]);
    expect(argumentProvenance({ messages, call: made, unseen: ['c0'] })).toMatchObject([{ why: 'unseen_result' }]);
  });

  test('in a transcript calls of one step have not seen each other, unless the recorder merged them', () => {
    const transcript = transcriptOf(
      started({ tools: [toolOf('create'), toolOf('send', 'write')] }),
      user('Make one and send it.'),
      parallel(['create', {}], ['send', { id: 'R-9001' }]),
      result({ id: 'R-9001' }),
      result(1),
      agent('Done.'),
      user('Again.'),
      call('send', { id: 'R-9001' }),
      result(1),
    );
    const verdicts = (observation: 'recorded' | 'sequential') =>
      argumentProvenance({ transcript }, { observation }).map(({ verdict }) => verdict);
    expect(verdicts('recorded')).toEqual(['ungrounded', 'grounded']);
    expect(verdicts('sequential')).toEqual(['grounded', 'grounded']);
  });
});

describe('what a tool says of itself', () => {
  const schema = {
    type: 'string',
    description: "Id such as 'credit_card_7815826', or YYYY-MM-DD. Must be either late or damaged.",
  };

  test.each([
    ['credit_card_7815826', 'ungrounded documentation_example'],
    ['late', 'exempt documented_choice'],
    ['broken', 'ungrounded nowhere'],
  ])('%s is %s', (value, verdict) => {
    expect(briefly('pay', value, { schema })).toBe(verdict);
  });

  test('choices and defaults of the schema need no source, in whatever case', () => {
    const choices = { enum: ['no longer needed', 'ordered by mistake'], default: 20 };
    expect(briefly('hi', 'no longer needed', { schema: choices })).toBe('exempt enum');
    expect(briefly('hi', 'No Longer Needed', { schema: choices })).toBe('exempt enum');
    expect(briefly('hi', 20, { schema: choices })).toBe('exempt default');
  });

  test.each(['YYYY-MM-DD', 'gift_card_0000000', '<order_id>', 'your_api_key', 'user@example.com'])(
    '%s is a placeholder',
    (value) => {
      expect(briefly('hi', value)).toBe('ungrounded placeholder');
    },
  );
});

describe('numbers', () => {
  const cart = [
    gives({ items: [{ price: 120.5 }, { price: 79.5 }, { price: 33 }], total: 240 }),
    says('10% off, for 3'),
  ];

  test.each([
    [3, 'weak small_number'],
    ['3', 'weak small_number'],
    [240, 'grounded tool'],
    [-240, 'grounded tool'],
    ['$240.00', 'grounded tool'],
    [200, 'weak derived'],
    [233, 'weak derived'],
    [41, 'weak derived'],
    [361.5, 'weak derived'],
    [216, 'weak derived'],
    [137.77, 'ungrounded nowhere'],
  ])('%j is %s', (value, verdict) => {
    expect(briefly(cart, value)).toBe(verdict);
  });

  test('an id is never reckoned', () => {
    expect(briefly(cart, 200, { key: 'order_id' })).toBe('ungrounded nowhere');
  });

  test('an amount of the policy may be given for several', () => {
    expect(briefly('we are two', 50, { policy: 'A voucher is 25 dollars per person.' })).toBe('weak derived');
  });

  test('the name of an argument may tell its unit', () => {
    expect(briefly('for two hours', 120, { key: 'duration_minutes' })).toBe('grounded user');
    expect(briefly('for two hours', 120, { key: 'duration_days' })).toBe('ungrounded nowhere');
  });

  test('each number of a sum that is written out needs a source', () => {
    expect(briefly(cart, '(240 - 120.5) * 2')).toBe('grounded tool');
    expect(briefly(cart, '(240 - 137.77) * 2')).toBe('ungrounded nowhere');
  });
});

describe('names and words', () => {
  test.each([
    ['I am Jose Nunez', 'Núñez', 'weak accents'],
    ['I am Jonathan Smyth', 'Smith', 'weak spelling'],
    ['I am Jonathan Smyth', 'Jonathan Smith', 'weak spelling'],
    ['order A-10011', 'A-10012', 'ungrounded nowhere'],
    ['from San Francisco', 'SFO', 'weak code'],
    ['from SFO', 'San Francisco', 'weak abbreviation'],
    ['in the USA', 'United States', 'weak abbreviation'],
    ['我在北京', '北京市', 'weak abbreviation'],
    ['My number is 1042', 'PT-1042', 'ungrounded nowhere'],
    ['I am Ava Moore', 'ava.moore@example.com', 'ungrounded put_together'],
    ['hello', null, 'exempt null'],
    ['hello', true, 'exempt boolean'],
    ['hello', '', 'exempt empty'],
    ['size M please', 'M', 'weak short'],
  ])('after "%s", %j is %s', (words, value, verdict) => {
    expect(briefly(words, value)).toBe(verdict);
  });

  test.each([
    ['The customer asks for a human because of a delayed order.', 'exempt free_text'],
    ['The customer asks about order #W9502127, within 5 days, on the 3rd.', 'exempt free_text'],
    ['The customer asks for a refund of order #W9999999 at once.', 'ungrounded nowhere'],
    ['The customer can be reached at eve@evil.example from now on.', 'ungrounded nowhere'],
    ['客户希望尽快得到人工客服的帮助和退款', 'exempt free_text'],
    ['17 Elm Street, Springfield, Oregon', 'ungrounded nowhere'],
  ])('%s: %s', (text, verdict) => {
    expect(briefly('order #W9502127 is late', text)).toBe(verdict);
  });

  test('the agent words a note, a summary and a query itself, but not the ids in them', () => {
    expect(briefly('hello', 'Goodwill', { key: 'note' })).toBe('exempt free_text');
    expect(briefly('hello', 'refund rules', { key: 'search_query' })).toBe('exempt free_text');
    expect(provenanceOf('hello', 'Goodwill for A-2002', { key: 'note' })).toMatchObject({
      why: 'nowhere',
      quote: 'A-2002',
    });
  });

  test('data inside a text is judged value by value', () => {
    expect(briefly('A-1001', '{"ids":["A-1001"]}')).toBe('grounded user');
    expect(briefly('A-1001', '{"ids":["A-1001","C-3003"]}')).toBe('ungrounded nowhere');
  });
});

test('a value in depth is told with its path', () => {
  const judged = argumentProvenance({
    messages: [says('return items 8118291112 and 5753502325')],
    call: { name: 'return', arguments: { order: { item_ids: ['8118291112', '9999999999'] } } },
  });
  expect(judged.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual([
    'order.item_ids[0] grounded',
    'order.item_ids[1] ungrounded',
  ]);
});

test('options that do not exist are refused', () => {
  const input = { messages: [says('hi')], call: { name: 'act', arguments: {} } };
  expect(() => argumentProvenance(input, { ignored: ['a'] } as never)).toThrow(UsageError);
  expect(() => argumentProvenance(input, { sources: { a: { from: [] } } })).toThrow(/sources\.a/);
});
