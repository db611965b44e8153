import { describe, expect, test } from 'vitest';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { displayWidth } from '../../src/reporters/terminal/text-width.ts';
import { type TerminalReporterOptions, terminalReporter } from '../../src/reporters/terminal-reporter.ts';
import { blindScore, findingOf, keyOf, planOf, resultOf, runOf, scoreOf } from '../fixtures/results.ts';
import { agent, call, ended, failed, result, transcriptOf, user } from '../fixtures/transcripts.ts';

const CLEAR = '\r\u001b[2K';
const wrongRefund = wrongRefundResult();

describe('what a person reads', () => {
  test('a run that passes is a line for each scenario, and a summary', async () => {
    const results = [resultOf(keyOf('status-question')), resultOf(keyOf('refund', 0)), resultOf(keyOf('refund', 1))];
    expect(await tell(results)).toMatchInlineSnapshot(`
      "2 scenarios, 3 sessions, seed 42

      ✓ status-question  1 turn     120 ms
      ✓ refund           1 turn     240 ms
          2/2 passed (100 %, 95 % interval 34–100 %)

      3 passed of 3 sessions in 3.2 s
      gate met
      results  .rehearsal/runs/run
      "
    `);
  });

  test('a failure shows turn, stage, evidence, the turn of the transcript with the wrong words marked, and how to replay it', async () => {
    expect(await tell([wrongRefund])).toMatchInlineSnapshot(`
      "1 scenario, 1 session, seed 42

      ✗ wrong-refund  3 turns    120 ms     turn 1, arguments

      ✗ wrong-refund, trial 1
        Refunds the order that was looked up

        turn 1, arguments: argument_not_from_evidence (check from-evidence)
        The argument \`order_id\` of \`refund_order\` is "A-2002", which neither the user
        nor a tool result had named.
          - the call of \`refund_order\` (turn 1), argument /order_id: "A-2002"
          - the result of \`lookup_order\` (turn 0), /order_id: "A-1001"

        turn 1, generation: unsupported_value (check grounded)
        No tool result holds 59.90; the nearest value is 49.90.
          - the agent's answer (turn 1): "59.90"
          - the result of \`lookup_order\` (turn 0), /total: 49.90

        … 1 turn before

        turn 1
        user     Then please refund the other one, and tell me what I get back.
        call     refund_order {"order_id":"A-2002","amount":"49.90"}
        result   {"refund_id":"R-7","status":"done"}
        agent    Order A-2002 has been refunded. You will receive 59.90 within three
                                                                  ^^^^^
                 working days, on the card that you used.

        … 1 turn after

        replay   rehearsal run wrong-refund --trial 1 --seed 42
        session  .rehearsal/runs/run/sessions/wrong-refund/default/1.jsonl

      1 failed, 0 passed of 1 session in 3.2 s
      gate lost: a scenario did not pass often enough
      results  .rehearsal/runs/run
      "
    `);
  });

  test('a check with nothing to check is not listed beside checks that judged', async () => {
    const scores = [
      blindScore('grounded', 'not_applicable', 'no answer holds a value'),
      scoreOf('said', [findingOf()]),
    ];
    const text = await tell([resultOf(keyOf('refund'), { scores })]);
    expect(text).toContain('✗ refund');
    expect(text).not.toContain('no answer holds a value');
  });

  test('[A13] a session in which nothing was scored is invalid, and says which checks had nothing to score', async () => {
    const scores = [
      blindScore('grounded', 'not_applicable', 'no answer holds a value'),
      blindScore('calls', 'unscored', 'tool calls are not visible'),
    ];
    const text = await tell([
      resultOf(keyOf('small-talk'), { scores: scores.slice(0, 1) }),
      resultOf(keyOf('unseen'), { scores }),
    ]);
    expect(text).toMatchInlineSnapshot(`
      "2 scenarios, 2 sessions, seed 42

      ! small-talk  1 turn     120 ms     no required check had anything to score
      ! unseen      1 turn     120 ms     calls: tool calls are not visible

      ! small-talk
        Title of small-talk
        invalid: no required check had anything to score

        checks without a score
          grounded: not applicable: no answer holds a value

        turn 0
        user     Where is A-1001?
        agent    It has been shipped.

        replay   rehearsal run small-talk --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/small-talk/default/0.jsonl

      ! unseen
        Title of unseen
        invalid: calls: tool calls are not visible

        checks without a score
          grounded: not applicable: no answer holds a value

        turn 0
        user     Where is A-1001?
        agent    It has been shipped.

        replay   rehearsal run unseen --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/unseen/default/0.jsonl

      2 invalid, 0 passed of 2 sessions in 3.2 s
      invalid run: a session is invalid
      results  .rehearsal/runs/run
      "
    `);
  });

  test('an agent that crashed is told with the top of its stack', async () => {
    const message = "Cannot read properties of undefined (reading 'id')";
    const crash = resultOf(keyOf('crash'), {
      transcript: transcriptOf(user('Hi'), ended('agent_error')),
      error: {
        message,
        stack: `TypeError: ${message}\n    at agent (file:///project/agent.js:12:7)\n    at main (file:///project/main.js:3:1)`,
      },
    });
    expect(blockOf(await tell([crash]), '✗ crash')).toMatchInlineSnapshot(`
      "✗ crash
        Title of crash

        turn 0, execution: agent_error

        Cannot read properties of undefined (reading 'id')
          at agent (file:///project/agent.js:12:7)
          at main (file:///project/main.js:3:1)

        turn 0
        user     Hi
        end      agent_error

        replay   rehearsal run crash --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/crash/default/0.jsonl"
    `);
  });

  test('what went wrong is told once: beside the scenario stands only where', async () => {
    const text = await tell([resultOf(keyOf('fine')), wrongRefund], { columns: 100 });
    expect(text.match(/which neither the user/g)).toHaveLength(1);
    expect(text).toMatch(/^✗ wrong-refund {2}3 turns {4}120 ms {5}turn 1, arguments: argument_not_from_evidence$/m);
  });

  test('where there is no room for the code of a failure, turn and stage are left; a session that its end decided names the end', async () => {
    const crash = resultOf(keyOf('crash'), { transcript: transcriptOf(user('Hi'), ended('agent_error')) });
    const long = { ...wrongRefund, key: keyOf('refund-of-an-order-that-was-looked-up') };
    expect((await tell([crash, long])).match(/^✗ .*ms.*$/gm)).toEqual([
      '✗ crash                                  1 turn     120 ms     agent_error',
      '✗ refund-of-an-order-that-was-looked-up  3 turns    120 ms     turn 1, arguments',
    ]);
  });

  test('an interrupted run tells what did not run, problems and notes', async () => {
    const results = [resultOf(keyOf('a', 0))];
    const run = runOf(results, {
      gate: { status: 'interrupted', reasons: [] },
      missing: ['run/a/default/1', 'run/b/default/0'],
      problems: ['the reporter `mine` failed in `onRunEnd`: no space'],
      notes: ['the agent `orders` held up every other session for 1,200 ms'],
    });
    const plan = planOf([...results, resultOf(keyOf('a', 1)), resultOf(keyOf('b'))]);
    expect(await tell(results, { run, plan })).toMatchInlineSnapshot(`
      "2 scenarios, 3 sessions, seed 42

      ✓ a  1 turn     120 ms    1/2 passed  1 not run

      1 passed of 1 session in 3.2 s
      interrupted
      not run: run/a/default/1
      not run: run/b/default/0
      problem: the reporter \`mine\` failed in \`onRunEnd\`: no space
      note: the agent \`orders\` held up every other session for 1,200 ms
      results  .rehearsal/runs/run
      "
    `);
  });

  test('a turn with many calls loses its middle, except for what the evidence points at', async () => {
    const loop = Array.from({ length: 40 }, (_, index) => [
      call('lookup', { page: index }),
      failed(`page ${index} is empty`),
    ]).flat();
    const transcript = transcriptOf(user('Find it.'), ...loop, agent('Nothing found.'), ended('max_steps'));
    const seq = transcript.findIndex(
      (event) => event.type === 'tool_call' && event.call.rawArguments === '{"page":20}',
    );
    const finding = findingOf({
      stage: 'execution',
      code: 'repeated',
      message: 'It looked again.',
      evidence: [{ kind: 'argument', seq, pointer: '/page' }],
    });
    const text = blockOf(
      await tell([resultOf(keyOf('loop'), { transcript, scores: [scoreOf('repeats', [finding])] })]),
      '✗ loop',
    );
    expect(text).toMatchInlineSnapshot(`
      "✗ loop
        Title of loop

        turn 0, execution: repeated (check repeats)
        It looked again.
          - the call #21 of \`lookup\` (turn 0), argument /page: 20

        turn 0, execution: max_steps

        turn 0
        user     Find it.
        call     lookup {"page":0}
        result   tool_error: page 0 is empty
        call     lookup {"page":1}
        result   tool_error: page 1 is empty
        call     lookup {"page":2}
        result   tool_error: page 2 is empty
                 … 34 more lines of this turn
        call     lookup {"page":20}
        result   tool_error: page 20 is empty
                 … 33 more lines of this turn
        result   tool_error: page 37 is empty
        call     lookup {"page":38}
        result   tool_error: page 38 is empty
        call     lookup {"page":39}
        result   tool_error: page 39 is empty
        agent    Nothing found.
        end      max_steps

        replay   rehearsal run loop --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/loop/default/0.jsonl"
    `);
  });

  test('a session that failed by its end alone says so', async () => {
    const transcript = transcriptOf(user('Hi'), ended('loop'));
    const text = blockOf(await tell([resultOf(keyOf('loop'), { transcript })]), '✗ loop');
    expect(text.split('\n')[3]).toBe('  turn 0, execution: loop');
  });

  test('a check that did not pass and found nothing to point at is told by its reason', async () => {
    const scores = [scoreOf('length', [], { value: 0.5, passed: false, reason: 'two turns are missing' })];
    const text = blockOf(await tell([resultOf(keyOf('short'), { scores })]), '✗ short');
    expect(text.split('\n').slice(3, 5)).toEqual([
      '  session, generation: not_passed (check length)',
      '  two turns are missing',
    ]);
  });

  test('of several findings the one that decided comes first, three are told in full, and the rest is counted', async () => {
    const findings = [3, 1, 4, 0, 2].map((turn) =>
      findingOf({ turn, code: `code_${turn}`, message: `Message ${turn}.` }),
    );
    const text = blockOf(await tell([resultOf(keyOf('many'), { scores: [scoreOf('said', findings)] })]), '✗ many');
    expect(text.match(/code_\d|and \d more findings?/g)).toEqual(['code_3', 'code_0', 'code_1', 'and 2 more findings']);
  });

  test('findings that are not shown are told by their checks, the one with the most first', async () => {
    const scores = [
      scoreOf('said', [findingOf({ turn: 0 }), findingOf({ turn: 0 }), findingOf({ turn: 0 }), findingOf({ turn: 1 })]),
      scoreOf('grounded', [findingOf({ turn: 1 }), findingOf({ turn: 2 })]),
      ...Array.from({ length: 8 }, (_, index) => scoreOf(`check-${index}`, [findingOf({ turn: 3 })])),
    ];
    const text = blockOf(await tell([resultOf(keyOf('many'), { scores })]), '✗ many');
    expect(text.match(/and \d+ more findings[\s\S]*?\n\n/g)).toMatchInlineSnapshot(`
      [
        "and 9 more findings of grounded, check-0, check-1, check-2, check-3, check-4,
        check-5, check-6, and 1 more

      ",
      ]
    `);
  });
});

