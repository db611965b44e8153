import { randomFrom } from '../../../src/domain/values/random.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { findingOf, keyOf, resultOf, scoreOf } from '../../fixtures/results.ts';
import { agent, call, result, started, transcriptOf, user } from '../../fixtures/transcripts.ts';

const WORDS =
  'order parcel refund address invoice customer arrives leaves Monday blue red card paid open late yes please thank you for the with and or to of in on by not'.split(
    ' ',
  );

/**
 * One of 2,000 sessions of ten turns: a hundred scenarios, each with a script and a world of its own, twenty trials of
 * each, and no two answers alike.
 */
export function longSession(index: number): SessionResult {
  const key = keyOf(`scenario-${index % 100}`, Math.floor(index / 100));
  const [ofScenario, ofSession] = [talker(1_000_000 + (index % 100)), talker(index)];
  const { sentence } = ofSession;
  const turns = Array.from({ length: 10 }, () => {
    const { number, pick } = ofScenario;
    const items = Array.from({ length: 6 }, () => ({
      id: `A-${number()}`,
      status: pick(),
      total: number() / 100,
      note: ofScenario.sentence(6),
    }));
    return [
      user(ofScenario.sentence(14)),
      call('list_orders', { customer: `C-${number()}` }),
      result({ items }),
      agent(sentence(35)),
    ];
  });
  const transcript = transcriptOf(
    started({ key, user: { driver: 'persona', persona: `persona-${index % 7}` } }),
    ...turns.flat(),
  );
  const answers = transcript.filter((event) => event.type === 'agent_message');
  const details = answers.flatMap(({ seq, turn, text }) =>
    [0, 20, 40].map((start) => ({
      turn,
      seq,
      start,
      end: start + 12,
      text: text.slice(start, start + 12),
      kind: 'value',
      verdict: 'supported',
      reason: 'value_found',
      message: `\`${text.slice(start, start + 12)}\` stands in the evidence`,
      evidence: [{ kind: 'json_pointer', seq: seq - 2, pointer: '/items/0/total' }],
    })),
  );
  const isBad = index % 3 === 0;
  return resultOf(key, {
    transcript,
    title: `${key.scenario}: ${WORDS.slice(0, 8).join(' ')}`,
    tags: [`tag-${index % 5}`],
    scores: [
      scoreOf('said-total', isBad ? [findingOf({ turn: 4, message: `the agent said "${sentence(8)}"` })] : []),
      scoreOf('grounded', [], {
        scorer: 'grounded',
        details,
        turns: answers.map(({ turn }) => ({ turn, value: 1, metrics: { supported: 3, checkable: 3 } })),
      }),
    ],
  });
}

function talker(seed: number): { pick(): string; number(): number; sentence(words: number): string } {
  const random = randomFrom(seed);
  const pick = (): string => random.pick(WORDS);
  return {
    pick,
    number: () => random.integer(100_000),
    sentence: (words) => Array.from({ length: words }, pick).join(' '),
  };
}
