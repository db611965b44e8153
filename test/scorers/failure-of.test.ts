import { describe, expect, test } from 'vitest';
import type { Finding, Stage } from '../../src/domain/verdicts/evidence.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { failureOf } from '../../src/scorers/failure-of.ts';
import { agent, ended, transcriptOf, user } from '../fixtures/transcripts.ts';

const talk = transcriptOf(user('Hi'), agent('Hello.'), user('And?'), agent('Yes.'));
const finding = (turn: number, stage: Stage, severity: Finding['severity'] = 'failure'): Finding => ({
  turn,
  stage,
  code: `${stage}_${turn}`,
  severity,
  message: 'm',
  evidence: [],
});
const scored = (findings: Finding[], more: Partial<Score> = {}): Score => ({
  id: 'a',
  scorer: 'a',
  stage: 'generation',
  required: true,
  status: 'scored',
  value: 0,
  passed: false,
  reason: 'why',
  findings,
  metrics: {},
  turns: [],
  ...(more as object),
});

describe('failureOf', () => {
  test('the first turn wins, then the earlier stage', () => {
    const scores = [scored([finding(1, 'selection'), finding(0, 'generation')]), scored([finding(0, 'execution')])];
    expect(failureOf(scores, talk)).toMatchObject({ turn: 0, stage: 'execution', code: 'execution_0', scoreId: 'a' });
  });

  test('warnings, passed scores and checks that are not required name no failure', () => {
    expect(failureOf([scored([finding(0, 'selection')], { required: false })], talk)).toBeUndefined();
    expect(failureOf([scored([finding(0, 'selection')], { passed: true } as never)], talk)).toBeUndefined();
    expect(failureOf([scored([finding(0, 'selection', 'warning')])], talk)).toMatchObject({
      code: 'not_passed',
      stage: 'generation',
    });
  });

  test('an end that is the agent’s failure is an execution failure of the last turn', () => {
    const crashed = transcriptOf(user('Hi'), agent('Hello.'), user('And?'), ended('agent_error'));
    expect(failureOf([], crashed)).toMatchObject({ turn: 1, stage: 'execution', code: 'agent_error' });
    expect(failureOf([scored([finding(0, 'generation')])], crashed)).toMatchObject({ turn: 0, code: 'generation_0' });
    expect(failureOf([scored([finding(1, 'generation')])], crashed)).toMatchObject({ code: 'agent_error' });
    expect(failureOf([scored([finding(1, 'selection')])], crashed)).toMatchObject({ code: 'agent_error' });
  });

  test('a session that was not the agent’s fault has no failure', () => {
    expect(failureOf([], transcriptOf(user('Hi'), ended('aborted')))).toBeUndefined();
    expect(failureOf([], [])).toBeUndefined();
  });
});
