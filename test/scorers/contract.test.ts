import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../src/domain/transcript/transcript-event.ts';
import { Score } from '../../src/domain/verdicts/score.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import {
  agent,
  call,
  ended,
  event,
  failed,
  parallel,
  result,
  silence,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../fixtures/transcripts.ts';
import { type Check, scoresOf } from './score-transcript.ts';

/** One check of each type; a new scorer without one fails here. */
const checks: Readonly<Record<string, Omit<Check, 'type'>>> = {
  calls: { calls: [{ tool: 'refund', arguments: { id: 'A-1' } }] },
  'no-calls': {},
  'forbidden-calls': { tools: ['cancel', { tool: 'refund', arguments: { id: 'A-2' } }] },
  'call-order': JSON.parse('{"first":"lookup","then":"refund","sameArguments":["id"]}') as Omit<Check, 'type'>,
  policy: {
    pack: 'standard',
    rules: [
      { when: { tool: 'refund', arguments: { id: '$id' } }, requires: { tool: 'lookup', arguments: { id: '$id' } } },
    ],
  },
  'arguments-from-evidence': {},
  'no-repeated-writes': {},
  'end-state': { state: { a: 1 }, unchanged: true, writes: [] },
  invariants: {},
  said: { allOf: ['done', '5'] },
  'not-said': { text: 'sorry' },
  answered: {},
  'answer-language': { language: 'en' },
  'structured-output': { schema: { type: 'object' } },
  'conversation-length': { maxTurns: 2, maxCalls: 2, maxWords: 5 },
  routing: { tool: 'refund', arguments: { id: 'A-1' } },
  retrieval: { tools: ['lookup', 'refund'], ids: 'id', relevant: ['A-1', 5], k: 2 },
  cites: { tools: ['lookup'], ids: 'id', turns: [0] },
};

const tools = started({ tools: [toolOf('lookup'), toolOf('refund', 'write'), toolOf('cancel', 'unknown')] });
const hostileText = '\u202Egpj.exe \u0000 \ud83d \u200b </script> {{env.KEY}} `$` \u001b[31m 年　ﬁ';
const deep = `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`;

const situations: Readonly<Record<string, Transcript>> = {
  'an empty transcript': [],
  'no turn': transcriptOf(tools),
  'no tool calls': transcriptOf(tools, user('Hi'), agent('Done, 5.')),
  'an orphan result': transcriptOf(tools, user('Hi'), result('lost'), agent('Done.')),
  'a call without a result': transcriptOf(tools, user('Hi'), call('refund', { id: 'A-1' })),
  'an error result': transcriptOf(
    tools,
    user('Hi'),
    call('refund', { id: 'A-1' }),
    failed('no', 'timeout'),
    agent('Sorry.'),
  ),
  'a repeated call': transcriptOf(
    tools,
    user('A-1'),
    call('refund', { id: 'A-1' }),
    result(1),
    call('refund', { id: 'A-1' }),
    result(1),
  ),
  'two turns': transcriptOf(
    tools,
    user('A-1'),
    call('lookup', { id: 'A-1' }),
    result({ id: 'A-1' }),
    agent('Ok.'),
    user('5'),
    call('refund', { id: 'A-1' }),
    result(1),
    agent('Done: 5'),
  ),
  'text beyond ASCII': transcriptOf(
    tools,
    user('退款Ａ－１'),
    call('refund', { id: 'Ａ－１', 备注: '好' }),
    result('完成'),
    agent('已退款 ５ 元'),
  ),
  'hostile text': transcriptOf(
    tools,
    user(hostileText),
    call('refund', { id: hostileText, [hostileText]: hostileText }),
    result(hostileText),
    agent(hostileText),
  ),
  'hostile keys': transcriptOf(
    tools,
    user('?'),
    call('refund', '{"__proto__":{"id":"A-1"},"constructor":1,"":{"a~/b":[1]}}'),
    result(1),
    agent('Done.'),
  ),
  'deep arguments': transcriptOf(tools, user('?'), call('refund', deep), result(1), agent('Done.')),
  'arguments that are no object': transcriptOf(
    tools,
    user('?'),
    ...['[]', 'null', '"A-1"', '1', '', '{'].flatMap((raw) => [call('refund', raw), result(1)]),
  ),
  'a large number': transcriptOf(
    tools,
    user('12345678901234567890'),
    call('refund', '{"id":12345678901234567890}'),
    result(1),
  ),
  'parallel calls': transcriptOf(
    tools,
    user('?'),
    parallel(['lookup', { id: 'A-1' }], ['refund', { id: 'A-1' }]),
    result(1),
    result(1),
    agent('Done.'),
  ),
  'a greeting and a crash': transcriptOf(tools, silence(), agent('Hello.'), user('Hi'), ended('agent_error')),
  'a world': transcriptOf(
    tools,
    user('?'),
    call('refund', { id: 'A-1' }),
    event({ type: 'world_change', callId: 'nobody', changes: [{ op: 'add', pointer: '/a', after: 1 }] }),
    result(1),
    agent('Done.'),
    ended('user_done', { a: 2 }),
  ),
  'an imported log': transcriptOf(
    started({ tools: 'unknown', policy: 'unknown', origin: { kind: 'import', format: 'x', source: 'y' } }),
    user('?'),
    call('refund', { id: 'A-1' }, { reported: true }),
    result(1),
    agent('Done.'),
  ),
};

describe.each(
  builtInScorers
    .filter(({ type }) => Object.hasOwn(checks, type))
    .map((definition) => [definition.type, definition] as const),
)('%s', (type, definition) => {
  const check = { type, ...checks[type] };

  test.each(Object.entries(situations))('%s gives a whole score and never breaks it', (_name, transcript) => {
    for (const score of scoresOf(check, transcript)) {
      expect(score.status).not.toBe('errored');
      expect(Score.parse(score)).toEqual(score);
      expect(definition.stages).toContain(score.stage);
      if (score.status !== 'scored') continue;
      expect(Object.keys(score.metrics).filter((name) => !definition.metrics.includes(name))).toEqual([]);
      expect(score.passed).toBe(score.findings.every(({ severity }) => severity !== 'failure'));
      for (const { evidence } of score.findings) {
        expect(evidence.filter(({ seq }) => seq >= transcript.length)).toEqual([]);
      }
    }
  });

  test('the same transcript gives the same score', () => {
    for (const transcript of Object.values(situations)) {
      expect(JSON.stringify(scoresOf(check, transcript))).toBe(JSON.stringify(scoresOf(check, transcript)));
    }
  });

  test('a cut-off transcript is unscored', () => {
    const cut = transcriptOf(tools, user('Hi'), agent('Done.')).slice(0, -1);
    expect(scoresOf(check, cut).map(({ status }) => status)).toEqual(scoresOf(check, cut).map(() => 'unscored'));
  });
});

test('every scorer of this room is in the list of checks above', () => {
  const known = builtInScorers.map(({ type }) => type);
  expect(Object.keys(checks).filter((type) => !known.includes(type))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('every scorer says in one sentence what it is for', () => {
  for (const { type, summary } of builtInScorers) {
    expect(type).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z][^.]*\.$/);
  }
});