describe('verbose', () => {
  const grounding = scoreOf('grounded', [], {
    value: 1,
    reason: '2 of 2 claims stand in the evidence',
    metrics: { supported: 2, notCheckable: 1, coverage: 2 / 3 },
    details: [
      { verdict: 'supported', text: 'A-1001' },
      { verdict: 'not_checkable', text: 'tomorrow' },
    ],
  });
  const warned = scoreOf('arguments', [findingOf({ severity: 'warning', message: 'A read was guessed.' })], {
    reason: '3 of 4 arguments were seen before',
    value: 0.75,
  });
  const scores = [
    grounding,
    warned,
    { ...scoreOf('short'), required: false, passed: false, value: 0, reason: 'five turns are too many' },
    blindScore('error-honesty', 'not_applicable', 'no call failed'),
  ];

  test('every check of a session that passed is told: its reason, its warnings, and what it could not check', async () => {
    expect(await tell([resultOf(keyOf('refund'), { scores })], { verbosity: 'verbose' })).toMatchInlineSnapshot(`
      "1 scenario, 1 session, seed 42

      ✓ refund  1 turn     120 ms
          ✓ grounded: 2 of 2 claims stand in the evidence
            value 1.00, coverage 67 %; 1 claim could not be checked: "tomorrow"
          ✓ arguments: 3 of 4 arguments were seen before (value 0.75)
            warning, turn 0: A read was guessed.
          ✗ short (not required): five turns are too many
          - error-honesty: not applicable: no call failed

      1 passed of 1 session in 3.2 s
      gate met
      results  .rehearsal/runs/run
      "
    `);
  });

  test('trials are told apart, in their order', async () => {
    const trials = [1, 0].map((trial) => resultOf(keyOf('refund', trial)));
    const text = await tell(trials, { verbosity: 'verbose' });
    expect(text.split('\n').slice(2, 8)).toEqual([
      '✓ refund  1 turn     240 ms',
      '    2/2 passed (100 %, 95 % interval 34–100 %)',
      '  trial 0',
      '    ✓ said: nothing to object to',
      '  trial 1',
      '    ✓ said: nothing to object to',
    ]);
  });

  test('the report of a session that did not pass lists its checks, passed ones too', async () => {
    const failing = resultOf(keyOf('refund'), { scores: [...scores, scoreOf('said', [findingOf()])] });
    const text = blockOf(await tell([failing], { verbosity: 'verbose' }), '✗ refund');
    expect(text).toMatchInlineSnapshot(`
      "✗ refund
        Title of refund

        turn 0, generation: unsupported_value (check said)
        No tool result supports this value.

        checks
          ✓ grounded: 2 of 2 claims stand in the evidence
            value 1.00, coverage 67 %; 1 claim could not be checked: "tomorrow"
          ✓ arguments: 3 of 4 arguments were seen before (value 0.75)
            warning, turn 0: A read was guessed.
          ✗ short (not required): five turns are too many
          - error-honesty: not applicable: no call failed
          ✗ said: No tool result supports this value.

        turn 0
        user     Where is A-1001?
        agent    It has been shipped.

        replay   rehearsal run refund --trial 0 --seed 42
        session  .rehearsal/runs/run/sessions/refund/default/0.jsonl"
    `);
  });

  test('a check that could not be made and one that broke are told as such', async () => {
    const blind = [
      scoreOf('said'),
      ...(['unscored', 'errored'] as const).map((status) => ({
        ...blindScore(status, status, 'why'),
        required: false,
      })),
    ];
    const text = await tell([resultOf(keyOf('refund'), { scores: blind })], { verbosity: 'verbose' });
    expect(text.match(/^ {4}! .*$/gm)).toEqual([
      '    ! unscored (not required): unscored: why',
      '    ! errored (not required): errored: why',
    ]);
  });

  test('other verbosities tell no check of a session that passed', async () => {
    for (const verbosity of ['normal', 'quiet'] as const)
      expect(await tell([resultOf(keyOf('refund'), { scores })], { verbosity })).not.toContain('stand in the evidence');
  });
});

