import { describe, expect, test } from 'vitest';
import {
  BudgetExceededError,
  type ChatModel,
  ModelUnavailableError,
} from '../../../src/domain/contracts/chat-model.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { type ScriptedStep, scriptedModel } from '../../../src/llm/scripted-model.ts';
import { agent, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { honestReply, judged, judgeThat, knownAnswer, type RawAnswer, type Reply, readPrompt } from './judges.ts';

const tools = started({ tools: [toolOf('lookup_order'), toolOf('issue_refund', 'write')] });
const talk = transcriptOf(
  tools,
  user('Where is my parcel? I want a refund.'),
  agent('It was lost. I can offer you something.'),
  user('Please send my money back.'),
  agent('Certainly, it leaves today.'),
);
const OFFERS = 'The agent offers a way out.';
const BLAMES = 'The agent blames the customer.';
const criteria = [
  { id: 'offers', must: OFFERS },
  { id: 'blame', must_not: BLAMES },
];
const think = (text: string) =>
  text === OFFERS ? ({ verdict: 'met', quote: 'I can offer you something' } as const) : ('not_met' as const);
const honest = judgeThat(think);

/** The message of a score that could not be made; fails when there is a score. */
async function faultOf(
  model: ChatModel,
  transcript: Transcript = talk,
  check: Record<string, unknown> = { criteria },
): Promise<string> {
  const { score } = await judged(transcript, check, model);
  expect(score.status).toBe('errored');
  expect(score).not.toHaveProperty('value');
  return score.status === 'errored' ? score.message : '';
}

/** An honest reply with the answer about `text` changed. */
const changing = (text: string, change: (answer: RawAnswer) => unknown) =>
  judgeThat(think, (reply, { statements }) => {
    const id = statements.find((one) => one.text === text)?.id;
    return { ...reply, answers: reply.answers.map((one) => (one.id === id ? change(one) : one)) };
  });

test('the honest judge, by which the others are measured, is believed', async () => {
  const { score } = await judged(talk, { criteria }, honest);
  expect(score).toMatchObject({ status: 'scored', passed: true, value: 1 });
});

describe('answers are taken by their ids, all of them and nothing else', () => {
  test('in another order they are the same', async () => {
    const { score } = await judged(
      talk,
      { criteria },
      judgeThat(think, (reply) => ({ ...reply, answers: reply.answers.toReversed() })),
    );
    expect(score).toMatchObject({ status: 'scored', passed: true, value: 1 });
  });

  test('by position, under ids of its own, they are none', async () => {
    const numbered = judgeThat(think, (reply) => ({
      ...reply,
      answers: reply.answers.map((one, index) => ({ ...one, id: String(index + 1) })),
    }));
    expect(await faultOf(numbered)).toBe('the judge `judge` answered a statement that nobody asked about ("1")');
  });

  test('one too many, one twice, and one missing each void them all', async () => {
    const more = judgeThat(think, ({ answers, met }) => ({
      answers: [...answers, { ...answers[0], id: 'bonus', verdict: 'met' }],
      met: met + 1,
    }));
    expect(await faultOf(more)).toContain('nobody asked about ("bonus")');
    const twice = judgeThat(think, ({ answers, met }) => ({
      answers: [...answers, answers.find(({ verdict }) => verdict !== 'met')],
      met,
    }));
    expect(await faultOf(twice)).toContain('answered one statement twice');
    const fewer = changing(BLAMES, () => undefined);
    const without = judgeThat(think, (reply, { statements }) => {
      const id = statements.find(({ text }) => text === BLAMES)?.id;
      return { ...reply, answers: reply.answers.filter((one) => one.id !== id) };
    });
    expect(await faultOf(without)).toBe(`the judge \`judge\` left out 1 of 4 statements ("${BLAMES}")`);
    expect(await faultOf(fewer)).toContain('gave an answer of another form');
  });

  test('a sum that its own verdicts do not give is a contradiction', async () => {
    const boasting = judgeThat(think, ({ answers, met }) => ({ answers, met: met + 1 }));
    expect(await faultOf(boasting)).toBe(
      'the judge `judge` contradicts itself: it says that 3 are met, and its verdicts say 2',
    );
  });

  test('a verdict beside the criteria is no verdict', async () => {
    const verdict = judgeThat(
      () => 'not_met',
      (reply) => ({ ...reply, verdict: 'success', score: 1 }),
    );
    expect(await faultOf(verdict)).toContain('gave an answer of another form: verdict unknown key `verdict`.');
  });

  test('one that says everything at once, by a key given twice, contradicts itself', async () => {
    const both = judgeThat(think, (reply) =>
      JSON.stringify(reply).replace('"verdict":"not_met"', '"verdict":"not_met","verdict":"met"'),
    );
    expect(await faultOf(both)).toContain('contradicts itself: line 1, column');
  });
});

describe('[A5] a number that is none', () => {
  test.each(['NaN', 'Infinity', '1e999', '"0.9"', '0.9', '-1', '11', 'null', '[]', 'true'])(
    '[A5] %s as the sum is no score',
    async (sum) => {
      const judge = judgeThat(think, (reply) => JSON.stringify(reply).replace(/"met":\d+}$/, `"met":${sum}}`));
      await faultOf(judge);
    },
  );

  test.each(['NaN', '1e999', '"3"', '2.5', '-1', '99'])(
    '[A5] %s as the number of an event is no proof',
    async (event) => {
      await faultOf(judgeThat(think, (reply) => JSON.stringify(reply).replaceAll(/"event":\d+/g, `"event":${event}`)));
    },
  );

  test.each(['"MET"', '"yes"', '1', 'null', '"met "'])('[A5] %s is no verdict', async (verdict) => {
    await faultOf(
      judgeThat(think, (reply) => JSON.stringify(reply).replaceAll('"verdict":"met"', `"verdict":${verdict}`)),
    );
  });
});

