import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/domain/authoring/problem.ts';
import { checkExpectations } from '../../../src/scorers/create-scorers.ts';
import { judge } from '../../../src/scorers/judge/judge.ts';
import {
  agent,
  call,
  ended,
  result,
  silence,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { expectation, findingsOf } from '../score-transcript.ts';
import { judged, judgeThat, type Opinion } from './judges.ts';

const tools = started({
  tools: [toolOf('lookup_order'), toolOf('issue_refund', 'write')],
  policy: ['Never ask for a card first.'],
});
const refund = transcriptOf(
  tools,
  user('My parcel A-1001 never arrived.'),
  call('lookup_order', { order_id: 'A-1001' }),
  result({ status: 'lost', total: '49.90' }),
  agent('I am sorry. Please give me your card number.'),
  user('Why? I want my money back!'),
  agent('You should have read our terms, dear customer.\nI can offer you a refund of 49.90.'),
);

const OFFERS = 'The agent offers a refund before asking for the card.';
const BLAMES = 'The agent blames the customer.';
const criteria = [
  { id: 'offers-refund', must: OFFERS },
  { id: 'no-blame', must_not: BLAMES },
];
const opinions: Readonly<Record<string, Opinion>> = {
  [OFFERS]: { verdict: 'not_met', quote: 'Please give me your card number.', reason: 'It asked for the card first.' },
  [BLAMES]: { verdict: 'met', quote: 'You should have read our terms', reason: 'It tells the customer off.' },
};

describe('the judge', () => {
  test('each broken criterion is a finding with its turn, its words and the judge’s reason', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) => opinions[text] ?? 'cannot_tell'),
    );
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false, stage: 'generation' });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 generation failure not_met: "The agent offers a refund before asking for the card." must be true, and it is not (the judge: It asked for the card first.)",
        "1 generation failure met_and_must_not_be: "The agent blames the customer." must not be true, and it is (the judge: It tells the customer off.)",
      ]
    `);
    const spans = score.status === 'scored' ? score.findings.map(({ evidence }) => evidence) : [];
    expect(spans).toMatchInlineSnapshot(`
      [
        [
          {
            "end": 44,
            "kind": "text_span",
            "quote": "Please give me your card number.",
            "seq": 6,
            "start": 12,
          },
          {
            "kind": "criterion",
            "quote": "The agent offers a refund before asking for the card.",
            "seq": 6,
          },
        ],
        [
          {
            "end": 30,
            "kind": "text_span",
            "quote": "You should have read our terms",
            "seq": 9,
            "start": 0,
          },
          {
            "kind": "criterion",
            "quote": "The agent blames the customer.",
            "seq": 9,
          },
        ],
      ]
    `);
  });

  test('a span can be cut out of the event it points at', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) => opinions[text] ?? 'cannot_tell'),
    );
    const spans = score.status === 'scored' ? score.findings.flatMap(({ evidence }) => evidence) : [];
    for (const { kind, seq, start, end, quote } of spans) {
      const event = refund[seq];
      if (kind === 'text_span') expect(event?.type === 'agent_message' && event.text.slice(start, end)).toBe(quote);
    }
    expect(spans.filter(({ kind }) => kind === 'text_span')).toHaveLength(2);
  });

  test('it passes when what must be is met and what must not be is not', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) => (text === OFFERS ? { verdict: 'met', quote: 'I can offer you a refund' } : 'not_met')),
    );
    expect(score).toMatchObject({
      status: 'scored',
      value: 1,
      passed: true,
      reason: 'all 2 criteria are kept',
      findings: [],
    });
  });

  test('a criterion that is not required is shown and does not fail the check', async () => {
    const { score } = await judged(
      refund,
      { criteria: [criteria[0], { ...criteria[1], required: false }] },
      judgeThat((text) =>
        text === OFFERS ? { verdict: 'met', quote: 'I can offer you a refund' } : (opinions[BLAMES] as Opinion),
      ),
    );
    expect(score).toMatchObject({
      status: 'scored',
      value: 0.5,
      passed: true,
      reason: '1 of 2 criteria are kept, and every required one',
    });
    expect(findingsOf(score)).toEqual([expect.stringMatching(/^1 generation warning met_and_must_not_be: /)]);
  });

  test('the author says what a broken criterion is a fault of', async () => {
    const { score } = await judged(
      refund,
      { criteria, stage: 'selection' },
      judgeThat((text) => opinions[text] ?? 'cannot_tell'),
    );
    expect(score.stage).toBe('selection');
    expect(findingsOf(score)[0]).toMatch(/^0 selection failure/);
  });

  test('a deed can be proven by the line of its call', async () => {
    const { score } = await judged(
      refund,
      { criteria: [{ must: 'The agent looks the order up.' }] },
      judgeThat(() => ({ verdict: 'met', quote: 'lookup_order {"order_id":"A-1001"}' })),
    );
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test('what a judge sees: numbered events between two fences, then the statements, real and known ones alike', async () => {
    const { prompts } = await judged(
      refund,
      { criteria },
      judgeThat(() => 'cannot_tell'),
    );
    expect(prompts[0]?.whole.slice(prompts[0].whole.indexOf('<record'))).toMatchInlineSnapshot(`
      "<record-53e5cd673267538c>
      before the talk
      | the clock said 2026-01-15T09:00:00Z
      | the agent was given this policy: Never ask for a card first.
      event 1, turn 0: the user says
      | My parcel A-1001 never arrived.
      event 3, turn 0: the agent calls a tool
      | lookup_order {"order_id":"A-1001"}
      event 4, turn 0: a tool answers
      | lookup_order {"status":"lost","total":"49.90"}
      event 6, turn 0: the agent says
      | I am sorry. Please give me your card number.
      event 7, turn 1: the user says
      | Why? I want my money back!
      event 9, turn 1: the agent says
      | You should have read our terms, dear customer.
      | I can offer you a refund of 49.90.
      </record-53e5cd673267538c>

      The statements are about the whole talk: turns 0, 1.

      Statements:
      - s0ad1 (proof: the user): The user is the first of the two to write a message.
      - s7672 (proof: the agent): The agent offers a refund before asking for the card.
      - s251a (proof: the agent): The agent writes "money" in a message.
      - s9c6f (proof: the agent): The agent blames the customer.

      Answer with the JSON object."
    `);
  });

  test('details keep the votes, and metrics the counts', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) => opinions[text] ?? 'cannot_tell'),
    );
    expect(score.status === 'scored' && score.metrics).toMatchInlineSnapshot(`
      {
        "agreement": 1,
        "broken": 2,
        "calibrated": 0,
        "criteria": 2,
        "kept": 0,
        "open": 0,
        "requests": 1,
        "retries": 0,
        "ties": 0,
        "votes": 2,
      }
    `);
    expect(score.status === 'scored' && (score.details as { criteria: unknown[] }).criteria[1]).toMatchInlineSnapshot(`
      {
        "about": "agent",
        "id": "no-blame",
        "must_not": "The agent blames the customer.",
        "status": "broken",
        "votes": [
          {
            "quotes": [
              {
                "quote": "You should have read our terms",
                "seq": 9,
              },
            ],
            "reason": "It tells the customer off.",
            "verdict": "met",
          },
        ],
      }
    `);
  });
});

describe('per turn', () => {
  test('each turn is judged by itself, with what came before for understanding', async () => {
    const { score, prompts } = await judged(
      refund,
      { per: 'turn', criteria: [{ id: 'no-blame', must_not: BLAMES }] },
      judgeThat((_, { turns }) => (turns[0] === 1 ? (opinions[BLAMES] as Opinion) : 'not_met')),
    );
    expect(prompts.map(({ turns, events }) => [turns, events.at(-1)?.turn])).toEqual([
      [[0], 0],
      [[1], 1],
    ]);
    expect(score).toMatchObject({
      status: 'scored',
      value: 0.5,
      passed: false,
      turns: [
        { turn: 0, value: 1, metrics: { criteria: 1, kept: 1 } },
        { turn: 1, value: 0, metrics: { criteria: 1, kept: 0 } },
      ],
    });
  });

  test('a quote of another turn proves nothing', async () => {
    const { score } = await judged(
      refund,
      { per: 'turn', criteria: [{ must: 'The agent asks for the card.' }] },
      judgeThat(
        () => ({ verdict: 'met', quote: 'card number' }),
        (reply, { turns, events }) => {
          const asks = events.find(({ text }) => text.includes('card number'))?.seq ?? 0;
          const answers = reply.answers.map((one) =>
            one.quotes[0]?.text === 'card number' ? { ...one, quotes: [{ event: asks, text: 'card number' }] } : one,
          );
          return turns[0] === 1 ? { ...reply, answers } : reply;
        },
      ),
    );
    expect(score).toMatchObject({
      status: 'errored',
      message: expect.stringContaining('says "met" without a quote of the agent in turn 1'),
    });
  });
});

describe('per turn, where the agent was silent', () => {
  const POLITE = 'The agent speaks politely.';
  const check = {
    per: 'turn',
    criteria: [
      { id: 'polite', must: POLITE },
      { id: 'no-blame', must_not: BLAMES },
    ],
  };
  const honest = judgeThat((text) => (text === POLITE ? 'met' : 'not_met'));
  const asked = [user('Hello?'), agent('Good day to you.'), user('Where is my parcel?')] as const;

  test('what must be true of it is broken there, and no model is asked about that turn', async () => {
    const { score, prompts } = await judged(transcriptOf(tools, ...asked), check, honest);
    expect(prompts.map(({ turns }) => turns)).toEqual([[0]]);
    expect(score).toMatchObject({
      status: 'scored',
      passed: false,
      turns: [
        { turn: 0, value: 1 },
        { turn: 1, value: 0, metrics: { criteria: 1, kept: 0 } },
      ],
    });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 generation failure not_met: "The agent speaks politely." must be true, and it is not: the agent said and did nothing in this turn",
      ]
    `);
  });

  test('blank words are silence, and a turn in the middle counts as well', async () => {
    const { score } = await judged(
      transcriptOf(tools, user('Hello?'), agent(' \u200b '), user('Hello??'), agent('Good day to you.')),
      check,
      honest,
    );
    expect(findingsOf(score)).toEqual([expect.stringMatching(/^0 generation failure not_met: /)]);
  });

  test('silence keeps what must not be', async () => {
    const { score } = await judged(
      transcriptOf(tools, ...asked),
      { per: 'turn', criteria: [{ must_not: BLAMES }] },
      honest,
    );
    expect(score).toMatchObject({ status: 'scored', passed: true, value: 1 });
  });

  test('a turn in which nobody spoke to it asks for nothing', async () => {
    const { score } = await judged(
      transcriptOf(tools, user('Hello?'), agent('Good day to you.'), silence()),
      check,
      honest,
    );
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test('an agent whose calls cannot be seen, or that had no chance to speak, is not blamed', async () => {
    const blind = started({ agent: { name: 'desk', adapter: 'http', toolCallsVisible: false } });
    const unseen = await judged(transcriptOf(blind, ...asked), check, honest);
    expect(unseen.score).toMatchInlineSnapshot(`
      {
        "id": "judge-ec9c391b",
        "reason": "nobody can tell: "The agent speaks politely." in turn 1 (the agent said nothing in this turn, and its calls cannot be seen)",
        "required": true,
        "scorer": "judge",
        "stage": "generation",
        "status": "unscored",
      }
    `);
    const cut = await judged(transcriptOf(tools, ...asked, ended('infrastructure_error')), check, honest);
    expect(cut.score).toMatchInlineSnapshot(`
      {
        "id": "judge-ec9c391b",
        "reason": "nobody can tell: "The agent speaks politely." in turn 1 (the talk was cut short before the agent had said anything in this turn)",
        "required": true,
        "scorer": "judge",
        "stage": "generation",
        "status": "unscored",
      }
    `);
  });
});

