import { expect, test } from 'vitest';
import type { Guard } from '../../../src/domain/authoring/machine-definition.ts';
import type { Heard } from '../../../src/domain/contracts/simulated-user.ts';
import { machineUser } from '../../../src/users/machine-user.ts';
import { scriptedUser } from '../../../src/users/scripted-user.ts';
import { linesOf, openSession, talkWith } from '../talk-with.ts';
import { machineOf, patientMachine } from './machines.ts';

/** Says "yes" when the guard held for what was heard, else "no". */
async function answerOf(when: Guard, heard: Partial<Heard>, facts: Record<string, string> = {}): Promise<string> {
  const machine = machineOf({
    initial: 'ask',
    states: {
      ask: { say: 'Well?', on: [{ when, go: 'yes' }, { go: 'no' }] },
      yes: { say: 'yes', end: 'done' },
      no: { say: 'no', end: 'done' },
    },
  });
  const session = openSession(machineUser(machine, { facts }));
  await session.next({ turn: -1, texts: [], notices: [] });
  const move = await session.next({ turn: 0, texts: [], notices: [], ...heard });
  return move.kind === 'say' ? move.text : `(${move.kind})`;
}

test.each<[string, Guard, Partial<Heard>, Record<string, string>?]>([
  ['a bare pattern ignores case', { heard: 'shipped' }, { texts: ['It has SHIPPED.'] }],
  ['a second message is heard', { heard: 'shipped' }, { texts: ['One moment.', 'It has shipped.'] }],
  ['one of several', { heardAny: ['sent', 'shipped'] }, { texts: ['shipped'] }],
  ['all of several', { heardAll: ['sent', 'shipped'] }, { texts: ['sent', 'shipped'] }],
  ['a denial', { denied: 'shipped' }, { texts: ['It has not shipped.'] }],
  ['a Chinese denial', { denied: '发货' }, { texts: ['还没有发货。'] }],
  ['a denial by an answer', { denied: 'booked' }, { texts: ['Booked? Not at all.'] }],
  ['a wish', { asked: 'number' }, { texts: ['Your number, please.'] }],
  ['a question', { asked: 'number' }, { texts: ['Hello. What is your order number?'] }],
  ['any question', { asked: '.' }, { texts: ['Anything else?'] }],
  ['an exact amount', { number: { is: 49.9 } }, { texts: ['That is $49.90.'] }],
  ['a Chinese numeral', { number: { is: 5 } }, { texts: ['剩余五天'] }],
  ['a fact as a number', { number: { over: 'price' } }, { texts: ['It is 50.01 now.'] }, { price: '50 EUR' }],
  ['a number between', { number: { over: 1, under: '1,000' } }, { texts: ['0, then 12'] }],
  ['a number near words', { number: { is: 3, near: 'days?' } }, { texts: ['It takes 3 days.'] }],
  ['a notice', { notice: 'e-mail' }, { notices: ['You have an e-mail.'] }],
  ['silence', { silent: true }, { texts: ['  '] }],
  ['a turn', { turn: 4 }, { turn: 4, texts: ['x'] }],
  ['a visit', { visits: 1 }, { texts: ['x'] }],
  ['a visit elsewhere', { not: { visits: { state: 'yes', atLeast: 1 } } }, { texts: ['x'] }],
  ['any', { any: [{ heard: 'no' }, { heard: 'x' }] }, { texts: ['x'] }],
  ['all', { all: [{ heard: 'y' }, { heard: 'x' }] }, { texts: ['xy'] }],
])('a guard holds: %s', async (_, when, heard, facts) => {
  expect(await answerOf(when, heard, facts)).toBe('yes');
});

test.each<[string, Guard, Partial<Heard>, Record<string, string>?]>([
  ['slashes without i mind case', { heard: '/shipped/' }, { texts: ['SHIPPED'] }],
  ['one of two is not all', { heardAll: ['sent', 'shipped'] }, { texts: ['shipped'] }],
  ['a statement is no denial', { denied: 'shipped' }, { texts: ['It has shipped.'] }],
  ['a statement is no question', { asked: 'number' }, { texts: ['Your number is 5. Anything else?'] }],
  ['a question that expects a yes is no denial', { denied: '预约' }, { texts: ['不是已经预约了吗？'] }],
  ['what is told before a question is not asked', { asked: '编号' }, { texts: ['编号是 AP-501，还需要什么吗？'] }],
  ['a day is no number', { number: { is: 20 } }, { texts: ['It is on 20 January.'] }],
  ['a telephone number is no number', { number: { is: 555 } }, { texts: ['Call 555-0142.'] }],
  ['a near miss', { number: { is: 49.9 } }, { texts: ['That is $49.91.'] }],
  ['an id is no number', { number: { is: 1001 } }, { texts: ['Order A-1001.'] }],
  ['a number far from the words', { number: { is: 3, near: 'days' } }, { texts: [`3 ${'x'.repeat(60)} days`] }],
  ['a notice is not said by the agent', { notice: 'e-mail' }, { texts: ['e-mail'] }],
  ['words are no silence', { silent: true }, { texts: ['x'] }],
  ['a turn too early', { turn: 4 }, { turn: 3, texts: ['x'] }],
  ['every key must hold', { heard: 'x', turn: 4 }, { turn: 3, texts: ['x'] }],
])('a guard does not hold: %s', async (_, when, heard, facts) => {
  expect(await answerOf(when, heard, facts)).toBe('no');
});

