import { expect, test } from 'vitest';
import { formatProblem } from '../../../src/domain/authoring/problem.ts';
import { checkMachine } from '../../../src/users/machine/check-machine.ts';
import { machineOf, patientMachine } from './machines.ts';

type Input = Parameters<typeof machineOf>[0];

function problemsOf(machine: Input, facts: Parameters<typeof checkMachine>[1] = {}): string[] {
  return checkMachine(machineOf(machine), facts).map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

/** A machine that is right but for what is given. */
function around(states: Input['states'], go = 'leave'): Input {
  return { initial: 'ask', states: { ask: { say: 'Hi.', on: [{ go }] }, leave: { end: 'done' }, ...states } };
}

test('a good machine has no problems', () => {
  expect(problemsOf(patientMachine(), { facts: { order: 'A-1', price: '49.90 EUR' } })).toEqual([]);
});

test('unknown states are refused with the nearest name', () => {
  expect(problemsOf({ ...around({}, 'leavee'), initial: 'aks' })).toMatchInlineSnapshot(`
    [
      "error: initial: unknown state \`aks\`
      Known: \`ask\`, \`leave\`.
      Hint: did you mean \`ask\`?",
      "error: states.ask.on[0].go: unknown state \`leavee\`
      Known: \`ask\`, \`leave\`.
      Hint: did you mean \`leave\`?",
    ]
  `);
});

test('a state that neither speaks nor ends is refused', () => {
  expect(problemsOf(around({ quiet: { on: [{ go: 'leave' }] } }, 'quiet'))).toMatchInlineSnapshot(`
    [
      "error: states.quiet: state \`quiet\` neither says anything nor ends the talk, so its transitions would wait for a reply to nothing
      Hint: give it \`say\`, or \`end: done\`",
    ]
  `);
});

test('a state that cannot be reached is refused', () => {
  expect(problemsOf(around({ island: { say: 'Help.', on: [{ go: 'island' }] } }))).toMatchInlineSnapshot(`
    [
      "error: states.island: state \`island\` cannot be reached from \`ask\`
      Hint: let a transition \`go\` there, or remove it",
    ]
  `);
});

test('unhandled replies and transitions that are never taken are refused', () => {
  const states: Input['states'] = {
    ask: { say: 'Hi.', on: [{ when: { turn: 1 }, go: 'tell' }] },
    tell: { say: 'It.', on: [{ go: 'mute' }, { when: { turn: 1 }, go: 'leave' }] },
    mute: { say: 'Well.' },
  };
  expect(problemsOf(around(states))).toMatchInlineSnapshot(`
    [
      "error: states.ask.on: state \`ask\` leaves replies unhandled: every transition has a condition
      Hint: add a last transition without \`when\`, such as \`- go: give_up\`",
      "error: states.tell.on[1]: is never taken: \`on[0]\` before it has no condition and takes every reply
      Hint: move the transition without \`when\` to the end",
      "error: states.mute.on: state \`mute\` leaves replies unhandled: it has no transition
      Hint: add a last transition without \`when\`, such as \`- go: give_up\`",
    ]
  `);
});

test('transitions after the end are refused', () => {
  expect(problemsOf(around({ leave: { end: 'done', on: [{ go: 'ask' }] } }))).toMatchInlineSnapshot(`
    [
      "error: states.leave.on: is never used: the talk ends in state \`leave\`
      Hint: remove \`on\`, or \`end\`",
    ]
  `);
});

test('a machine that can never end is warned about', () => {
  expect(problemsOf({ initial: 'ask', states: { ask: { say: 'Hi.', on: [{ go: 'ask' }] } } })).toMatchInlineSnapshot(`
    [
      "warning: states: no reachable state ends the talk, so only \`limits.maxTurns\` does
      Hint: give a state \`end: done\` or \`end: gave_up\`",
    ]
  `);
});

test('[F60] bad patterns are refused wherever they stand, and name the pattern', () => {
  const bad = '(unclosed';
  const when = {
    heard: bad,
    heardAny: ['ok', bad],
    denied: bad,
    asked: bad,
    notice: bad,
    number: { is: 1, near: bad },
    not: { heardAll: [bad] },
  };
  expect(
    problemsOf(
      around({ ask: { say: 'Hi.', on: [{ when, capture: { x: '(?=look)' }, go: 'leave' }, { go: 'leave' }] } }),
    ),
  ).toMatchInlineSnapshot(`
    [
      "error: states.ask.on[0].when.heard: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.denied: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.asked: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.notice: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.heardAny[1]: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.number.near: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].when.not.heardAll[0]: bad pattern \`(unclosed\`: missing closing ): \`(?i)(unclosed\`",
      "error: states.ask.on[0].capture.x: bad pattern \`(?=look)\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group",
    ]
  `);
});

test('unknown facts, captures and states in words and guards are refused with their place', () => {
  const states: Input['states'] = {
    ask: {
      say: ['Hi.', 'Where is {{odrer}}?'],
      discloses: ['ordr'],
      on: [
        {
          when: { any: [{ number: { over: 'prise' } }, { visits: { state: 'aks', atLeast: 2 } }] },
          capture: { day: 'on' },
          go: 'leave',
        },
        { when: { captured: 'dya', number: { is: 'name' } }, capture: { order: 'x' }, go: 'leave' },
        { go: 'leave' },
      ],
    },
  };
  expect(
    problemsOf(around(states), { facts: { order: 'A-1', price: '5', name: 'Ada' }, path: 'user.machine' }),
  ).toMatchInlineSnapshot(`
    [
      "error: user.machine.states.ask.say[1]: unknown fact or capture \`odrer\`
      Known: \`order\`, \`price\`, \`name\`, \`day\`.
      Hint: did you mean \`order\`?",
      "error: user.machine.states.ask.discloses[0]: unknown fact \`ordr\`
      Known: \`order\`, \`price\`, \`name\`.
      Hint: did you mean \`order\`?",
      "error: user.machine.states.ask.on[0].when.any[0].number.over: unknown fact or capture \`prise\`
      Known: \`order\`, \`price\`, \`name\`, \`day\`.
      Hint: did you mean \`price\`?",
      "error: user.machine.states.ask.on[0].when.any[1].visits.state: unknown state \`aks\`
      Known: \`ask\`, \`leave\`.
      Hint: did you mean \`ask\`?",
      "error: user.machine.states.ask.on[1].when.number.is: fact \`name\` holds no number: \`Ada\`",
      "error: user.machine.states.ask.on[1].when.captured: unknown capture \`dya\`
      Known: \`day\`, \`order\`.
      Hint: did you mean \`day\`?",
      "error: user.machine.states.ask.on[1].capture.order: capture \`order\` has the name of a fact
      Hint: choose another name",
    ]
  `);
});
