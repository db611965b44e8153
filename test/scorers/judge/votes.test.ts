import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { countVotes } from '../../../src/scorers/judge/count-votes.ts';
import type { Criterion } from '../../../src/scorers/judge/criterion.ts';
import { agent, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf } from '../score-transcript.ts';
import { judged, judgeThat, type Opinion } from './judges.ts';

const talk = transcriptOf(
  started({ tools: [toolOf('look')] }),
  user('Is it here?'),
  agent('Perhaps it is here.'),
  user('And now?'),
  agent('Yes, it came.'),
);
const KIND = 'The agent is kind.';
const kind: Opinion = { verdict: 'met', quote: 'Yes, it came.' };
const criteria = [{ id: 'kind', must: KIND }];

/** Says what it is told to, vote by vote. */
const votesOf = (...opinions: Opinion[]) => judgeThat((_text, _prompt, call) => opinions[call] ?? 'cannot_tell');

describe('votes', () => {
  test('are one by default', async () => {
    const { prompts } = await judged(talk, { criteria }, votesOf('not_met'));
    expect(prompts).toHaveLength(1);
  });

  test('are more only when the first one does not keep everything', async () => {
    expect((await judged(talk, { criteria, votes: 3 }, votesOf(kind))).prompts).toHaveLength(1);
    expect((await judged(talk, { criteria, votes: 3 }, votesOf('not_met', kind, kind))).prompts).toHaveLength(3);
    expect((await judged(talk, { criteria, votes: 3 }, votesOf('cannot_tell', kind, kind))).prompts).toHaveLength(3);
    expect(
      (await judged(talk, { criteria, votes: 3, when: 'always' }, votesOf(kind, kind, kind))).prompts,
    ).toHaveLength(3);
  });

  test('decide by majority, and a disagreement is told', async () => {
    const { score } = await judged(talk, { criteria, votes: 3 }, votesOf('not_met', kind, kind));
    expect(score).toMatchObject({
      status: 'scored',
      passed: true,
      metrics: { votes: 3, agreement: 2 / 3, ties: 0, requests: 3 },
    });
    expect(findingsOf(score)).toEqual([
      '1 generation note votes_disagree: the votes on "The agent is kind." disagree: not met, met, met',
    ]);
    const other = await judged(talk, { criteria, votes: 3, when: 'always' }, votesOf(kind, 'not_met', 'not_met'));
    expect(other.score).toMatchObject({ status: 'scored', passed: false, value: 0 });
  });

  test('that come to nothing leave the check unscored', async () => {
    const { score } = await judged(talk, { criteria, votes: 3 }, votesOf('not_met', kind, 'cannot_tell'));
    expect(score).toMatchObject({
      status: 'unscored',
      reason: 'the judge `judge` cannot tell: "The agent is kind." (its 3 votes disagree)',
    });
  });

  test('that are void void the rest', async () => {
    const { score } = await judged(
      talk,
      { criteria, votes: 3, when: 'always' },
      judgeThat(
        () => kind,
        (reply, { statements }) => (votes++ === 1 ? { ...reply, met: statements.length + 1 } : reply),
      ),
    );
    expect(score).toMatchObject({ status: 'errored', message: expect.stringContaining('contradicts itself') });
  });
  let votes = 0;

  test('differ in fence, codes and order, and are the same in every run', async () => {
    const ask = async () =>
      (await judged(talk, { criteria, votes: 3, when: 'always' }, votesOf(kind, kind, kind))).prompts;
    const [first, second] = [await ask(), await ask()];
    expect(second).toEqual(first);
    expect(new Set(first.map(({ fence }) => fence)).size).toBe(3);
    expect(new Set(first.flatMap(({ statements }) => statements.map(({ id }) => id))).size).toBe(9);
  });
});

describe('batches', () => {
  const many = Array.from({ length: 13 }, (_, index) => ({
    id: `c${index}`,
    must: `The agent says yes for the ${index}th time.`,
  }));

  test('hold few criteria and known answers each, and every criterion is asked about once', async () => {
    const { score, prompts } = await judged(
      talk,
      { criteria: many },
      judgeThat(() => kind),
    );
    expect(prompts.map(({ statements }) => statements.length)).toEqual([7, 7, 5]);
    expect(score).toMatchObject({ status: 'scored', passed: true, metrics: { criteria: 13, kept: 13, requests: 3 } });
    const asked = prompts.flatMap(({ statements }) => statements.map(({ text }) => text));
    for (const { must } of many) expect(asked.filter((text) => text === must)).toHaveLength(1);
  });

  test('one that is void leaves no score for the others', async () => {
    const { score } = await judged(
      talk,
      { criteria: many },
      judgeThat(
        () => kind,
        (reply, { statements }) => (statements.length === 5 ? { ...reply, met: 0 } : reply),
      ),
    );
    expect(score.status).toBe('errored');
  });

  test('only those vote again in which something is not kept', async () => {
    const { prompts, score } = await judged(
      talk,
      { criteria: many, votes: 3 },
      judgeThat((text) => (text.includes('12th') ? 'not_met' : kind)),
    );
    expect(prompts).toHaveLength(5);
    const details =
      score.status === 'scored' ? (score.details as { criteria: { id: string; votes: JsonValue[] }[] }) : undefined;
    expect(details?.criteria.map(({ votes }) => votes.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3]);
  });
});

test('known answers are in the language of the criteria', async () => {
  const chinese = transcriptOf(user('我的包裹在哪里？'), agent('您的包裹明天送到，请放心。'));
  for (const id of ['a', 'b', 'c', 'd']) {
    const { score, prompts } = await judged(
      chinese,
      { criteria: [{ id, must_not: '客服责怪了顾客。' }] },
      judgeThat(() => 'not_met'),
    );
    expect(prompts[0]?.statements.every(({ text }) => /\p{sc=Han}/u.test(text))).toBe(true);
    expect(score).toMatchObject({ status: 'scored', passed: true });
  }
});

test.each([
  ['退款', 'errored'],
  ['已为您', 'errored'],
  ['为您退款', 'scored'],
])('a quote needs four Chinese characters: %s', async (quote, status) => {
  const chinese = transcriptOf(user('我要退款！'), agent('好的，已为您退款。'));
  const { score } = await judged(
    chinese,
    { criteria: ['客服办理了退款。'] },
    judgeThat(() => ({ verdict: 'met', quote })),
  );
  expect(score.status).toBe(status);
});

test('what must not be is broken when it is met, and only then', () => {
  const criterion = (kind: 'must' | 'must_not'): Criterion => ({
    id: 'a',
    kind,
    text: KIND,
    about: 'agent',
    required: true,
  });
  const vote = (verdict: 'met' | 'not_met' | 'cannot_tell') => [{ verdict, reason: '', evidence: [] }];
  expect(
    (['must', 'must_not'] as const).flatMap((kind) =>
      (['met', 'not_met', 'cannot_tell'] as const).map(
        (verdict) => `${kind} ${verdict}: ${countVotes(criterion(kind), vote(verdict)).status}`,
      ),
    ),
  ).toMatchInlineSnapshot(`
    [
      "must met: kept",
      "must not_met: broken",
      "must cannot_tell: open",
      "must_not met: broken",
      "must_not not_met: kept",
      "must_not cannot_tell: open",
    ]
  `);
});