describe('without anything to judge', () => {
  test('nobody to ask is unscored, with what to do', async () => {
    const { score } = await judged(refund, { criteria }, undefined);
    expect(score).toMatchObject({
      status: 'unscored',
      reason: 'no model is there to judge: name one under `models` in rehearsal.config.ts, as `judge`',
    });
    const named = await judged(refund, { criteria, model: 'strict' }, undefined);
    expect(named.score).toMatchObject({ status: 'unscored', reason: expect.stringContaining('no model `strict`') });
  });

  test('an agent that was silent is unscored, and no model is asked', async () => {
    for (const transcript of [
      transcriptOf(tools, user('Hello?')),
      transcriptOf(tools, user('Hello?'), agent(' \u200b ')),
    ]) {
      const { score, prompts } = await judged(
        transcript,
        { criteria },
        judgeThat(() => 'not_met'),
      );
      expect(score).toMatchObject({
        status: 'unscored',
        reason: `the agent said and did nothing, and "${OFFERS}" cannot be judged by that`,
      });
      expect(prompts).toEqual([]);
    }
  });

  test('a user who said nothing cannot be judged either', async () => {
    const { score } = await judged(
      transcriptOf(silence(), agent('Hi.')),
      { criteria: [{ must_not: 'The user swears.', about: 'user' }] },
      judgeThat(() => 'not_met'),
    );
    expect(score.status).toBe('unscored');
  });

  test('one that cannot tell leaves the check unscored, with its reason', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) =>
        text === BLAMES
          ? { verdict: 'cannot_tell', reason: 'The talk is cut.' }
          : { verdict: 'met', quote: 'I can offer you a refund' },
      ),
    );
    expect(score).toMatchObject({
      status: 'unscored',
      reason: `the judge \`judge\` cannot tell: "${BLAMES}" (The talk is cut.)`,
    });
  });

  test('one that cannot tell of one thing still fails another', async () => {
    const { score } = await judged(
      refund,
      { criteria },
      judgeThat((text) => (text === BLAMES ? (opinions[BLAMES] as Opinion) : 'cannot_tell')),
    );
    expect(score).toMatchObject({ status: 'scored', passed: false, metrics: { broken: 1, open: 1 } });
  });
});

