import { describe, expect, test } from 'vitest';
import type { EndReason } from '../../../../src/domain/transcript/end-reason.ts';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import type { SessionResult } from '../../../../src/domain/verdicts/session-result.ts';
import { failureReport } from '../../../../src/reporters/terminal/failure-report.ts';
import { paletteOf } from '../../../../src/reporters/terminal/palette.ts';
import { scenarioBoard } from '../../../../src/reporters/terminal/scenario-board.ts';
import { failureOf } from '../../../../src/scorers/failure-of.ts';
import { blindScore, findingOf, keyOf, planOf, resultOf, scoreOf } from '../../../fixtures/results.ts';
import { agent, ended, transcriptOf, user } from '../../../fixtures/transcripts.ts';

const palette = paletteOf(false);

describe('an agent that crashed', () => {
  const missing = ['greets', 'says-when', 'says-where'].map((id) =>
    scoreOf(id, [findingOf({ turn: 1, code: 'not_said', message: 'the agent did not say it; it said nothing' })]),
  );
  const stack = [
    'Error: database is down',
    '    at agent (file:///project/agent.js:12:7)',
    `    at explain (${new URL('../../../../src/agents/function-agent.ts', import.meta.url)}:9:1)`,
    '    at query (/project/node_modules/database/index.js:1:1)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  ].join('\n');
  const crash = sessionOf('agent_error', 'database is down', {
    scores: missing,
    error: { message: 'database is down', stack },
  });

  test('is told first, once, in its turn, with the place in its own files; what it could not do any more is one line', () => {
    expect(report(crash)).toMatchInlineSnapshot(`
      "✗ two
        Title of two

        turn 1, execution: agent_error: database is down
          at agent (file:///project/agent.js:12:7)

        3 checks could not be met because the talk ended early: greets, says-when,
        says-where

        … 1 turn before

        turn 1
        user     And my order?
        end      agent_error

        replay   rehearsal run two"
    `);
  });

  test('is named on the board', () => {
    expect(board(crash, 90)).toMatchInlineSnapshot(
      `"✗ two  2 turns    120 ms     turn 1, execution: agent_error: database is down"`,
    );
    expect(board(crash, 70)).toMatchInlineSnapshot(
      `"✗ two  2 turns    120 ms     turn 1, execution: agent_error: database…"`,
    );
  });

  test('keeps its name and its place where a terminal is narrow', () => {
    expect(board(crash, 52)).toMatchInlineSnapshot(`"✗ two  2 turns    120 ms     agent_error"`);
    const frame = 'Error: x\n    at async answerEverything (file:///project/agents/with-long-names/agent.js:12:7)';
    const long = { ...crash, error: { message: 'database is down', stack: frame } };
    expect(report(long, { columns: 60 })).toContain('agent.js:12:7)');
  });

  test('comes after what went wrong in an earlier turn, and is not left out after many of those', () => {
    const early = scoreOf(
      'grounded',
      ['a', 'b', 'c', 'd'].map((message) => findingOf({ message })),
    );
    const text = report(sessionOf('agent_error', 'database is down', { scores: [early] }));
    expect(text.match(/turn \d, \w+: .*|and \d more findings?.*/g)).toMatchInlineSnapshot(`
      [
        "turn 0, generation: unsupported_value (check grounded)",
        "turn 0, generation: unsupported_value (check grounded)",
        "turn 1, execution: agent_error: database is down",
        "and 2 more findings of grounded (2)",
      ]
    `);
  });
});

describe('a session that is no valid test by its end', () => {
  const scores = [
    scoreOf('calls', [findingOf({ turn: 1, code: 'missing_call', message: 'no tool was called at all' })]),
    scoreOf('grounded', [findingOf({ message: 'No tool result holds 59.90.' })]),
  ];

  test('says why once, without a stack, before what was found', () => {
    const detail = 'Connection error. (cause: connect ECONNREFUSED 127.0.0.1:4131)';
    const broken = sessionOf('infrastructure_error', detail, { scores, error: { message: detail, stack: STACK } });
    expect(report(broken)).toMatchInlineSnapshot(`
      "! two
        Title of two
        invalid: infrastructure_error: Connection error. (cause: connect ECONNREFUSED
        127.0.0.1:4131)

        turn 0, generation: unsupported_value (check grounded)
        No tool result holds 59.90.

        1 check could not be met because the talk ended early: calls

        … 1 turn before

        turn 1
        user     And my order?
        end      infrastructure_error

        replay   rehearsal run two"
    `);
    expect(board(broken, 120)).toMatchInlineSnapshot(
      `"! two  2 turns    120 ms     infrastructure_error: Connection error. (cause: connect ECONNREFUSED 127.0.0.1:4131)"`,
    );
    expect(board(broken, 60)).toMatchInlineSnapshot(`"! two  2 turns    120 ms     infrastructure_error: Connecti…"`);
  });

  test('of a user that broke, the place in the author’s files is told when everything is', () => {
    const broken = sessionOf('user_error', 'the simulated user broke: no', {
      error: { message: 'the simulated user broke: no', stack: STACK },
    });
    expect(report(broken)).not.toContain('agent.js');
    expect(report(broken, { isWhole: true })).toContain('at agent (file:///project/agent.js:12:7)');
  });
});

describe('checks without a score', () => {
  const silent = ['calls', 'said', 'grounded', 'answered'].map((id) =>
    blindScore(id, 'unscored', 'nobody spoke or acted in this session'),
  );

  test('that have the same reason are one line', () => {
    expect(report(sessionOf('budget', 'the budget is spent', { scores: silent }))).toMatchInlineSnapshot(`
      "! two
        Title of two
        invalid: budget: the budget is spent

        checks without a score
          4 checks could not be made: nobody spoke or acted in this session

        … 1 turn before

        turn 1
        user     And my order?
        end      budget

        replay   rehearsal run two"
    `);
  });

  test('are not told again below a sentence that says so, and the board counts them', () => {
    const blind = sessionOf('user_done', '', { scores: silent });
    expect(report(blind)).toMatchInlineSnapshot(`
      "! two
        Title of two
        invalid: calls, said, grounded, answered: nobody spoke or acted in this
        session

        … 1 turn before

        turn 1
        user     And my order?

        replay   rehearsal run two"
    `);
    expect(board(blind, 80)).toMatchInlineSnapshot(`"! two  2 turns    120 ms     4 checks could not be made"`);
  });

  test('keep all their names in the list of every check', () => {
    const lines = report(sessionOf('budget', 'the budget is spent', { scores: [...silent, scoreOf('short')] }), {
      isWhole: true,
    });
    expect(lines.slice(lines.indexOf('checks'), lines.indexOf('turn 0'))).toMatchInlineSnapshot(`
      "checks
          ! calls, said, grounded, answered: unscored: nobody spoke or acted in this
            session
          ✓ short: nothing to object to

        "
    `);
  });
});

const STACK = 'Error: no\n    at agent (file:///project/agent.js:12:7)';

function sessionOf(reason: EndReason, detail: string, more: Partial<SessionResult> = {}): SessionResult {
  const talk = transcriptOf(user('Hi'), agent('Hello.'), user('And my order?'), ended(reason));
  const transcript: Transcript = talk.map((event) => (event.type === 'session_ended' ? { ...event, detail } : event));
  const failure = failureOf(more.scores ?? [], transcript);
  return resultOf(keyOf('two'), { transcript, failure, ...more });
}

function report(result: SessionResult, more: { isWhole?: boolean; columns?: number } = {}): string {
  const lines = failureReport(result, { columns: 80, palette, replay: () => 'rehearsal run two', ...more });
  return lines.join('\n');
}

function board(result: SessionResult, columns: number): string {
  const { add } = scenarioBoard(planOf([result]), { columns, palette, isQuiet: false });
  return add(result).join('\n');
}
