import { describe, expect, test } from 'vitest';
import { Expectation } from '../../src/domain/authoring/scenario.ts';
import type { Finding, Stage } from '../../src/domain/verdicts/evidence.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { failureOf } from '../../src/scorers/failure-of.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
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

describe('a talk that was cut short', () => {
  const crashed = transcriptOf(user('Hi'), agent('Hello.'), user('And?'), ended('agent_error'));
  const broke = transcriptOf(user('Hi'), agent('Hello.'), user('And?'), ended('infrastructure_error'));
  const told = (code: string, turn: number): Score => scored([{ ...finding(turn, 'generation'), code }]);

  test('what was done or left out in an earlier turn comes before the crash', () => {
    expect(failureOf([told('unsupported_value', 0)], crashed)).toMatchObject({ turn: 0, code: 'unsupported_value' });
    expect(failureOf([told('not_said', 0)], crashed)).toMatchObject({ turn: 0, code: 'not_said' });
  });

  test('what a later turn could still have brought is no failure, whoever cut the talk', () => {
    for (const turn of [1, 2]) {
      expect(failureOf([told('not_said', turn)], crashed)).toMatchObject({ turn: 1, code: 'agent_error' });
      expect(failureOf([told('missing_call', turn)], broke)).toBeUndefined();
    }
    expect(failureOf([told('unsupported_value', 1)], broke)).toMatchObject({ code: 'unsupported_value' });
  });

  test('checks of any turn miss what is not there in the turn that was cut short', async () => {
    const expectations = [
      { type: 'said', text: 'delivered' },
      { type: 'calls', calls: [{ tool: 'lookup' }] },
      { type: 'conversation-length', minTurns: 3 },
    ];
    const scorers = createScorers(
      expectations.map((one) => Expectation.parse(one)),
      builtInScorers,
    );
    expect((await scoreTranscript(crashed, scorers)).failure).toMatchObject({ turn: 1, code: 'agent_error' });
    expect((await scoreTranscript(broke, scorers)).failure).toBeUndefined();
    const pinned = createScorers([Expectation.parse({ type: 'said', text: 'delivered', turn: 0 })], builtInScorers);
    expect((await scoreTranscript(crashed, pinned)).failure).toMatchObject({ turn: 0, code: 'not_said' });
  });
});
