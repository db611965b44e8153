import { describe, expect, test } from 'vitest';
import { routingChoiceOf } from '../../../src/scorers/routing/routing-choice.ts';
import {
  agent,
  call,
  ended,
  failed,
  parallel,
  result,
  silence,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { mistakeOf, scoreOf, scoresOf } from '../retrieval/score-check.ts';
import { briefly, findingsOf } from '../score-transcript.ts';

const parameters = { type: 'object', properties: { id: { type: 'string' } } };
const tools = started({ tools: [toolOf('lookup', 'read', { parameters }), toolOf('list'), toolOf('cancel', 'write')] });
const check = (tool: string | readonly string[], more: object = {}) => ({ type: 'routing', tool, ...more });
const looksUp = transcriptOf(
  tools,
  user('Where is A-1?'),
  call('lookup', { id: 'A-1' }),
  result('paid'),
  agent('Paid.'),
);
const talks = transcriptOf(tools, user('Hello'), agent('Hello!'));

const isRight = (tool: string | readonly string[], transcript = looksUp): boolean => {
  const score = scoreOf(check(tool), transcript);
  return score.status === 'scored' && score.passed;
};

test('the tool that was called, any of several, or none', () => {
  expect(isRight('lookup')).toBe(true);
  expect(isRight(['list', 'lookup'])).toBe(true);
  expect(isRight('list')).toBe(false);
  expect(isRight('none')).toBe(false);
  expect(isRight('none', talks)).toBe(true);
  expect(isRight(['lookup', 'none'], talks)).toBe(true);
  expect(isRight('lookup', talks)).toBe(false);
});

test('a failure says what was done instead, and points at it and at the words of the user', () => {
  const score = scoreOf(check(['list', 'none']), looksUp);
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 selection failure wrong_tool: \`lookup(id="A-1")\` was called; expected \`list\` or no call",
    ]
  `);
  expect(score.status === 'scored' && score.findings[0]?.evidence.map(({ seq, quote }) => [seq, quote])).toEqual([
    [3, 'lookup(id="A-1")'],
    [1, 'Where is A-1?'],
  ]);
  expect(findingsOf(scoreOf(check('lookup'), talks))).toMatchInlineSnapshot(`
    [
      "0 selection failure missing_call: no tool was called; expected \`lookup\`",
    ]
  `);
});

describe('what counts as the choice', () => {
  test('is the first message with calls, and not what follows from its results', () => {
    const follows = transcriptOf(
      tools,
      user('Cancel A-1'),
      call('lookup', { id: 'A-1' }),
      result('paid'),
      call('cancel', { id: 'A-1' }),
      result('done'),
      agent('Done.'),
    );
    expect(isRight('lookup', follows)).toBe(true);
    expect(isRight('cancel', follows)).toBe(false);
  });

  test('is still a call after some words, and a call that failed', () => {
    const words = transcriptOf(
      tools,
      user('?'),
      agent('One moment.', { final: false }),
      call('lookup'),
      result(1),
      agent('So.'),
    );
    expect(isRight('none', words)).toBe(false);
    expect(isRight('lookup', words)).toBe(true);
    const refused = transcriptOf(
      tools,
      user('?'),
      call('lookup', {}),
      failed('no id', 'invalid_arguments'),
      agent('Sorry.'),
    );
    expect(isRight('lookup', refused)).toBe(true);
  });

  test('is wrong where other tools are launched beside the wanted one, in any order', () => {
    for (const names of [
      ['lookup', 'list'],
      ['list', 'lookup'],
    ] as const) {
      const shotgun = transcriptOf(
        tools,
        user('?'),
        parallel([names[0]], [names[1]]),
        result(1),
        result(1),
        agent('So.'),
      );
      expect(isRight('lookup', shotgun)).toBe(false);
      expect(isRight(['list', 'lookup'], shotgun)).toBe(true);
      expect(findingsOf(scoreOf(check('lookup'), shotgun))[0]).toContain('`list()` was called; expected `lookup`');
    }
    const twice = transcriptOf(
      tools,
      user('?'),
      parallel(['lookup', { id: 'A-1' }], ['lookup', { id: 'A-2' }]),
      result(1),
      result(1),
      agent('So.'),
    );
    expect(isRight('lookup', twice)).toBe(true);
  });

  test('is no choice of none where nothing was said, or the turn did not take place', () => {
    const mute = transcriptOf(tools, user('Hello'), ended('agent_error'));
    expect(isRight('none', mute)).toBe(false);
    expect(findingsOf(scoreOf(check('none'), mute))).toMatchInlineSnapshot(`
      [
        "0 selection failure no_answer: the agent neither called a tool nor answered; expected no call",
      ]
    `);
    expect(isRight('none', transcriptOf(tools, user('Hello'), agent('  ')))).toBe(false);
    expect(scoreOf(check('none', { turn: 1 }), talks)).toMatchObject({ status: 'scored', passed: false });
  });

  test('is of the turn that is asked about', () => {
    const greeted = transcriptOf(
      tools,
      silence(),
      agent('Hello!'),
      user('Where?'),
      call('lookup'),
      result(1),
      agent('So.'),
    );
    expect(scoreOf(check('lookup', { turn: 1 }), greeted)).toMatchObject({ passed: true });
    expect(scoreOf(check('lookup'), greeted)).toMatchObject({ passed: false });
  });
});