describe('many failures', () => {
  const failing = (scenario: string, trial = 0): SessionResult =>
    resultOf(keyOf(scenario, trial), { scores: [scoreOf('said', [findingOf({ message: `Wrong in ${scenario}.` })])] });
  const thirty = Array.from({ length: 30 }, (_, index) => failing(`s-${String(index).padStart(2, '0')}`));

  test('thirty failures are ten in full and twenty in a line each', async () => {
    const text = await tell(thirty);
    expect(text.match(/^ {2}replay /gm)?.length).toBe(10);
    expect(text.match(/^✗ s-\d+: turn 0, generation: Wrong in s-\d+\.$/gm)?.length).toBe(20);
    expect(text.split('\n').length).toBeLessThan(230);
  });

  test('a failure that is told in a line cannot break out of it', async () => {
    const last = resultOf(keyOf('z'), { scores: [scoreOf('said', [findingOf({ message: 'a\u001b[2J\nb' })])] });
    expect((await tell([...thirty, last])).match(/^✗ z: .*$/m)?.[0]).toBe('✗ z: turn 0, generation: a\\u{1b}[2J\\nb');
  });

  test('each scenario has a failure in full before another has two', async () => {
    const results = [...Array.from({ length: 12 }, (_, trial) => failing('a', trial)), failing('b'), failing('c')];
    const text = await tell(results);
    expect(
      [...text.matchAll(/^ {2}replay {3}rehearsal run (\w) --trial (\d+)/gm)].map(
        ([, name, trial]) => `${name}${trial}`,
      ),
    ).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b0', 'c0']);
  });

  test('the report does not depend on which session ended first', async () => {
    const invalid = resultOf(keyOf('s-000'), { scores: [blindScore('said', 'unscored', 'unseen')] });
    const results = [invalid, ...thirty, ...Array.from({ length: 12 }, (_, trial) => failing('t', trial))];
    const plan = planOf(results);
    const orders = [
      results,
      results.toReversed(),
      results.toSorted((a, b) => a.id.localeCompare(b.id.split('').reverse().join(''))),
    ];
    const [first, ...others] = await Promise.all(orders.map((order) => tell(order, { plan, run: runOf(results) })));
    for (const other of others) expect(other.slice(other.indexOf('\n\n✗'))).toBe(first?.slice(first.indexOf('\n\n✗')));
  });

  test('verbose tells them all, with the whole conversation', async () => {
    const text = await tell([...thirty, wrongRefund], { verbosity: 'verbose' });
    expect(text.match(/^ {2}replay /gm)?.length).toBe(31);
    expect(blockOf(text, '✗ wrong-refund, trial 1').match(/^ {2}turn \d$/gm)).toEqual([
      '  turn 0',
      '  turn 1',
      '  turn 2',
    ]);
  });

  test('a failure that is told in a line is cut inside what it quotes, and keeps the end of its sentence', async () => {
    const quote = 'Your order has left our house this morning and is with the carrier';
    const message = `The agent never said "${quote}" in turn 2.`;
    const last = resultOf(keyOf('z'), { scores: [scoreOf('said', [findingOf({ message })])] });
    expect((await tell([...thirty, last])).match(/^✗ z: .*$/m)?.[0]).toBe(
      '✗ z: turn 0, generation: The agent never said "Your order…he carrier" in turn 2.',
    );
  });

  test('a failure that is told in a line names its variant only where there are several', async () => {
    const faulty = (scenario: string, variant: string): SessionResult =>
      resultOf(keyOf(scenario, 0, variant), { scores: [scoreOf('said', [findingOf({ message: 'Wrong.' })])] });
    const eleven = Array.from({ length: 11 }, (_, index) => faulty(`s-${10 + index}`, 'agent-faulty'));
    const lineOf = async (results: readonly SessionResult[]) => (await tell(results)).match(/^✗ s-20.*: .*$/m)?.[0];
    expect(await lineOf(eleven)).toBe('✗ s-20: turn 0, generation: Wrong.');
    expect(await lineOf([...eleven, faulty('s-10', 'default')])).toBe(
      '✗ s-20 (agent-faulty): turn 0, generation: Wrong.',
    );
  });

  test('quiet leaves out what passed', async () => {
    const text = await tell([resultOf(keyOf('fine')), failing('wrong')], { verbosity: 'quiet' });
    expect(text.split('\n').filter((line) => /^[✓✗!]/.test(line))).toEqual([
      expect.stringMatching(/^✗ wrong /),
      '✗ wrong',
    ]);
  });
});

