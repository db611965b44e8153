import { describe, expect, test } from 'vitest';
import { findPlaceholder } from '../../../src/scorers/words/find-placeholder.ts';
import { agent, started, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const found = (text: string, options: Parameters<typeof findPlaceholder>[1] = {}): string | undefined => {
  const span = findPlaceholder(text, options);
  return span === undefined ? undefined : text.slice(span.start, span.end);
};

describe('a placeholder of a program', () => {
  test.each([
    ['Parcel P-100 is undefined and arrives on 2026-01-17.', 'undefined'],
    ['It costs $NaN.', 'NaN'],
    ['It costs NaN%, or NaN EUR.', 'NaN'],
    ['Hello null, how can I help?', 'null'],
    ['Status: null', 'null'],
    ['Your discount code is undefined.', 'undefined'],
    ['Dear {{name}}, thank you.', '{{name}}'],
    ['Dear {{ customer.first-name }}!', '{{ customer.first-name }}'],
    [`Order \${order.id} is on its way.`, `\${order.id}`],
    ['Your address is [object Object].', '[object Object]'],
    ['它的状态是undefined，预计明天到。', 'undefined'],
    ['您好null，请问有什么可以帮您？', 'null'],
    ['Заказ undefined отправлен.', 'undefined'],
    ['Use `null` for none. Your order is null.', 'null'],
    ['The database is fine. Your name is undefined.', 'undefined'],
    ['It’s here, and it’s undefined, isn’t it', 'undefined'],
  ])('is found where a value should stand: %s', (text, placeholder) => {
    expect(found(text)).toBe(placeholder);
  });

  test.each([
    'The contract is null and void.',
    'We could not reject the null hypothesis.',
    'It was declared null by the court.',
    'They closed for an undefined time.',
    'The end date is still undefined.',
    'Ten divided by zero is undefined.',
    'The variable is null until it is set.',
    'Set the field to `null`.',
    'It says "undefined" on your screen.',
    '您的屏幕上显示“undefined”。',
    "The page shows 'NaN' there.",
    '```js\nreturn undefined;\n```',
    'Ihr Guthaben ist null Euro, und Sie müssen nichts tun.',
    'The file is null.txt, or nullable, in null-terminated form.',
    'Write to null@shop.example, or see /dev/null.',
    'Nan bread, nulls and NULL are fine; undefined() is a call.',
    '{"middleName": null, "age": 4}',
    'It costs $5 {net}, {{ a + b }} aside.',
    'None of them, and none at all. None.',
    '',
  ])('is none as a word, in code, in quotes or in data: %s', (text) => {
    expect(found(text)).toBeUndefined();
  });

  test('is none where the user speaks of it, or where the language has the word', () => {
    expect(found('It is undefined.', { heard: ['Why does it say Undefined?'] })).toBeUndefined();
    expect(found('It is null.', { heard: ['Why does it say undefined?'] })).toBe('null');
    expect(found('Saldo: null.', { language: 'de-AT' })).toBeUndefined();
    expect(found('Saldo: undefined.', { language: 'de-AT' })).toBe('undefined');
  });

  test('[F70] takes no longer than the text is long', () => {
    const texts = ['{{'.repeat(50_000), '${a.'.repeat(25_000), "'a ".repeat(30_000), 'null. '.repeat(300)];
    for (const text of texts) found(text, { heard: ['null'] });
  });
});

describe('answered', () => {
  const check = { type: 'answered' };

  test('a turn whose answer holds a placeholder fails, with the place', () => {
    const text = 'Parcel P-100 is undefined and arrives on 2026-01-17.';
    const score = scoreOf(check, transcriptOf(user('Where is P-100?'), agent(text), user('Thanks'), agent('Bye.')));
    expect(score).toMatchObject({ passed: false, value: 0.5, metrics: { turns: 2, answered: 2 } });
    expect(score).toMatchObject({
      turns: [{ value: 0 }, { value: 1 }],
      findings: [{ evidence: [{ kind: 'text_span', start: 16, end: 25, quote: 'undefined' }] }],
    });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 generation failure placeholder_in_answer: the answer says \`undefined\` where a value should stand: "Parcel P-100 is undefined and arrives on 2026-01-17."",
      ]
    `);
  });

  test('the user’s own words, at any time before, and the session’s language count', () => {
    expect(
      scoreOf(
        check,
        transcriptOf(user('It says null here.'), agent('Where?'), user('There.'), agent('The null is gone.')),
      ),
    ).toMatchObject({
      passed: true,
    });
    expect(
      scoreOf(check, transcriptOf(user('Hi'), agent('It is null.'), user('It says null?'), agent('Yes.'))),
    ).toMatchObject({ value: 0.5 });
    expect(
      scoreOf(check, transcriptOf(started({ language: 'de' }), user('Guten Tag'), agent('Es sind null.'))),
    ).toMatchObject({
      passed: true,
    });
  });

  test('each message of a turn is looked at, and a turn counts once', () => {
    const score = scoreOf(check, transcriptOf(user('Hi'), agent('Wait, null.', { final: false }), agent('It is NaN.')));
    expect(score).toMatchObject({
      value: 0,
      findings: [{ code: 'placeholder_in_answer' }, { code: 'placeholder_in_answer' }],
    });
  });
});