test('a judge that nobody measured is told, and counts as such', async () => {
  const think = () => 'not_met' as const;
  const check = { criteria: [{ must_not: BLAMES }] };
  const { notes, score } = await judged(refund, check, judgeThat(think));
  expect(notes).toEqual([
    'nobody has measured how often the judge `judge` is right by these instructions; `rehearsal calibrate labels.jsonl` does, with talks that people have labelled',
  ]);
  expect(score).toMatchObject({ metrics: { calibrated: 0 } });
  const measured = await judged(refund, check, judgeThat(think), {
    calibration: { labels: 40, balancedAccuracy: 0.9, kappa: 0.8 },
  });
  expect(measured.notes).toEqual([]);
  expect(measured.score).toMatchObject({ metrics: { calibrated: 1 } });
});

describe('criteria', () => {
  const mistakes = (check: Record<string, unknown>) =>
    checkExpectations([expectation({ type: 'judge', ...check })], [judge]).map(formatProblem);

  test('may be bare texts, whose ids do not depend on their position', async () => {
    const think = judgeThat(() => ({ verdict: 'met', quote: 'refund of 49.90' }));
    const idsOf = async (texts: string[]) => {
      const { score } = await judged(refund, { criteria: texts }, think);
      return score.status === 'scored'
        ? (score.details as { criteria: { id: string }[] }).criteria.map(({ id }) => id)
        : [];
    };
    const [first, second] = await idsOf(['The agent is clear.', 'The agent is kind.']);
    expect(await idsOf(['The agent is kind.', 'The agent is clear.'])).toEqual([second, first]);
    expect(first).toMatch(/^c-[0-9a-f]{8}$/);
  });

  test('that are none, or are two, are told with their place', () => {
    expect(
      mistakes({
        criteria: [
          { id: 'a' },
          { must: 'The agent waits.', must_not: 'The agent waits.' },
          'The agent waits.',
          'The agent waits.',
        ],
      }),
    ).toMatchInlineSnapshot(`
      [
        "expect[0].criteria[0]: needs exactly one of \`must\` and \`must_not\`; found none.",
        "expect[0].criteria[1]: needs exactly one of \`must\` and \`must_not\`; found both.",
        "expect[0].criteria[3]: has the id \`c-d92c88ed\` of criteria[2].",
      ]
    `);
  });

  test('that are duties or denials are refused, since nobody can prove them by a quote', () => {
    expect(
      mistakes({
        criteria: [
          'The agent must offer a refund.',
          { must: 'The agent never asks for a card.' },
          { must_not: "The user doesn't pay." },
        ],
      }),
    ).toMatchInlineSnapshot(`
      [
        "expect[0].criteria[0]: \`must\` says what ought to be; expected a statement that is true of a talk or is not.
        Hint: write what happens: "The agent offers a refund."",
        "expect[0].criteria[1]: \`must\` says that something does not happen, which nobody can quote.
        Hint: write what would happen, under \`must_not\`: "The agent blames the customer."",
        "expect[0].criteria[2]: \`must_not\` says that something does not happen, which nobody can quote.
        Hint: write what would happen, under \`must\`: "The agent answers each question."",
      ]
    `);
    expect(
      mistakes({
        criteria: ['The agent says that the customer must call.', 'The agent notices what the user never said.'],
      }),
    ).toEqual([]);
  });

  test('of which none is required, even votes, and misspelt keys are refused', () => {
    expect(mistakes({ criteria: [{ must: 'The agent waits.', required: false }] })).toMatchInlineSnapshot(`
      [
        "expect[0].criteria: holds no criterion that is required.
        Hint: for a check that decides nothing, write \`required: false\` at the check itself.",
      ]
    `);
    expect(mistakes({ criteria: ['The agent waits.'], votes: 2 })).toMatchInlineSnapshot(`
      [
        "expect[0].votes: must be odd, so that there is a majority.",
      ]
    `);
    expect(mistakes({ criteria: [{ mustnot: 'The agent waits.' }] })).toMatchInlineSnapshot(`
      [
        "expect[0].criteria[0].mustnot: unknown key \`mustnot\`.
        Known keys: \`id\`, \`must\`, \`must_not\`, \`about\` and \`required\`.
        Hint: did you mean \`must_not\`?",
      ]
    `);
  });
});
