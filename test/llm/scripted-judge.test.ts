import { describe, expect, test } from 'vitest';
import { type JudgeScript, scriptedJudge } from '../../src/llm/scripted-judge.ts';
import { agent, call, result, silence, started, toolOf, transcriptOf, user } from '../fixtures/transcripts.ts';
import { judged } from '../scorers/judge/judges.ts';
import { openModel } from './model-request.ts';

const tools = [toolOf('lookup_order'), toolOf('issue_refund', 'write')];
const OFFERS = 'The agent offers a refund before asking for the card.';
const BLAMES = 'The agent blames the customer.';
const criteria = [
  { id: 'offers-refund', must: OFFERS },
  { id: 'no-blame', must_not: BLAMES },
];

function refund(seed = 1) {
  return transcriptOf(
    started({ seed, tools }),
    user('My parcel A-1001 never arrived.'),
    call('lookup_order', { order_id: 'A-1001' }),
    result({ status: 'lost', total: '49.90' }),
    agent('I am sorry. Please <b>give</b> me your card number.'),
    user('Why? I want my money back!'),
    agent('You should have read our terms.\nI can offer you a refund of 49.90.'),
  );
}

const talks: [string, (seed: number) => ReturnType<typeof refund>, string][] = [
  ['in English', refund, OFFERS],
  [
    'in Chinese',
    (seed) =>
      transcriptOf(started({ seed, tools }), user('我的订单没有送到。'), agent('很抱歉，我来帮您查询一下订单的情况。')),
    '客服为此道歉。',
  ],
  [
    'that the agent begins',
    (seed) =>
      transcriptOf(
        started({ seed, tools: [] }),
        silence(),
        agent('Welcome to our shop!'),
        user('Hello there'),
        agent('Hello to you as well.'),
      ),
    'The agent greets the customer.',
  ],
  [
    'with a greeting of few words',
    (seed) =>
      transcriptOf(started({ seed, tools: [] }), silence(), agent('Hm?'), user('Hello there'), agent('Good day.')),
    'The agent greets the customer.',
  ],
  [
    'of which little can be quoted',
    (seed) => transcriptOf(started({ seed }), user('?'), agent('OK')),
    'The agent agrees.',
  ],
];

