import { describe, expect, test } from 'vitest';
import type { Scorer } from '../../src/domain/contracts/scorer.ts';
import type { Transcript } from '../../src/domain/transcript/transcript-event.ts';
import { Score } from '../../src/domain/verdicts/score.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { scoreSession, scoreSessionSync } from '../../src/scorers/score-session.ts';
import { agent, started, transcriptOf, user } from '../fixtures/transcripts.ts';
import { inputOf } from './score-transcript.ts';

const talk = transcriptOf(user('Hi'), agent('Hello.'));
const head = { scorer: 'own', stage: 'generation', required: true, needs: { toolCalls: false } } as const;
const fine = { status: 'scored', value: 1, passed: true, reason: '', findings: [], metrics: {}, turns: [] } as const;

function scorerThat(score: () => unknown, more: Partial<Scorer> = {}): Scorer {
  return { ...head, id: 'own', deterministic: true, score, ...more } as Scorer;
}
function judgeThat(score: (input: unknown, options: { signal: AbortSignal }) => unknown): Scorer {
  return { ...head, id: 'judge', deterministic: false, score } as Scorer;
}
const one = (scorer: Scorer, transcript: Transcript = talk) => scoreSessionSync(inputOf(transcript), [scorer])[0];

describe('scoreSession', () => {
  test('[A1] a scorer that throws is errored, and every session that depends on it is invalid', async () => {
    for (const thrown of [
      new Error('boom'),
      'boom',
      undefined,
      {
        get message(): string {
          throw new Error('x');
        },
      },
    ]) {
      const broken = scorerThat(() => {
        throw thrown;
      });
      const judge = judgeThat(() => Promise.reject(thrown as Error));
      const thrower = judgeThat(() => {
        throw thrown;
      });
      const scores = await scoreSession(inputOf(talk), [broken, judge, thrower, scorerThat(() => fine)]);
      expect(scores.map(({ status }) => status)).toEqual(['errored', 'errored', 'errored', 'scored']);
      expect(judgeSession(scores, 'user_done').verdict).toBe('invalid');
    }
    expect(
      one(
        scorerThat(() => {
          throw new Error('boom');
        }),
      ),
    ).toMatchObject({ message: 'the scorer broke: boom' });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '0.9', 1.0001, -0.1, null, undefined, true])(
    '[A5] the value %s is errored, not a score',
    async (value) => {
      const answer = { ...fine, value };
      const [score, judged] = await scoreSession(inputOf(talk), [
        scorerThat(() => answer),
        judgeThat(async () => answer),
      ]);
      expect(score).toMatchObject({ status: 'errored' });
      expect(judged).toMatchObject({ status: 'errored' });
      expect(judgeSession([score!], 'user_done').verdict).toBe('invalid');
    },
  );

  test.each([
    ['nothing', undefined],
    ['a promise', Promise.resolve(fine)],
    ['an unknown status', { ...fine, status: 'passed' }],
    ['a text as `passed`', { ...fine, passed: 'yes' }],
    ['a metric of NaN', { ...fine, metrics: { a: Number.NaN } }],
    ['a turn out of range', { ...fine, turns: [{ turn: 0, value: 2, metrics: {} }] }],
    ['findings that are none', { ...fine, findings: [{ turn: 0 }] }],
    ['details that are no JSON', { ...fine, details: new Map() }],
    ['no reason', { ...fine, reason: undefined }],
  ])('[A5] an answer with %s is errored', (_name, answer) => {
    expect(one(scorerThat(() => answer))).toMatchObject({ status: 'errored' });
  });

  test('what a scorer adds of its own is left out, so that the score can be stored', () => {
    const score = one(scorerThat(() => ({ ...fine, extra: 1, id: 'other' })));
    expect(Score.parse(score)).toEqual({ id: 'own', scorer: 'own', stage: 'generation', required: true, ...fine });
  });

  test.each([
    ['is empty', [], 'the transcript is empty'],
    ['is cut off', talk.slice(0, -1), 'the transcript is cut off: it does not say how the session ended'],
    ['has no beginning', talk.slice(1), 'the transcript does not begin with `session_started`'],
    ['has no turn', transcriptOf(), 'nobody spoke or acted in this session'],
  ])('[A13] a transcript that %s is unscored and never passes', (_name, transcript, reason) => {
    const score = one(
      scorerThat(() => fine),
      transcript,
    );
    expect(score).toMatchObject({ status: 'unscored', reason });
    expect(judgeSession([score!], 'user_done').verdict).toBe('invalid');
  });

  test('[A13] a session in which nothing was scored is invalid', () => {
    const score = one(scorerThat(() => ({ status: 'not_applicable', reason: 'no claims' })));
    expect(judgeSession([score!], 'user_done').verdict).toBe('invalid');
  });

  test('a scorer that needs tool calls is unscored where they cannot be seen', () => {
    const blind = started({ agent: { name: 'shop', adapter: 'http', toolCallsVisible: false } });
    const needy = scorerThat(() => fine, { needs: { toolCalls: true } });
    const words = scorerThat(() => fine);
    const transcript = transcriptOf(blind, user('Hi'), agent('Hello.'));
    expect(one(needy, transcript)).toMatchObject({
      status: 'unscored',
      reason: 'the tool calls of agent `shop` are not visible; say where its answers hold them, by `reply.calls`',
    });
    const strange = started({ agent: { name: 'shop', adapter: 'toString', toolCallsVisible: false } });
    expect(one(needy, transcriptOf(strange, user('Hi'), agent('Hello.')))).toMatchObject({
      reason: 'the tool calls of agent `shop` are not visible',
    });
    expect(one(words, transcript)).toMatchObject({ status: 'scored' });
    const log = transcriptOf(started({ tools: 'unknown' }), user('Hi'), agent('Hello.'));
    expect(one(needy, log)).toMatchObject({ status: 'unscored' });
  });

  test('a judge that hangs is unscored as soon as the run is stopped', async () => {
    const controller = new AbortController();
    const hanging = judgeThat((_input, { signal }) => {
      queueMicrotask(() => controller.abort(new Error('stop')));
      expect(signal.aborted).toBe(false);
      return new Promise(() => {});
    });
    const [score] = await scoreSession(inputOf(talk), [hanging], { signal: controller.signal });
    expect(score).toMatchObject({ status: 'unscored', reason: 'the run was stopped before this check was made' });
  });

  test('what has to wait is unscored where nothing may wait', () => {
    expect(one(judgeThat(async () => fine))).toMatchObject({ status: 'unscored' });
  });
});
