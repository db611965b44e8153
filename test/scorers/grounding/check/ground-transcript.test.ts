import { expect, test } from 'vitest';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import { importTranscript } from '../../../../src/importers/import-transcript.ts';
import { groundTranscript } from '../../../../src/scorers/grounding/check/ground-transcript.ts';
import { agent, call, failed, result, started, transcriptOf, user } from '../../../fixtures/transcripts.ts';

const TANK = { tank_id: 'T-77', litres: 840, site: 'Harbour' };
const talk = transcriptOf(
  user('How full is T-77?'),
  call('read_tank', { tank_id: 'T-77' }),
  result(TANK),
  agent('Tank T-77 holds 840 litres.'),
  user('And now?'),
  call('read_tank', { tank_id: 'T-77' }),
  result({ ...TANK, litres: 655 }),
  agent('Tank T-77 holds 840 litres.'),
  user('Are you sure?'),
  agent('Tank T-77 holds 840 litres.'),
);

test('each answer has its claims, with turn, tool, call and place', () => {
  const { answers } = groundTranscript(talk);
  expect(answers.map(({ turn }) => turn)).toEqual([0, 1, 2]);
  const litres = answers.map(({ claims }) => claims.find(({ text }) => /840/.test(text)));
  expect(litres[0]).toMatchObject({
    verdict: 'supported',
    evidence: [{ turn: 0, tool: 'read_tank', callId: 'c0', in: 'content', pointer: '/litres' }],
  });
  expect(litres[1]).toMatchObject({
    verdict: 'contradicted',
    reason: 'stale',
    nearest: { text: '655', turn: 1, callId: 'c1' },
  });
});

test('a mistake that a later turn repeats is marked, and counts once', () => {
  const { answers, measures } = groundTranscript(talk);
  const again = answers[2]?.claims.find(({ text }) => /840/.test(text));
  expect(again).toMatchObject({ reason: 'stale', repeats: true });
  expect(measures.contradicted).toBe(1);
});

test('the curve over turns, the first ungrounded turn, clean turns and what was stale are measured', () => {
  const { status, measures } = groundTranscript(talk);
  expect(status).toBe('scored');
  expect(measures.firstUngroundedTurn).toBe(1);
  expect(measures.cleanTurns).toBeCloseTo(1 / 3);
  expect(measures.staleRate).toBe(1);
  expect(measures.slope).toBeLessThan(0);
  expect(measures.buckets.map(({ from, to, groundedness }) => [from, to, groundedness === 1])).toEqual([
    [0, 0, true],
    [1, 2, false],
    [3, 4, false],
    [5, undefined, false],
  ]);
  expect(measures.coverageBy).toMatchObject({ local: 0, judge: 0 });
});

test('rates of what did not happen are absent, and failures that were told count', () => {
  const { measures } = groundTranscript(talk);
  expect('errorHonesty' in measures || 'capabilityHonesty' in measures).toBe(false);
  const honest = transcriptOf(
    user('Open valve 9.'),
    call('open_valve', { valve: 9 }),
    failed('pressure too high'),
    agent('I could not open the valve: the pressure is too high.'),
  );
  expect(groundTranscript(honest).measures.errorHonesty).toBe(1);
  const silent = transcriptOf(
    user('Open valve 9.'),
    call('open_valve', { valve: 9 }),
    failed('pressure too high'),
    agent('Anything else?'),
  );
  expect(groundTranscript(silent).measures.errorHonesty).toBe(0);
});

test('[A13] a talk in which nothing was checkable has no groundedness, and says why', () => {
  const grounding = groundTranscript(transcriptOf(user('Hi'), agent('Hello! How can I help you?')));
  expect(grounding).toMatchObject({
    status: 'not_applicable',
    reason: 'no answer holds a claim that could be checked',
  });
  expect('groundedness' in grounding.measures).toBe(false);
  expect(groundTranscript([])).toMatchObject({ status: 'not_applicable', answers: [] });
});

test('where calls cannot be seen it says so instead of a score', () => {
  const hidden = transcriptOf(
    started({ agent: { name: 'a', adapter: 'http', toolCallsVisible: false } }),
    user('How full is T-77?'),
    agent('It holds 840 litres.'),
  );
  expect(groundTranscript(hidden)).toMatchObject({
    status: 'unscored',
    reason: expect.stringContaining('cannot be seen'),
  });
});

test('a log of chat messages is grounded after it was imported', () => {
  const imported = importTranscript([
    { role: 'user', content: 'How full is T-77?' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'x1', type: 'function', function: { name: 'read_tank', arguments: '{"tank_id":"T-77"}' } }],
    },
    { role: 'tool', tool_call_id: 'x1', content: JSON.stringify(TANK) },
    { role: 'assistant', content: 'It holds 840 litres.' },
  ]);
  if (imported.status === 'refused') throw new Error('the log is a conversation');
  expect(groundTranscript(imported.transcript).measures.groundedness).toBe(1);
});

test('something else than a transcript is refused, and it is said what makes one', () => {
  expect(() =>
    groundTranscript([{ role: 'user', content: 'Hi' }] as unknown as Transcript),
  ).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: groundTranscript: \`transcript[0]\` is no event. A list of chat messages, or a stored session as it was read from its file, becomes a transcript by \`importTranscript(log).transcript\`; a bare answer and its evidence are for \`checkGrounding\`.]`,
  );
  expect(() => groundTranscript('Hi' as unknown as Transcript)).toThrow('the transcript is no list of events');
});

test('the same transcript gives the same bytes', () => {
  expect(JSON.stringify(groundTranscript(talk))).toBe(JSON.stringify(groundTranscript(talk)));
});