describe('a scripted judge', () => {
  test.each(talks)('answers every known question in a talk %s', async (_what, talk, must) => {
    const asked = new Set<string>();
    for (let seed = 0; seed < 25; seed += 1) {
      for (const per of ['session', 'turn']) {
        const { score, prompts } = await judged(
          talk(seed),
          { criteria: [{ must }], per },
          scriptedJudge({ [must]: 'met' }),
        );
        expect(score).toMatchObject({ status: 'scored', passed: true });
        for (const { statements } of prompts)
          for (const { text } of statements) asked.add(text.replace(/["“].*["”]/, ''));
      }
    }
    expect(asked.size).toBeGreaterThan(2);
  });

  test.each<[string, JudgeScript, unknown]>([
    ['its whole text', { [OFFERS]: 'met', [BLAMES]: 'not_met' }, { passed: true, value: 1 }],
    ['words in it, in any case', { 'OFFERS a refund': 'met', blames: 'not_met' }, { passed: true, value: 1 }],
    ['a verdict that breaks it', { offers: 'not_met', blames: 'met' }, { passed: false, value: 0 }],
    ['a verdict that says nothing', { offers: 'met', blames: 'cannot_tell' }, { status: 'unscored' }],
    [
      'the talk itself',
      ({ text }, { events }) =>
        text === OFFERS && events.some((event) => event.text.includes('offer')) ? 'met' : 'not_met',
      { passed: true },
    ],
    ['no one rule', { offers: 'met' }, { status: 'errored' }],
    ['two rules', { offers: 'met', refund: 'not_met', blames: 'not_met' }, { status: 'errored' }],
    [
      'a quote that nobody said',
      { offers: { verdict: 'met', quote: 'Here you are.' }, blames: 'not_met' },
      { status: 'errored' },
    ],
    [
      'words of the user',
      { offers: { verdict: 'met', quote: 'money back' }, blames: 'not_met' },
      { status: 'errored' },
    ],
  ])('judges a criterion by %s', async (_what, script, outcome) => {
    expect((await judged(refund(), { criteria }, scriptedJudge(script))).score).toMatchObject(outcome as object);
  });

  test('says what it could not answer, and by which rules', async () => {
    const messages: unknown[] = [];
    for (const script of [
      { offers: 'met' },
      { offers: 'met', refund: 'not_met', blames: 'met' },
      { offers: { verdict: 'met', quote: 'Here you are.' }, blames: 'met' },
      () => undefined,
      () => 'yes' as never,
    ] as JudgeScript[]) {
      const { score } = await judged(refund(), { criteria }, scriptedJudge(script));
      messages.push('message' in score ? score.message : score.status);
    }
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "the judge \`judge\` broke: \`scripted judge\` has no answer to "The agent blames the customer."; it knows "offers"
      the judge \`judge\` broke: \`scripted judge\` has two answers to "The agent offers a refund before asking for the card.": "offers" and "refund"
      the judge \`judge\` broke: \`scripted judge\` cannot answer "The agent offers a refund before asking for the card.": no event says "Here you are.", which is to prove it
      the judge \`judge\` broke: \`scripted judge\` has no answer to "The agent offers a refund before asking for the card."
      the judge \`judge\` broke: \`scripted judge\` cannot answer "The agent offers a refund before asking for the card.": \`yes\` is no verdict; expected one of met, not_met, cannot_tell"
    `);
    const lost = openModel(scriptedJudge({}, { name: 'fake' }));
    await expect(lost.ask('Hello')).rejects.toThrowErrorMatchingInlineSnapshot(
      `[ScriptError: \`fake\` was asked something that is no request to a judge]`,
    );
  });

  test('proves its verdicts by the words that it was given, in the turn where they stand', async () => {
    const script: JudgeScript = { offers: 'met', blames: { verdict: 'met', quote: 'read our terms', reason: 'Rude.' } };
    const { score } = await judged(refund(), { criteria }, scriptedJudge(script));
    expect(score).toMatchObject({
      findings: [
        { turn: 1, code: 'met_and_must_not_be', evidence: [{ kind: 'text_span', quote: 'read our terms' }, {}] },
      ],
    });
  });

  test('refuses a script that cannot be one', () => {
    const refusal = (script: unknown, options?: unknown): string => {
      try {
        scriptedJudge(script as never, options as never);
        return 'not refused';
      } catch (error) {
        return String(error);
      }
    };
    expect(
      [
        refusal(undefined),
        refusal([{ offers: 'met' }]),
        refusal({ offers: 'notmet', blames: 'yes', ' ': 'met' }),
        refusal({ offers: { verdict: 'met', qoute: 'a' }, blames: { quote: 'b' }, asks: null }),
        refusal({}, { nmae: 'fake' }),
      ].join('\n'),
    ).toMatchInlineSnapshot(`
      "UsageError: scriptedJudge: the script is undefined; expected verdicts by the text of a criterion, or a function
      UsageError: scriptedJudge: the script is a list; expected verdicts by the text of a criterion, or a function
      UsageError: scriptedJudge: "offers": \`notmet\` is no verdict; did you mean \`not_met\`?
      scriptedJudge: "blames": \`yes\` is no verdict; expected one of met, not_met, cannot_tell
      scriptedJudge: an empty text stands for no criterion
      UsageError: scriptedJudge: "offers": \`qoute\` is not known; did you mean \`quote\`?
      scriptedJudge: "blames": \`verdict\` is undefined; expected one of met, not_met, cannot_tell
      scriptedJudge: "asks": found null; expected one of met, not_met, cannot_tell, or an object with \`verdict\`
      UsageError: scriptedJudge: \`nmae\` is not known; did you mean \`name\`?"
    `);
  });
});
