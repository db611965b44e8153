import { describe, expect, test } from 'vitest';
import type { Scorer } from '../../src/domain/contracts/scorer.ts';
import { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { failureOf } from '../../src/scorers/failure-of.ts';
import { scoreSessionSync } from '../../src/scorers/score-session.ts';
import { watchersOf } from '../../src/session/policy-watch.ts';
import type { SessionRun } from '../../src/session/session-context.ts';
import { eventLine } from '../fixtures/event-line.ts';
import { agentOf, play, userOf, worldOf } from '../fixtures/session-parts.ts';
import { inputOf } from '../scorers/score-transcript.ts';

const refunds = {
  when: { tool: 'refund', arguments: { id: '$id' } },
  requires: { tool: 'lookup', arguments: { id: '$id' }, ok: true },
};
const shop = () => {
  const refunded: unknown[] = [];
  const world = worldOf({
    lookup: { run: ({ id }) => ({ id }) },
    refund: { effect: 'write', run: ({ id }) => refunded.push(id) },
  });
  return { world, refunded };
};
/** Refunds each time without looking anything up, and says what it heard. */
const hasty = agentOf(async function* (_message, tools) {
  yield { type: 'step_started' };
  const outcome = await tools.call('refund', { id: 'A-1' });
  yield { type: 'step_started' };
  yield { type: 'text', text: outcome.status === 'error' ? outcome.message : 'Refunded.' };
});

/** Plays a talk with a policy that watches it, and scores it afterwards with the same policy. */
async function played(
  policy: object,
  { required = true, agent = hasty, ...more }: { required?: boolean; agent?: typeof hasty; also?: object[] } = {},
): Promise<{ run: SessionRun; scores: Score[]; refunded: unknown[]; verdict: string }> {
  const checks = [{ type: 'policy', id: 'rules', required, ...policy }, ...(more.also ?? [])];
  const scorers: Scorer[] = createScorers(checks as never, builtInScorers);
  const { world, refunded } = shop();
  const run = await play({ user: userOf('Hello', 'And?'), agent, world, watchers: watchersOf(scorers) });
  const scores = scoreSessionSync(inputOf(run.transcript), scorers);
  return { run, scores, refunded, verdict: judgeSession(scores, run.end.reason, run.breakages).verdict };
}
const lines = ({ transcript }: SessionRun): string[] => transcript.map(eventLine);
const alarms = ({ transcript }: SessionRun): string[] =>
  transcript.flatMap((event) =>
    event.type === 'policy_violation' ? [`${event.source} ${event.rule}: ${event.message}`] : [],
  );

describe('a policy that watches', () => {
  test('records what was broken right after the event that broke it, and lets the talk go on', async () => {
    const { run, verdict } = await played({ rules: [{ id: 'look-first', ...refunds }] });
    expect(lines(run)).toMatchInlineSnapshot(`
      [
        "0.0 session_started test-agent",
        "1.0 user_step",
        "2.0 user_message Hello",
        "3.0 agent_step [c0] saw []",
        "4.0 tool_call c0 refund {"id":"A-1"}",
        "5.0 policy_violation",
        "6.0 tool_result c0 ok",
        "7.0 agent_step [] saw [c0]",
        "8.0 agent_message final Refunded.",
        "9.1 user_step",
        "10.1 user_message And?",
        "11.1 agent_step [c1] saw []",
        "12.1 tool_call c1 refund {"id":"A-1"}",
        "13.1 policy_violation",
        "14.1 tool_result c1 ok",
        "15.1 agent_step [] saw [c1]",
        "16.1 agent_message final Refunded.",
        "17.1 user_step",
        "18.1 session_ended user_done",
      ]
    `);
    expect(alarms(run)[0]).toMatchInlineSnapshot(
      `"policy look-first: \`refund(id="A-1")\` came before the agent had seen \`lookup(id="A-1")\` that succeeded; there was no such call"`,
    );
    expect(verdict).toBe('failed');
    for (const event of run.transcript) expect(TranscriptEvent.safeParse(event).error).toBeUndefined();
  });

  test('that is asked to stop ends the session, and the verdict is that of the score', async () => {
    const { run, scores, verdict } = await played({ rules: [{ id: 'look-first', stop: true, ...refunds }] });
    expect(run.end).toMatchInlineSnapshot(`
      {
        "detail": "the rule \`look-first\` was broken: \`refund(id="A-1")\` came before the agent had seen \`lookup(id="A-1")\` that succeeded; there was no such call",
        "reason": "policy_stop",
      }
    `);
    expect(lines(run).slice(-3)).toMatchInlineSnapshot(`
      [
        "5.0 policy_violation",
        "6.0 tool_result c0 ok",
        "7.0 session_ended policy_stop",
      ]
    `);
    expect(scores).toMatchObject([{ status: 'scored', passed: false, metrics: { violations: 1 } }]);
    expect(verdict).toBe('failed');
  });

  test('tells what is missing after it stopped the talk as nobody’s failure', async () => {
    const also = [{ type: 'calls', id: 'wanted', calls: [{ tool: 'lookup' }], extra: 'allow', required: true }];
    const { run, scores } = await played({ rules: [{ id: 'look-first', stop: true, ...refunds }] }, { also });
    expect(failureOf(scores, run.transcript)).toMatchObject({ code: 'rule_broken', scoreId: 'rules' });
  });

  test('that is not required neither stops the talk nor prevents a call: it would decide what it must not', async () => {
    const { run, refunded } = await played(
      { stop: true, prevent: true, rules: [{ id: 'look-first', ...refunds }] },
      { required: false },
    );
    expect(run.end.reason).toBe('user_done');
    expect(refunded).toEqual(['A-1', 'A-1']);
    expect(alarms(run)).toHaveLength(2);
  });

  test('stops at words of the user before the agent hears them', async () => {
    const { run } = await played({ rules: [{ id: 'no-questions', never: { user: 'And' }, stop: true }] });
    expect(lines(run).slice(-3)).toMatchInlineSnapshot(`
      [
        "9.1 user_message And?",
        "10.1 policy_violation",
        "11.1 session_ended policy_stop",
      ]
    `);
  });

  test('leaves no failure of its own behind when an agent is stopped that holds things open', async () => {
    const agent = agentOf(
      async function* (_message, tools) {
        yield { type: 'step_started' };
        await tools.call('refund', { id: 'A-1' });
        yield { type: 'text', text: 'Done.' };
      },
      { dispose: () => Promise.reject(new Error('3 steps of the script are left')) },
    );
    const { run } = await played({ rules: [{ id: 'look-first', stop: true, ...refunds }] }, { agent });
    expect(run.end.reason).toBe('policy_stop');
  });
});

describe('a policy that prevents', () => {
  test('keeps a call from running, tells the agent so, and fails the attempt', async () => {
    const { run, refunded, verdict } = await played({ rules: [{ id: 'look-first', prevent: true, ...refunds }] });
    expect(refunded).toEqual([]);
    expect(run.end.reason).toBe('user_done');
    expect(run.transcript.find((event) => event.type === 'tool_result')).toMatchObject({
      result: { outcome: { status: 'error', kind: 'blocked' }, injectedBy: 'policy:look-first' },
    });
    expect(run.transcript.find((event) => event.type === 'agent_message')).toMatchObject({
      text: 'blocked by the rule `look-first`: the call was not run',
    });
    expect(verdict).toBe('failed');
  });

  test('lets calls run that break nothing, also after one of the same message', async () => {
    const agent = agentOf(async function* (_message, tools) {
      yield { type: 'step_started' };
      await tools.call('lookup', { id: 'A-1' });
      yield { type: 'step_started' };
      await Promise.all([tools.call('refund', { id: 'A-1' }), tools.call('refund', { id: 'A-2' })]);
      yield { type: 'text', text: 'Done.' };
    });
    const { run, refunded } = await played({ rules: [{ id: 'look-first', prevent: true, ...refunds }] }, { agent });
    expect(refunded).toEqual(['A-1', 'A-1']);
    expect(alarms(run)).toHaveLength(2);
  });

  test('assumes that a call would have succeeded: a rule on successful calls is broken by what it prevented', async () => {
    const once = { id: 'once', atMost: 1, of: { tool: 'refund', arguments: { id: '$id' }, ok: true }, per: ['id'] };
    const { refunded, scores, verdict } = await played({ rules: [{ ...once, prevent: true }] });
    expect(refunded).toEqual(['A-1']);
    expect(scores).toMatchObject([{ passed: false }]);
    expect(verdict).toBe('failed');
    expect(
      scores[0]?.status === 'scored' ? scores[0].findings.map(({ message }) => message) : [],
    ).toMatchInlineSnapshot(`
      [
        "\`refund(id="A-1")\` would have broken the rule, and was not run",
      ]
    `);
  });
});