test('the command of the plan is the one that is told', async () => {
  const results = Array.from({ length: 11 }, (_, trial) =>
    resultOf(keyOf('a', trial), { scores: [scoreOf('said', [findingOf()])] }),
  );
  const plan = planOf(results, { replay: ({ trial }) => `make replay-${trial}` });
  const text = await tell(results, { plan });
  expect(text.match(/make replay-\d+/g)).toEqual(results.map((_, trial) => `make replay-${trial}`));
});

describe('progress', () => {
  test('on a terminal one line is rewritten, and taken away at the end', async () => {
    const results = [resultOf(keyOf('a')), resultOf(keyOf('b'), { scores: [scoreOf('said', [findingOf()])] })];
    const pieces: string[] = [];
    const reporter = terminalReporter({ write: (text) => pieces.push(text), isTty: true, columns: 80, colors: false });
    await reporter.onRunStart?.(planOf(results));
    for (const { key } of results) reporter.onSessionStart?.(key);
    for (const one of results) await reporter.onSessionEnd?.(one);
    expect(pieces).toEqual([
      '2 scenarios, 2 sessions, seed 42\n\n0 of 2 sessions',
      `${CLEAR}0 of 2 sessions, 1 running: a`,
      `${CLEAR}0 of 2 sessions, 2 running: b`,
      `${CLEAR}✓ a  1 turn     120 ms\n1 of 2 sessions, 1 running: b`,
      `${CLEAR}✗ b  1 turn     120 ms     turn 0, generation: unsupported_value\n2 of 2 sessions, 1 failed`,
    ]);
    await reporter.onRunEnd?.(runOf(results));
    expect(pieces.at(-1)?.startsWith(`${CLEAR}\n✗ b\n`)).toBe(true);
  });

  test('what somebody else writes stands above the line, which is drawn again when theirs is at its end', async () => {
    const screen: string[] = [];
    const write = (text: string): void => void screen.push(text);
    const results = [resultOf(keyOf('a'))];
    const reporter = terminalReporter({ write, isTty: true, columns: 80, colors: false });
    await reporter.onRunStart?.(planOf(results));
    screen.length = 0;
    for (const text of ['a log\n', 'half ', 'a line\n', 'no end']) reporter.aside(text, () => write(text));
    await reporter.onSessionEnd?.(results[0] as SessionResult);
    expect(screen).toEqual([
      CLEAR,
      'a log\n',
      '0 of 1 session',
      CLEAR,
      'half ',
      'a line\n',
      'no end',
      '\n✓ a  1 turn     120 ms\n1 of 1 session',
    ]);
  });

  test('without a terminal, what somebody else writes goes through untouched', () => {
    const screen: string[] = [];
    const reporter = terminalReporter({
      write: (text) => screen.push(text),
      isTty: false,
      columns: 80,
      colors: false,
    });
    reporter.aside('a log', () => screen.push('a log'));
    expect(screen).toEqual(['a log']);
  });

  test('without a terminal nothing is rewritten, and a large run tells its tenths', async () => {
    const results = Array.from({ length: 50 }, (_, trial) => resultOf(keyOf('a', trial)));
    const text = await tell(results);
    expect(text.includes('\r')).toBe(false);
    expect(text.match(/^… .*$/gm)).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 45].map((count) => `… ${count} of 50 sessions`),
    );
  });

  test('a run of 20,000 sessions rewrites the line a bounded number of times', async () => {
    const results = Array.from({ length: 20_000 }, (_, trial) => resultOf(keyOf('a', trial)));
    let writes = 0;
    const reporter = terminalReporter({ write: () => void writes++, isTty: true, columns: 80, colors: false });
    await reporter.onRunStart?.(planOf(results));
    for (const one of results) {
      reporter.onSessionStart?.(one.key);
      await reporter.onSessionEnd?.(one);
    }
    expect(writes).toBeLessThanOrEqual(2_002);
  });

  test('scenarios are told in the order of the plan, whichever ended first', async () => {
    const results = ['b', 'a', 'c'].map((name) => resultOf(keyOf(name)));
    const text = await tell(results.toReversed(), { plan: planOf(results) });
    expect(text.match(/^✓ \w/gm)).toEqual(['✓ b', '✓ a', '✓ c']);
  });
});

