import { describe, expect, test } from 'vitest';
import { agent, call, ended, event, result, silence, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { briefly, findingsOf, scoreOf, scoresOf } from '../score-transcript.ts';

describe('answered', () => {
  const check = { type: 'answered' };

  test.each(['', '  \n', '\u200b\u200d', '\u3000', '\ufe0f', '\u0000'])('%j is no answer', (text) => {
    const score = scoreOf(check, transcriptOf(user('Hi'), agent('Hello.'), user('And?'), agent(text)));
    expect(score).toMatchObject({
      passed: false,
      value: 0.5,
      findings: [{ turn: 1, code: 'no_answer', stage: 'generation' }],
    });
  });

  test('a turn that an error cut off is told with the reason', () => {
    const score = scoreOf(
      check,
      transcriptOf(user('Hi'), agent('好'), user('Refund it.'), call('refund'), result(1), ended('agent_error')),
    );
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 generation failure no_answer: the user said "Refund it.", and no answer came; the session ended with \`agent_error\`",
      ]
    `);
  });

  test.each(['', ' \n', '\u200b'])('a message of %j is told as one without words', (text) => {
    expect(findingsOf(scoreOf(check, transcriptOf(user(text), ended('user_done'))))).toEqual([
      "0 generation failure no_answer: the user's message holds no words, and no answer came",
    ]);
  });

  test('words before a call count, and so does a greeting', () => {
    expect(
      scoreOf(
        check,
        transcriptOf(silence(), agent('Hello.'), user('Hi'), agent('Wait.', { final: false }), call('a'), result(1)),
      ),
    ).toMatchObject({
      passed: true,
      metrics: { turns: 2, answered: 2 },
    });
  });
});

describe('conversation-length', () => {
  const talk = transcriptOf(
    user('a'),
    call('x'),
    result(1),
    agent('one two three'),
    user('b'),
    call('x'),
    result(1),
    agent('您的年假剩余五天'),
  );
  const check = (more: object) => scoresOf({ type: 'conversation-length', id: 'l', ...more }, talk);

  test('limits that hold pass', () => {
    expect(briefly(check({ maxTurns: 2, minTurns: 2, maxCalls: 2, maxWords: 8 }))).toEqual({
      length: 'passed',
      words: 'passed',
    });
    expect(check({ maxTurns: 2 })[0]).toMatchObject({ metrics: { turns: 2, calls: 2, longestAnswer: 8 } });
  });

  test('each limit that is broken is told at its turn', () => {
    const [length, words] = check(
      { maxTurns: 1, minTurns: 3, maxCalls: 1, maxWords: 7 }.maxTurns ? { maxTurns: 1, maxCalls: 1, maxWords: 7 } : {},
    );
    expect([...findingsOf(length!), ...findingsOf(words!)]).toMatchInlineSnapshot(`
      [
        "1 execution failure too_many_turns: the talk took 2 turns; expected at most 1",
        "1 execution failure too_many_calls: 2 calls were made; expected at most 1",
        "1 generation failure too_many_words: the agent used 8 words in one message; expected at most 7",
      ]
    `);
    expect(check({ minTurns: 3 })[0]).toMatchObject({ passed: false, findings: [{ code: 'too_few_turns', turn: 1 }] });
  });
});