test('the trace tells states, transitions, every guard looked at, captures and facts', async () => {
  const user = machineUser(patientMachine(), { facts: { order: 'A-1001', price: '49.90' } });
  const moves = await talkWith(user, ['One moment.', 'It arrives on Friday.']);
  expect(moves.map(({ trace }) => trace)).toMatchInlineSnapshot(`
    [
      {
        "captures": [],
        "disclosed": [
          {
            "fact": "order",
            "how": "volunteered",
          },
        ],
        "driver": "machine",
        "entered": [
          "ask",
        ],
        "guards": [],
        "left": [],
        "part": 0,
        "transitions": [],
      },
      {
        "captures": [],
        "disclosed": [
          {
            "fact": "order",
            "how": "volunteered",
          },
        ],
        "driver": "machine",
        "entered": [
          "ask",
        ],
        "guards": [
          {
            "guard": "heard "arriv(es|ed)|delivered"",
            "transition": "ask.on[0]",
            "value": false,
          },
          {
            "guard": "denied "shipped"",
            "transition": "ask.on[1]",
            "value": false,
          },
          {
            "guard": "asked "address|地址" and number > price near "total"",
            "transition": "ask.on[2]",
            "value": false,
          },
          {
            "guard": "visits >= 3",
            "transition": "ask.on[3]",
            "value": false,
          },
        ],
        "left": [
          "ask",
        ],
        "part": 0,
        "transitions": [
          "ask.on[4]",
        ],
      },
      {
        "captures": [
          {
            "name": "day",
            "value": "Friday",
          },
        ],
        "disclosed": [],
        "driver": "machine",
        "entered": [
          "thank",
        ],
        "guards": [
          {
            "guard": "heard "arriv(es|ed)|delivered"",
            "transition": "ask.on[0]",
            "value": true,
          },
        ],
        "left": [
          "ask",
        ],
        "part": 0,
        "transitions": [
          "ask.on[0]",
        ],
      },
    ]
  `);
});

test('captures are kept from the agent’s words and can be said, and one that is missing breaks the simulation', async () => {
  const machine = machineOf({
    initial: 'ask',
    states: {
      ask: {
        say: 'When?',
        on: [{ when: { heard: 'on \\w+' }, capture: { day: 'on (\\w+)' }, go: 'repeat' }, { go: 'repeat' }],
      },
      repeat: { say: 'So on {{day}}.', on: [{ when: { captured: 'day' }, go: 'leave' }, { go: 'leave' }] },
      leave: { end: 'done' },
    },
  });
  expect(linesOf(await talkWith(machineUser(machine), ['It comes on Friday.']))).toEqual([
    'When?',
    'So on Friday.',
    '(end: user_done)',
  ]);
  expect(linesOf(await talkWith(machineUser(machine), ['Soon.']))).toEqual([
    'When?',
    '(broken: state `repeat`: `{{day}}` has no value yet)',
  ]);
  expect(linesOf(await talkWith(machineUser(machine), ['on __proto__ {{x}}']))).toEqual([
    'When?',
    'So on __proto__.',
    '(end: user_done)',
  ]);
});

test('the seed picks the phrasing, and another visit takes the next one', async () => {
  const facts = { order: 'A-1', price: '5' };
  const first = new Set<string>();
  for (let seed = 0; seed < 20; seed += 1) {
    const [one, two, three] = linesOf(await talkWith(machineUser(patientMachine(), { facts }), [], seed));
    expect(new Set([one, two, three]).size).toBe(3);
    first.add(one!);
  }
  expect(first.size).toBe(3);
});

test('states may have names with dots, and names of object properties', async () => {
  const machine = machineOf({
    initial: 'a.b',
    states: {
      'a.b': { say: 'One.', on: [{ go: 'constructor' }] },
      constructor: { say: 'Two.', on: [{ go: '1' }] },
      1: { end: 'gave_up' },
    },
  });
  const moves = await talkWith(machineUser(machine));
  expect(linesOf(moves)).toEqual(['One.', 'Two.', '(end: user_gave_up)']);
  expect(moves.flatMap(({ trace }) => trace.entered)).toEqual(['a.b', 'constructor', '1']);
});

test('[F60] a pattern that would take a native engine for ever is decided at once', async () => {
  const text = `${'a'.repeat(50_000)}!`;
  expect(await answerOf({ heard: '^(a+)+$' }, { texts: [text] })).toBe('no');
  expect(await answerOf({ denied: '(a|aa)+b' }, { texts: [`not ${text}`] })).toBe('no');
});

test('[S3.16] a scripted and a machine user drive the same agent through one interface, and the states visited are known', async () => {
  const agent = (text: string): string => (text.includes('A-1001') ? 'It arrives on Friday.' : 'Which order?');
  const scripted = scriptedUser(['Where is my order?', 'A-1001.']);
  const machine = machineUser(
    machineOf({
      initial: 'ask',
      states: {
        ask: { say: 'Where is my order?', on: [{ when: { asked: 'order' }, go: 'tell' }, { go: 'leave' }] },
        tell: { say: 'A-1001.', on: [{ go: 'leave' }] },
        leave: { end: 'done' },
      },
    }),
  );
  const runs = [];
  for (const user of [scripted, machine]) {
    const session = openSession(user);
    const said: string[] = [];
    const visited: string[] = [];
    let reply: string[] = [];
    for (let turn = -1; ; turn += 1) {
      const move = await session.next({ turn, texts: reply, notices: [] });
      visited.push(...move.trace.entered);
      if (move.kind !== 'say') break;
      said.push(move.text);
      reply = [agent(move.text)];
    }
    runs.push({ said, visited });
  }
  expect(runs[0]!.said).toEqual(runs[1]!.said);
  expect(runs[1]!.visited).toEqual(machine.graph!.states.map(({ id }) => id));
});