test.each([50, 80, 120])('no line is wider than a terminal of %i columns', async (columns) => {
  const balance = transcriptOf(
    user('员工 E003 还有多少天年假？'.repeat(9)),
    call('get', { id: 'E003'.repeat(40) }),
    result({ id: 'x'.repeat(900) }),
    agent('您好，剩余年假为 21 天。'.repeat(20)),
    ended('user_done'),
  );
  const finding = findingOf({
    message: '“21 天”没有任何工具结果支持。'.repeat(5),
    evidence: [{ kind: 'text_span', seq: 6, start: 9, end: 13 }],
  });
  const text = await tell(
    [
      wrongRefund,
      resultOf(keyOf('leave'), {
        title: '年假'.repeat(60),
        transcript: balance,
        scores: [scoreOf('grounded', [finding])],
      }),
    ],
    { columns },
  );
  const isPath = (line: string): boolean => /^ {2}(?:session|replay) /.test(line);
  expect(text.split('\n').filter((line) => displayWidth(line) > columns && !isPath(line))).toEqual([]);
});

test('colours are styles only: without them the same text is left', async () => {
  const plain = await tell([wrongRefund]);
  const colored = await tell([wrongRefund], { colors: true });
  expect(colored).not.toBe(plain);
  const styles = [1, 2, 22, 31, 32, 33, 39].map((code) => `\u001b[${code}m`);
  expect(styles.reduce((text, code) => text.replaceAll(code, ''), colored)).toBe(plain);
});