describe('a tool that does not exist', () => {
  const invented = transcriptOf(
    tools,
    user('?'),
    call('translate'),
    failed('no such tool', 'unknown_tool'),
    agent('Sorry.'),
  );

  test('is told as such, also where a tool of the agent may bear any name', () => {
    expect(findingsOf(scoreOf(check('lookup'), invented))).toMatchInlineSnapshot(`
      [
        "0 selection failure unknown_tool: \`translate()\` was called, which does not exist; expected \`lookup\`",
      ]
    `);
    const reported = transcriptOf(tools, user('?'), call('translate', {}, { reported: true }), result(1), agent('So.'));
    expect(findingsOf(scoreOf(check('lookup'), reported))[0]).toContain('`translate()` was called; expected `lookup`');
    expect(isRight('translate', reported)).toBe(true);
  });

  test('named `none` is not what a table means by none', () => {
    const named = transcriptOf(tools, user('?'), call('none', {}, { reported: true }), result(1), agent('So.'));
    expect(isRight('none', named)).toBe(false);
  });
});

describe('arguments', () => {
  const asks = (wanted: object, transcript = looksUp) => scoresOf(check('lookup', { arguments: wanted }), transcript);

  test('are a question of their own, compared with matchers', () => {
    expect(briefly(asks({ id: 'A-1' }))).toEqual({ selection: 'passed', arguments: 'passed' });
    expect(briefly(asks({ id: { pattern: '^A-' } }))).toEqual({ selection: 'passed', arguments: 'passed' });
    const wrong = asks({ id: 'A-2' });
    expect(briefly(wrong)).toEqual({ selection: 'passed', arguments: 'failed' });
    expect(wrong.flatMap(findingsOf)).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`lookup\` was called with \`id\` = "A-1"; expected "A-2"",
      ]
    `);
  });

  test('are asked of every call that the message launches', () => {
    const both = (...ids: readonly string[]) =>
      transcriptOf(
        tools,
        user('Where is A-1?'),
        parallel(...ids.map((id) => ['lookup', { id }] as [string, object])),
        ...ids.map((id) => result(id)),
        agent('Paid.'),
      );
    const surplus = asks({ id: 'A-1' }, both('A-1', 'X-999'));
    expect(briefly(surplus)).toEqual({ selection: 'passed', arguments: 'failed' });
    expect(surplus[1]).toMatchObject({ value: 0.5, metrics: { credit: 0.5 } });
    expect(surplus.flatMap(findingsOf)).toMatchInlineSnapshot(`
      [
        "0 arguments failure wrong_argument: \`lookup\` was called with \`id\` = "X-999"; expected "A-1"",
      ]
    `);
    expect(briefly(asks({ id: 'A-1' }, both('X-999', 'A-1')))).toEqual({ selection: 'passed', arguments: 'failed' });
    expect(briefly(asks({ id: { pattern: '^A-' } }, both('A-1', 'A-2')))).toMatchObject({ arguments: 'passed' });
  });

  test('are not asked about where another tool was the choice', () => {
    expect(briefly(asks({ id: 'A-1' }, talks))).toEqual({ selection: 'failed', arguments: 'not_applicable' });
  });

  test('that are no JSON, and such that the tool does not have, are wrong', () => {
    const broken = transcriptOf(
      tools,
      user('?'),
      call('lookup', '{"id":'),
      failed('no JSON', 'invalid_arguments'),
      agent('Sorry.'),
    );
    expect(briefly(asks({ id: 'A-1' }, broken))).toEqual({ selection: 'passed', arguments: 'failed' });
    const more = transcriptOf(tools, user('?'), call('lookup', { id: 'A-1', all: true }), result(1), agent('So.'));
    expect(briefly(asks({ id: 'A-1' }, more))).toEqual({ selection: 'passed', arguments: 'failed' });
  });

  test('need one tool that they are about', () => {
    expect(mistakeOf(check(['lookup', 'list'], { arguments: { id: 'A-1' } }))).toMatchInlineSnapshot(
      `"expect[0].arguments: needs one tool in \`tool\` that it is about"`,
    );
    expect(mistakeOf(check('none', { arguments: {} }))).toMatchInlineSnapshot(
      `"expect[0].arguments: needs one tool in \`tool\` that it is about"`,
    );
  });
});

test('hidden tool calls cannot be judged', () => {
  const hidden = transcriptOf(
    started({ agent: { name: 'a', adapter: 'http', toolCallsVisible: false } }),
    user('?'),
    agent('So.'),
  );
  expect(scoreOf(check('none'), hidden)).toMatchObject({ status: 'unscored' });
});

test('a fold over the run is told the choice', () => {
  const invented = transcriptOf(
    tools,
    user('?'),
    call('translate'),
    failed('no such tool', 'unknown_tool'),
    agent('Sorry.'),
  );
  const choiceOf = (transcript: typeof talks) => routingChoiceOf(scoresOf(check('lookup'), transcript), ['lookup']);
  expect(choiceOf(looksUp)).toMatchObject({ choice: { kind: 'tool', tool: 'lookup' } });
  expect(choiceOf(talks)).toMatchObject({ choice: { kind: 'none' } });
  expect(choiceOf(invented)).toMatchObject({ choice: { kind: 'unknown_tool' }, name: 'translate' });
  expect(choiceOf(transcriptOf(tools, user('?'), ended('timeout')))).toMatchObject({ choice: { kind: 'no_answer' } });
  expect(choiceOf(talks.slice(0, -1))).toBeUndefined();
  const others = [...scoresOf(check('none', { turn: 1, id: 'other' }), looksUp), ...scoresOf(check('lookup'), looksUp)];
  expect(routingChoiceOf(others, ['lookup'])).toMatchObject({ choice: { kind: 'tool', tool: 'lookup' } });
  expect(routingChoiceOf(others, ['list'])).toBeUndefined();
});