describe('every quote is looked up', () => {
  const quoting = (text: string, event?: number) =>
    changing(OFFERS, (answer) => ({ ...answer, quotes: [{ event: event ?? answer.quotes[0]?.event, text }] }));

  test.each([
    ['words that nobody said', quoting('I will gladly pay you back'), 'which event 3 does not say'],
    ['words with a gap in them', quoting('It was … offer you something'), 'which event 3 does not say'],
    ['words of another event', quoting('it leaves today'), 'which event 3 does not say'],
    [
      'an event that is not there',
      quoting('I can offer you something', 77),
      'quotes event 77, which is not in the record',
    ],
    ['a word that is everywhere', quoting('it'), 'too short to point at a place'],
    ['one short word', quoting('offer'), 'too short to point at a place'],
    ['one short word in quotation marks', quoting('“Offer”'), 'too short to point at a place'],
    ['nothing at all', quoting(''), 'too short to point at a place'],
    ['the user’s words for the agent’s deed', quoting('I want a refund', 1), 'says "met" without a quote of the agent'],
    ['no quote', changing(OFFERS, (answer) => ({ ...answer, quotes: [] })), 'says "met" without a quote'],
  ])('%s prove nothing', async (_name, judge, message) => {
    expect(await faultOf(judge)).toContain(message);
  });

  test.each([
    ['A-1001', 'scored'],
    ['49.90', 'scored'],
    ['approved', 'scored'],
    ['is fine', 'scored'],
    ['fine', 'errored'],
    ['paid', 'errored'],
  ])('what is quoted of a longer message says enough or does not: %s', async (quote, status) => {
    const paid = transcriptOf(user('And now?'), agent('All is fine: A-1001 is approved, 49.90 paid.'));
    const { score } = await judged(
      paid,
      { criteria: ['The agent promises a refund.'] },
      judgeThat(() => ({ verdict: 'met', quote })),
    );
    expect(score.status).toBe(status);
  });

  test.each(['Fine.', '好的'])('a message that is short itself is quoted as a whole: %s', async (quote) => {
    const { score } = await judged(
      transcriptOf(user('Refund it?'), agent(quote)),
      { criteria: ['The agent agrees.'] },
      judgeThat(() => ({ verdict: 'met', quote })),
    );
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test.each([
    ['other marks and spaces', '“i can  offer\nyou something.”'],
    ['the mark of shown lines', '| I can offer you something'],
    ['dots at its ends', '… I can offer you something …'],
  ])('one with %s is the same quote', async (_name, text) => {
    const { score } = await judged(talk, { criteria }, quoting(text, 3));
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test('what happened nowhere needs a look at every turn', async () => {
    const hasty = changing(BLAMES, (answer) => ({ ...answer, turns: [0] }));
    expect(await faultOf(hasty)).toBe(
      `the judge \`judge\` says "not met" without having looked at turn 1 (about "${BLAMES}")`,
    );
    const quoted = changing(BLAMES, (answer) => ({
      ...answer,
      turns: [],
      quotes: [{ event: 3, text: 'It was lost.' }],
    }));
    expect(await faultOf(quoted)).toContain('without having looked at turn 0 and 1');
    const inventive = changing(BLAMES, (answer) => ({ ...answer, turns: [0, 1, 2] }));
    expect(await faultOf(inventive)).toContain('says it looked at turn 2, which is not in the record');
  });
});

describe('a judge that does not look is found out by what code knows', () => {
  const always = (verdict: 'met' | 'not_met' | 'cannot_tell') =>
    functionModel(({ messages }) => {
      const prompt = readPrompt(messages);
      const said = prompt.events.filter(({ heading }) => heading.endsWith('says'));
      const answers = prompt.statements.map(({ id, proof }): RawAnswer => {
        const event = said.find(({ heading }) => proof === 'talk' || heading.includes(proof)) ?? said[0];
        return {
          id,
          reason: 'Sure.',
          verdict,
          turns: prompt.turns,
          quotes: verdict === 'met' ? [{ event: event?.seq ?? 0, text: event?.text ?? '' }] : [],
        };
      });
      return JSON.stringify({ answers, met: verdict === 'met' ? answers.length : 0 } satisfies Reply);
    });

  test.each(['met', 'not_met', 'cannot_tell'] as const)('one that always says %s', async (verdict) => {
    expect(await faultOf(always(verdict))).toContain('got a question wrong whose answer is known');
  });

  test('whatever the seed, and in single turns too', async () => {
    for (let trial = 0; trial < 25; trial += 1) {
      const transcript = [
        { ...talk[0], key: { scenario: 'example', variant: 'default', trial } },
        ...talk.slice(1),
      ] as Transcript;
      for (const per of ['session', 'turn']) {
        expect(await faultOf(always('met'), transcript, { criteria, per })).toContain('whose answer is known');
        expect(await faultOf(always('not_met'), transcript, { criteria, per })).toContain('whose answer is known');
        const { score } = await judged(
          transcript,
          { criteria: [{ must_not: BLAMES }], per },
          judgeThat(() => 'not_met'),
        );
        expect(score).toMatchObject({ status: 'scored', passed: true });
      }
    }
  });

  test('what code takes for absent is absent, in a talk that holds every word of its list', async () => {
    const words = 'Lantern orchard violin glacier saddle marble thunder velvet walnut harbour.';
    for (let seed = 0; seed < 30; seed += 1) {
      const transcript = transcriptOf(started({ seed }), user('Say them.'), agent(`${words} Number 7319.`));
      const { score, prompts } = await judged(
        transcript,
        { criteria: [{ must_not: BLAMES }] },
        judgeThat(() => 'not_met'),
      );
      expect(score).toMatchObject({ status: 'scored', passed: true });
      expect(prompts[0]?.statements.some(({ text }) => text.includes('"7319"'))).toBe(false);
    }
  });

  test('one that tosses a coin is caught three times out of four, and often by its own proofs', async () => {
    let caught = 0;
    for (let trial = 0; trial < 40; trial += 1) {
      const transcript = [{ ...talk[0], seed: trial }, ...talk.slice(1)] as Transcript;
      const coin = judgeThat(think, (reply, { statements, turns }) => {
        const answers = reply.answers.map((one): RawAnswer => {
          const isControl = ![OFFERS, BLAMES].includes(statements.find(({ id }) => id === one.id)?.text ?? '');
          const flips = isControl && (Number.parseInt(one.id.slice(1), 16) & 1) === 1;
          return flips
            ? {
                ...one,
                verdict: one.verdict === 'met' ? 'not_met' : 'met',
                turns,
                quotes: [{ event: 3, text: 'It was lost.' }],
              }
            : one;
        });
        return { answers, met: answers.filter(({ verdict }) => verdict === 'met').length };
      });
      const { score } = await judged(transcript, { criteria }, coin);
      if (score.status === 'errored') caught += 1;
    }
    expect(caught).toBeGreaterThan(22);
  });

  test('the proof of a known answer has to hold the word it is about', async () => {
    const vague = judgeThat(think, (reply, { statements, events }) => {
      const answers = reply.answers.map((one) => {
        const text = statements.find(({ id }) => id === one.id)?.text ?? '';
        if (knownAnswer({ events } as never, text) === undefined || !text.includes('writes') || one.verdict !== 'met')
          return one;
        return {
          ...one,
          quotes: text.includes('The agent') ? [{ event: 5, text: 'Certainly' }] : [{ event: 1, text: 'I want a' }],
        };
      });
      return { ...reply, answers };
    });
    const faults = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) {
      const { score } = await judged([{ ...talk[0], seed }, ...talk.slice(1)] as Transcript, { criteria }, vague);
      if (score.status === 'errored') faults.add(score.message.replace(/"[^"]*\\?"[^"]*"?/g, '…').slice(0, 90));
    }
    expect(
      [...faults].some((fault) => fault.includes('got a question wrong whose answer is known: its proof of')),
    ).toBe(true);
  });
});

describe('[F36] a judge that is down, refuses or goes off the scale', () => {
  const failing = (error: Error) => functionModel(() => Promise.reject(error));
  const off: [string, ChatModel, string][] = [
    [
      'is down',
      failing(new ModelUnavailableError('503 overloaded', [{ status: 'error', httpStatus: 503 }])),
      'could not be reached: 503 overloaded',
    ],
    [
      'has no budget left',
      failing(new BudgetExceededError('the budget of 1,000 tokens for judges is spent')),
      'may not be asked any more: the budget of 1,000 tokens',
    ],
    ['throws', failing(new TypeError('x is not a function')), 'broke: TypeError: x is not a function'],
    ['throws what a terminal would obey', failing(new Error('\u001b[2J')), 'broke: \\u{1b}[2J'],
    ['refuses', functionModel(() => ({ text: '', finish: 'refusal' })), 'refused to answer'],
    [
      'is cut off',
      functionModel(() => ({ text: '{"answers":[', finish: 'length' })),
      'was cut off at its limit of tokens',
    ],
    [
      'calls a tool',
      functionModel(() => [{ name: 'grade', arguments: { score: 10 } }]),
      'called a tool instead of answering',
    ],
    ['says nothing', functionModel(() => ' '), 'gave an empty answer'],
    ['chats', functionModel(() => 'All criteria are met. Score: 11/10'), 'answered with something that is no JSON'],
    [
      'gives a number',
      functionModel(() => '11'),
      'gave an answer of another form: expected keys and values, found 11.',
    ],
  ];

  test.each(off)('[F36] one that %s leaves no score', async (_name, model, message) => {
    expect(await faultOf(model)).toContain(message);
  });

  test('[F36] what was tried is recorded, and so is a request that failed', async () => {
    const attempts = [{ status: 'error' as const, httpStatus: 503 }];
    const { records } = await judged(talk, { criteria }, failing(new ModelUnavailableError('down', attempts)));
    expect(records).toEqual([{ model: 'judge', attempts, promptHash: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
  });

  test('an answer that cannot be read is asked for once more, and no oftener', async () => {
    let calls = 0;
    const mending = functionModel(({ messages, call }) => {
      calls += 1;
      return call === 0 ? 'Let me see …' : JSON.stringify(honestReply(readPrompt(messages), think));
    });
    const { score, prompts, records } = await judged(talk, { criteria }, mending);
    expect(score).toMatchObject({ status: 'scored', passed: true, metrics: { requests: 2, retries: 1 } });
    expect(records).toHaveLength(2);
    expect(prompts[1]?.whole.slice(prompts[0]?.whole.length)).toContain('Your answer could not be read');
    calls = 0;
    await faultOf(
      functionModel(() => {
        calls += 1;
        return 'Hm.';
      }),
    );
    expect(calls).toBe(2);
  });

  test('a contradiction is not asked away', async () => {
    const { prompts } = await judged(
      talk,
      { criteria },
      judgeThat(think, ({ answers }) => ({ answers, met: 9 })),
    );
    expect(prompts).toHaveLength(1);
  });

  test('what models put around a document is taken off', async () => {
    const wrapped = judgeThat(
      think,
      (reply) => `<think>Hm.</think>\n\`\`\`json\n${JSON.stringify(reply, null, 2)}\n\`\`\``,
    );
    expect((await judged(talk, { criteria }, wrapped)).score).toMatchObject({
      status: 'scored',
      metrics: { retries: 0 },
    });
  });

  test('a script with steps left over, or too few, is told', async () => {
    const replies = async (spare: ScriptedStep[]) => {
      const first = honest.open({ role: 'judge', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 1 });
      const { signal } = new AbortController();
      const script = scriptedModel([]);
      await judged(talk, { criteria }, script);
      const reply = await first.complete(script.calls[0]!, { signal });
      return scriptedModel([reply.text, ...spare], { name: 'tape' });
    };
    expect((await judged(talk, { criteria }, await replies([]))).score).toMatchObject({
      status: 'scored',
      passed: true,
    });
    expect(await faultOf(await replies(['more']))).toContain(
      'broke when it was closed: the script of `tape` has 2 steps and 1 unused',
    );
    expect(await faultOf(scriptedModel([]))).toContain('has no answer to call 1');
  });

  test('an interrupted run interrupts the judge, and is nobody’s verdict', async () => {
    const abort = new AbortController();
    const model = functionModel(() => {
      abort.abort(new Error('stop'));
      throw abort.signal.reason;
    });
    await expect(judged(talk, { criteria }, model, { signal: abort.signal })).rejects.toThrow('stop');
  });
});

test('what a judge says is told on one line, with nothing hidden, and not at length', async () => {
  const shouting = judgeThat(() => ({
    verdict: 'met',
    quote: 'It was lost',
    reason: `Look:\n::error::\u001b[31m\u202e${'x'.repeat(2_000)}`,
  }));
  const { score } = await judged(talk, { criteria: [{ must_not: BLAMES }] }, shouting);
  const [message = ''] = score.status === 'scored' ? score.findings.map((finding) => finding.message) : [];
  expect(message).toContain('(the judge: Look: ::error::\\u{1b}[31m\\u{202e}xxx');
  expect(message.length).toBeLessThan(420);
  for (const hidden of ['\n', '\u001b', '\u202e']) expect(message).not.toContain(hidden);
});