type Telling = Partial<TerminalReporterOptions> & { run?: ReturnType<typeof runOf>; plan?: ReturnType<typeof planOf> };

async function tell(
  results: readonly SessionResult[],
  { run = runOf(results), plan = planOf(results), ...options }: Telling = {},
): Promise<string> {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const reporter = terminalReporter({ write, isTty: false, columns: 80, colors: false, ...options });
  await reporter.onRunStart?.(plan);
  for (const one of results) {
    reporter.onSessionStart?.(one.key);
    await reporter.onSessionEnd?.(one);
  }
  await reporter.onRunEnd?.(run);
  return text;
}

/** The report of one session, from its heading to its last line. */
function blockOf(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  const end = text.indexOf('\n\n', text.indexOf('\n  replay ', start));
  return text.slice(start + 1, end);
}

function wrongRefundResult(): SessionResult {
  const transcript = transcriptOf(
    user('Where is my order A-1001?'),
    call('lookup_order', { order_id: 'A-1001' }),
    result({ order_id: 'A-1001', status: 'shipped', total: '49.90' }),
    agent('It has been shipped.'),
    user('Then please refund the other one, and tell me what I get back.'),
    call('refund_order', { order_id: 'A-2002', amount: '49.90' }),
    result({ refund_id: 'R-7', status: 'done' }),
    agent(
      'Order A-2002 has been refunded. You will receive 59.90 within three working days, on the card that you used.',
    ),
    user('Thanks.'),
    agent('You are welcome.'),
    ended('user_done'),
  );
  const answer = transcript.findIndex((event) => event.type === 'agent_message' && event.turn === 1);
  return resultOf(keyOf('wrong-refund', 1), {
    title: 'Refunds the order that was looked up',
    transcript,
    scores: [
      scoreOf('from-evidence', [
        findingOf({
          turn: 1,
          stage: 'arguments',
          code: 'argument_not_from_evidence',
          message:
            'The argument `order_id` of `refund_order` is "A-2002", which neither the user nor a tool result had named.',
          evidence: [
            {
              kind: 'argument',
              seq: transcript.findIndex((event) => event.type === 'tool_call' && event.turn === 1),
              pointer: '/order_id',
            },
            { kind: 'json_pointer', seq: 4, pointer: '/order_id' },
          ],
        }),
      ]),
      scoreOf('grounded', [
        findingOf({
          turn: 1,
          message: 'No tool result holds 59.90; the nearest value is 49.90.',
          evidence: [
            { kind: 'text_span', seq: answer, start: 49, end: 54, quote: '59.90' },
            { kind: 'json_pointer', seq: 4, pointer: '/total', quote: '49.90' },
          ],
        }),
      ]),
    ],
  });
}