describe('answer-language', () => {
  const judged = (language: string, ...texts: string[]) =>
    scoreOf({ type: 'answer-language', language }, transcriptOf(user('?'), ...texts.map((text) => agent(text))));

  test.each([
    ['en', 'Your order has been shipped and will arrive at the shop on Monday.'],
    ['de', 'Ihre Bestellung wurde verschickt und wird am Montag bei Ihnen sein.'],
    ['fr', 'Votre commande est en route et vous sera livrée dans la semaine.'],
    ['es', 'Su pedido está en camino y se le entregará en la tienda el lunes.'],
    ['it', 'Il suo ordine è stato spedito e sarà con lei lunedì alla porta.'],
    ['pt', 'O seu pedido foi enviado e você não precisa fazer mais nada.'],
    ['nl', 'Uw bestelling is verzonden en wordt op maandag bij u bezorgd.'],
    ['zh', '您的订单 A-1001 已经发货，预计周一送达。'],
    ['ja', 'ご注文の商品は発送されました。月曜日に届く予定です。'],
    ['ko', '주문하신 상품이 발송되었습니다. 월요일에 도착합니다.'],
    ['ru', 'Ваш заказ отправлен и придёт в понедельник.'],
    ['ar', 'تم شحن طلبك وسيصل يوم الاثنين.'],
    ['el', 'Η παραγγελία σας εστάλη και θα φτάσει τη Δευτέρα.'],
    ['he', 'ההזמנה שלך נשלחה ותגיע ביום שני.'],
    ['th', 'คำสั่งซื้อของคุณถูกจัดส่งแล้วและจะมาถึงวันจันทร์'],
  ])('%s is told from the others', (language, text) => {
    expect(judged(language, text)).toMatchObject({ passed: true, value: 1 });
    expect(judged(language === 'en' ? 'fr' : 'en', text)).toMatchObject({
      passed: false,
      findings: [{ code: 'wrong_language' }],
    });
  });

  test('ids, quotes and code say nothing about the language', () => {
    expect(judged('zh', '您的订单 ORDER-1001 “the order is not on its way to you” 已经发货。')).toMatchObject({
      passed: true,
    });
    expect(judged('en', 'The status of your order is `已经发货已经发货`, and it is on the way.')).toMatchObject({
      passed: true,
    });
  });

  test.each([
    'A visit costs 35.00 as a rule.',
    'As a rule a visit costs 35.00, no more.',
    'Die, no!',
    'Total no no no.',
    'De la Cruz de la Vega',
  ])('a language that another is nearly as likely as is not told: "%s"', (text) => {
    for (const language of ['en', 'pt', 'es']) {
      expect(judged(language, text)).toMatchObject({ status: 'not_applicable' });
    }
  });

  test('what is too short is not judged', () => {
    expect(judged('en', 'Ja.', 'OK', 'A-1001')).toMatchObject({ status: 'not_applicable' });
    expect(judged('de', 'OK', 'Das ist leider nicht möglich, und ich kann es nicht ändern.')).toMatchObject({
      passed: true,
      metrics: { judged: 1 },
    });
  });
});

describe('structured-output', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, total: { type: 'number' } },
    required: ['id'],
    additionalProperties: false,
  };
  const judged = (text: string, more: object = {}) =>
    scoreOf({ type: 'structured-output', schema, ...more }, transcriptOf(user('?'), agent(text)));

  test.each([
    '{"id": "A-1", "total": 4}',
    'Here you are:\n```json\n{"id": "A-1"}\n```\nAnything else?',
    ' {"id":"年"}\n',
  ])('%j satisfies the schema', (text) => {
    expect(judged(text)).toMatchObject({ passed: true, value: 1 });
  });

  test.each([
    '',
    'It is A-1.',
    '{"id": 1}',
    '{"total": 1}',
    '{"id": "A-1", "idd": 1}',
    '```json\n{"id": "A-1"\n```',
    '[]',
  ])('%j does not', (text) => {
    expect(judged(text)).toMatchObject({ passed: false, value: 0 });
  });

  test('a violation is told with its path', () => {
    expect(findingsOf(judged('{"id": 1, "totl": 2}'))).toMatchInlineSnapshot(`
      [
        "0 generation failure schema_violation: \`id\` is 1: expected text; \`totl\` is not known: expected only \`id\`, \`total\` (did you mean \`total\`?)",
      ]
    `);
  });

  test('an event of the agent is judged by its name', () => {
    const data = (value: object) => event({ type: 'agent_event', name: 'form', data: value as never });
    const check = { type: 'structured-output', schema, from: 'form' };
    expect(scoreOf(check, transcriptOf(user('?'), data({ id: 'A-1' }), agent('Sent.')))).toMatchObject({
      passed: true,
    });
    expect(scoreOf(check, transcriptOf(user('?'), data({ id: 1 }), agent('Sent.')))).toMatchObject({ passed: false });
    expect(scoreOf(check, transcriptOf(user('?'), agent('Sent.')))).toMatchObject({
      passed: false,
      findings: [{ code: 'no_output' }],
    });
  });
});
