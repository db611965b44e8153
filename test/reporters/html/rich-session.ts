import type { SessionKey } from '../../../src/domain/transcript/session-key.ts';
import type { Score } from '../../../src/domain/verdicts/score.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { findingOf, resultOf, scoreOf } from '../../fixtures/results.ts';
import { agent, call, ended, event, failed, result, started, transcriptOf, user } from '../../fixtures/transcripts.ts';

/** Gives the words for a field. Texts that the page shows as they are go through `shown`, others through `inside`. */
export type Words = { shown(field: string): string; inside(field: string): string };

/** Names each field by itself. */
export const plainWords: Words = { shown: (field) => `some ${field}`, inside: (field) => `some ${field}` };

/** A failed session in which everything stands that a page can show. */
export function richSession(key: SessionKey, { shown, inside }: Words = plainWords): SessionResult {
  const answer = shown('answer');
  const transcript = transcriptOf(
    started({
      key,
      user: { driver: 'machine', persona: shown('persona') },
      agent: { name: shown('agent'), adapter: 'function', toolCallsVisible: true },
      world: { name: shown('world'), hash: 'start' },
    }),
    event({
      type: 'user_step',
      driver: 'machine',
      part: 0,
      left: [],
      entered: ['ask'],
      transitions: [],
      guards: [{ transition: 'ask→wait', guard: shown('guard'), value: true }],
      captures: [{ name: 'number', value: shown('capture') }],
      disclosed: [{ fact: shown('fact'), how: 'elicited' }],
      notes: [shown('note of the user')],
    }),
    user(shown('question')),
    call(shown('tool'), { id: inside('argument') }),
    result(shown('result')),
    call('refund', shown('unparsable arguments')),
    failed(shown('error of a tool'), 'tool_error'),
    agent(answer),
    event({ type: 'notice', text: shown('notice'), from: shown('sender') }),
    event({ type: 'agent_event', name: shown('name of an event'), data: inside('data of an event') }),
    event({
      type: 'policy_violation',
      source: 'policy',
      rule: shown('rule'),
      message: shown('violation'),
      evidence: [],
    }),
    event({ type: 'fault_injected', callId: 'c0', fault: shown('fault') }),
    event({
      type: 'user_step',
      driver: 'machine',
      part: 0,
      left: ['ask'],
      entered: [shown('state')],
      transitions: [shown('transition')],
      guards: [],
      captures: [],
      disclosed: [],
    }),
    user('And then?'),
    agent('Nothing more.'),
    ended('user_done'),
  );
  const seqOf = (type: string): number => transcript.findIndex((one) => one.type === type);
  const seq = seqOf('agent_message');
  const quoted = { kind: 'text_span' as const, seq, start: 0, end: answer.length, quote: shown('quote') };
  const message = shown('finding');
  const scores: Score[] = [
    scoreOf(shown('check'), [
      findingOf({ message, evidence: [quoted, { kind: 'criterion', seq, quote: shown('criterion') }] }),
    ]),
    scoreOf('grounded', [], {
      scorer: 'grounded',
      turns: [
        { turn: 0, value: 0.5, metrics: { supported: 1, checkable: 2 } },
        { turn: 1, value: 1, metrics: { supported: 1, checkable: 1 } },
      ],
      details: [
        {
          turn: 0,
          seq,
          start: 0,
          end: answer.length,
          text: shown('claim'),
          kind: 'value',
          verdict: 'contradicted',
          reason: 'value_mismatch',
          message: shown('message of a claim'),
          evidence: [],
          derivation: shown('derivation'),
          nearest: { text: shown('nearest'), pointer: '/total', seq: seqOf('tool_result'), turn: 0 },
        },
      ],
    }),
    scoreOf('calls/selection', [findingOf({ stage: 'selection', code: 'missing_call' })], {
      details: {
        turns: [{ turn: 0 }],
        rows: [
          { mark: 'missing', turn: 0, expected: shown('expected call'), remarks: [shown('remark')] },
          {
            mark: 'as_expected',
            turn: 0,
            expected: 'look',
            actual: { number: 1, text: shown('made call'), status: 'ok', seq: seqOf('tool_call') },
            remarks: [],
          },
        ],
      },
    }),
  ];
  return resultOf(key, {
    transcript,
    scores,
    title: shown('title'),
    tags: [shown('tag')],
    reason: shown('reason'),
    failure: { turn: 0, stage: 'generation', code: 'not_said', message, evidence: [] },
    place: { file: shown('file'), line: 3 },
    replay: shown('replay'),
    userNotes: [{ turn: 0, code: 'odd', message: 'said something odd', quote: shown('odd words') }],
    error: { message: 'it broke', stack: shown('stack') },
  });
}
