import { expect, test } from 'vitest';
import { assign, createMachine, fromPromise, raise, sendTo, setup, spawnChild } from 'xstate';
import { formatProblem } from '../../../src/domain/authoring/problem.ts';
import { checkXStateMachine } from '../../../src/users/machine/check-xstate-machine.ts';
import { machineUser } from '../../../src/users/machine-user.ts';

type Config = Parameters<typeof createMachine>[0];

function problemsOf(machine: Parameters<typeof checkXStateMachine>[0]): string[] {
  return checkXStateMachine(machine).map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

/** A machine that is right but for its state `ask`. */
function withAsk(ask: object): ReturnType<typeof createMachine> {
  const states = { ask: { meta: { say: 'Hi.' }, on: { REPLY: 'leave' }, ...ask }, leave: { type: 'final' } };
  return createMachine({ initial: 'ask', states } as unknown as Config);
}

test('a good machine has no problems', () => {
  expect(problemsOf(withAsk({}))).toEqual([]);
});

test('what needs a clock or an actor is refused', () => {
  const child = fromPromise(async () => 1);
  const ask = {
    after: { 1000: 'leave' },
    invoke: { src: child },
    entry: [spawnChild(child), sendTo('other', { type: 'X' }), raise({ type: 'X' }, { delay: 5 }), () => undefined],
    exit: raise(() => ({ type: 'X' })),
  };
  expect(problemsOf(withAsk(ask))).toMatchInlineSnapshot(`
    [
      "error: states.ask.after: state \`ask\` waits for time to pass, and a machine user has no clock
      Hint: use the number of turns (\`event.turn\`) instead",
      "error: states.ask.invoke: state \`ask\` invokes an actor, and a machine user runs without one
      Hint: move it into the world, as a tool or a notice",
      "error: states.ask.entry[0]: state \`ask\` uses \`spawnChild\`: it needs an actor, and a machine user runs without one",
      "error: states.ask.entry[1]: state \`ask\` uses \`sendTo\`: it needs an actor, and a machine user runs without one",
      "error: states.ask.entry[2]: state \`ask\` uses \`raise\` with a delay: a machine user has no clock",
      "error: states.ask.entry[3]: state \`ask\` uses a function as an action: actions are read as data and never run: use \`{ type: "say", params: { text } }\`, or \`assign\`",
      "error: states.ask.exit[0]: state \`ask\` uses \`raise\` of a computed event: a cycle of such events cannot be seen before it runs",
    ]
  `);
});

test('[F37] a cycle of silent transitions is refused at load, guarded or not', () => {
  const cycle = (guard?: () => boolean): ReturnType<typeof createMachine> =>
    createMachine({
      initial: 'ask',
      states: {
        ask: { meta: { say: 'Hi.' }, on: { REPLY: 'a' } },
        a: { always: { target: 'b', ...(guard && { guard }) } },
        b: { always: { target: 'a', ...(guard && { guard }) }, meta: { say: 'x' }, on: { REPLY: 'leave' } },
        leave: { type: 'final' },
      },
    } as Config);
  expect(() => machineUser(cycle(), { name: 'machine `loops`' })).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: machine \`loops\` cannot be used:
    states.a.always: a cycle of silent transitions: \`a\` → \`b\` → \`a\`
      Hint: let one of these states speak and wait for \`REPLY\`]
  `);
  expect(problemsOf(cycle(() => true)).filter((problem) => problem.includes('cycle'))).toHaveLength(1);
});

test('[F37] a cycle of raised events is refused at load', () => {
  const ask = {
    on: {
      REPLY: { actions: raise({ type: 'PING' }), target: 'leave' },
      PING: { actions: raise({ type: 'PONG' }) },
      PONG: { actions: raise({ type: 'PING' }) },
    },
  };
  expect(problemsOf(withAsk(ask))).toMatchInlineSnapshot(`
    [
      "error: states.ask.on.PING[0]: a cycle of raised events: \`PING\` → \`PONG\` → \`PING\`
      Hint: let the machine wait for \`REPLY\` in between",
    ]
  `);
});

test('silence is refused: no words, no way for a reply, a stay without words, an island', () => {
  const machine = createMachine({
    initial: 'ask',
    states: {
      ask: { meta: { say: 'Hi.' }, on: { REPLY: [{ guard: () => true, target: 'quiet' }] } },
      quiet: { on: { REPLY: 'stay' } },
      stay: { meta: { say: 'Hm.' }, on: { REPLY: [{ target: 'stay' }, { target: 'leave' }] } },
      island: { meta: { say: 'Help.' }, on: { REPLY: 'leave' } },
      leave: { type: 'final' },
    },
  });
  expect(problemsOf(machine)).toMatchInlineSnapshot(`
    [
      "error: states.island: state \`island\` cannot be reached
      Hint: let a transition lead there, or remove it",
      "error: states.ask.on: state \`ask\` leaves replies unhandled: no transition on \`REPLY\` is without a guard
      Hint: add a last \`REPLY\` transition without a guard",
      "error: states.quiet: state \`quiet\` neither says anything nor ends the talk
      Hint: give it \`meta: { say: "…" }\` or an action \`say\`, or make it \`type: "final"\`",
      "error: states.stay.on.REPLY[0]: state \`stay\` stays where it is and says nothing
      Hint: add \`reenter: true\`, so that it speaks again, or an action \`say\`",
      "error: states.stay.on.REPLY[1]: is never taken: the one at [0] before it has no guard
      Hint: move the transition without a guard to the end",
    ]
  `);
});

test('unknown guards, actions and facts, and wrong meta, are refused', () => {
  const machine = setup({ guards: { isLate: () => true }, actions: { note: assign({}) } }).createMachine({
    initial: 'ask',
    states: {
      ask: {
        meta: { say: 'Where is {{order}}?', end: 'finished' },
        entry: 'note',
        on: { REPLY: [{ guard: 'isLte' as 'isLate', actions: 'sya' as 'note', target: 'leave' }, { target: 'leave' }] },
      },
      leave: { type: 'final', meta: { say: 5 } },
    },
  });
  expect(problemsOf(machine)).toMatchInlineSnapshot(`
    [
      "error: states.ask.meta.end: state \`ask\` has an \`end\` that is neither \`done\` nor \`gave_up\`",
      "error: states.ask.meta.say: unknown fact \`order\`
      There is no fact.",
      "error: states.ask.on.REPLY[0].actions[0]: unknown action \`sya\`
      Known: \`say\`, \`note\`.
      Hint: did you mean \`say\`?",
      "error: states.ask.on.REPLY[0].guard: unknown guard \`isLte\`
      Known: \`isLate\`.
      Hint: did you mean \`isLate\`?",
      "error: states.leave.meta.say: state \`leave\` has a \`say\` that is neither a text nor a list of texts",
    ]
  `);
});

test('a machine without an end is warned about and can be used', () => {
  const machine = createMachine({
    initial: 'ask',
    states: { ask: { meta: { say: 'Hi.' }, on: { REPLY: { target: 'ask', reenter: true } } } },
  });
  expect(problemsOf(machine)).toMatchInlineSnapshot(`
    [
      "warning: states: no reachable state ends the talk, so only \`limits.maxTurns\` does
      Hint: add a state with \`type: "final"\`",
    ]
  `);
  expect(machineUser(machine).driver).toBe('machine');
});
