import { expect, test } from 'vitest';
import { machineView } from '../../../../src/reporters/html/session/machine-view.ts';
import { previewOf, resultLimit, valuePreview } from '../../../../src/reporters/html/session/preview-of.ts';
import { sessionViewOf } from '../../../../src/reporters/html/session/session-view-of.ts';
import { keyOf, resultOf } from '../../../fixtures/results.ts';
import {
  agent,
  call,
  ended,
  event,
  failed,
  type Part,
  parallel,
  result,
  transcriptOf,
  user,
} from '../../../fixtures/transcripts.ts';
import { richSession } from '../rich-session.ts';

const viewOf = (...parts: Part[]) =>
  sessionViewOf(resultOf(keyOf('a'), { transcript: transcriptOf(...parts) }), { seed: 1 });
const kindsOf = (view: ReturnType<typeof viewOf>): string[][] =>
  view.turns.map(({ items }) => items.map(({ kind }) => kind));

test('calls of one step stand with their own results, in the order in which they were made', () => {
  const view = viewOf(
    user('Both, please.'),
    parallel(['first', {}, 'x'], ['second', {}, 'y']),
    result('two', 'y'),
    result('one', 'x'),
    agent('Here.'),
    ended('user_done'),
  );
  const calls = view.turns[0]!.items.filter((item) => item.kind === 'call');
  expect(calls.map(({ name, result: own }) => [name, own?.content.text])).toEqual([
    ['first', 'one'],
    ['second', 'two'],
  ]);
  expect(kindsOf(view)).toEqual([['user', 'call', 'call', 'agent', 'note']]);
});

test('a call without a result, an unreadable argument, an error and a result without a call are all shown', () => {
  const view = viewOf(
    user('Go.'),
    call('open'),
    result('lost', 'nobody'),
    call('bad', '{"a":'),
    failed('no such order', 'tool_error', 'c1'),
    agent('No.'),
  );
  const [open, orphan, bad] = view.turns[0]!.items.slice(1);
  expect(open).not.toHaveProperty('result');
  expect(orphan).toMatchObject({ kind: 'note', label: 'a result that belongs to no call (nobody)', isLoud: true });
  expect(bad).toMatchObject({
    arguments: { text: '{"a":' },
    problem: expect.any(String),
    result: { error: 'tool_error', content: { text: 'no such order' } },
  });
});

test('words beside calls are shown once: not where they reached the user as a message', () => {
  const view = viewOf(user('Go.'), call('look', '{}', { text: 'Let me see.' }), result(1), agent('Done.'));
  expect(view.turns[0]!.items.filter(({ kind }) => kind === 'note')).toMatchObject([
    { label: 'beside its calls the model wrote', text: { text: 'Let me see.' } },
    {},
  ]);
});

test('claims and what they rest on stand with their answer, and expected calls beside made ones', () => {
  const view = sessionViewOf(richSession(keyOf('a')), { seed: 1 });
  const [answer] = view.turns[0]!.items.filter((item) => item.kind === 'agent');
  expect(answer).toMatchObject({
    claims: [
      {
        verdict: 'contradicted',
        evidence: [
          { text: 'nearest: some nearest, turn 0, /total', seq: expect.any(Number) },
          { text: 'tried: some derivation' },
        ],
      },
    ],
    spans: [{ start: 0, message: 'some finding' }],
  });
  expect(view.callTables).toMatchObject([
    { score: 'calls/selection', diff: { rows: [{ mark: 'missing' }, { mark: 'as_expected' }] } },
  ]);
  expect(view.grounding).toEqual([
    { turn: 0, supported: 1, checkable: 2 },
    { turn: 1, supported: 1, checkable: 1 },
  ]);
});

test('details of another version of a scorer are left out and end nothing', () => {
  const result = richSession(keyOf('a'));
  const scores = result.scores.map((score) => ({
    ...score,
    details: { rows: [{ mark: 'new' }] },
  })) as typeof result.scores;
  expect(sessionViewOf({ ...result, scores }, { seed: 1 })).toMatchObject({ callTables: [] });
});

test('a transcript without events is a session in which nothing was said', () => {
  const view = sessionViewOf(resultOf(keyOf('a'), { transcript: [], endReason: 'infrastructure_error' }), { seed: 1 });
  expect(view).toMatchObject({ turns: [], endReason: 'infrastructure_error' });
});

const step = (left: string[], entered: string[], transitions: string[] = []) =>
  event({
    type: 'user_step',
    driver: 'machine',
    part: 0,
    left,
    entered,
    transitions,
    guards: [],
    captures: [],
    disclosed: [],
  });

test('the way through a machine is told by the states entered, and its graph adds what was not reached', () => {
  const transcript = transcriptOf(
    step([], ['ask']),
    user('Where?'),
    agent('There.'),
    step(['ask'], ['end'], ['ask→end']),
    ended('user_done'),
  );
  expect(machineView(transcript)).toEqual({
    states: [
      { id: 'ask', ends: false },
      { id: 'end', ends: false },
    ],
    edges: [{ from: 'ask', to: 'end', isTaken: true }],
    path: [
      { turn: 0, state: 'ask' },
      { turn: 0, state: 'end', via: 'ask→end' },
    ],
    isWhole: false,
  });
  const graph = {
    initial: 'ask',
    states: [
      { id: 'ask', says: true, ends: false },
      { id: 'end', says: false, ends: true },
      { id: 'angry', says: true, ends: false },
    ],
    transitions: [
      { id: 'a', from: 'ask', to: 'end' },
      { id: 'b', from: 'ask', to: 'angry' },
    ],
  };
  expect(machineView(transcript, graph)).toMatchObject({
    states: [
      { id: 'ask', ends: false },
      { id: 'end', ends: true },
      { id: 'angry', ends: false },
    ],
    edges: [
      { from: 'ask', to: 'end', isTaken: true },
      { from: 'ask', to: 'angry', isTaken: false },
    ],
    isWhole: true,
  });
  expect(machineView(transcriptOf(user('Hello.'), agent('Hello.')))).toBeUndefined();
});

test('a preview is never cut inside a character, and large numbers keep their digits', () => {
  expect(previewOf('ab😀', 3)).toEqual({ text: 'ab', wholeLength: 4 });
  const value = {
    id: { $type: 'bigint', value: '12345678901234567890' },
    'a:{"b"': ['x,y', {}, []],
    rest: 'z'.repeat(40),
  };
  expect(valuePreview(value).text).toBe(`{
  "id": 12345678901234567890,
  "a:{\\"b\\"": [
    "x,y",
    {},
    []
  ],
  "rest": "${'z'.repeat(40)}"
}`);
});

test('results are shorter in a large run', () => {
  expect([1, 200, 201, 1_000, 1_001].map(resultLimit)).toEqual([2_000, 2_000, 500, 500, 250]);
});
