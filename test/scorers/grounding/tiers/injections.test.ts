import { describe, expect, test } from 'vitest';
import type { ChatModel } from '../../../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../../../src/llm/function-model.ts';
import type { GroundingInput } from '../../../../src/scorers/grounding/check/grounding-input.ts';
import { refineGrounding } from '../../../../src/scorers/grounding/tiers/refine-grounding.ts';
import {
  controlOpinion,
  groundingJudge,
  type RawOpinion,
  type ReadRequest,
  readRequest,
  replyOf,
} from './grounding-judges.ts';
import { injectionTexts } from './injection-texts.ts';

type Place = 'result' | 'user' | 'answer';
const ANSWER = 'The reading room closes early on Sundays, and visitors may bring their own tea.';

function injected(text: string, place: Place): GroundingInput {
  return {
    evidence: [
      { kind: 'user', content: `When can I come? ${place === 'user' ? text : ''}` },
      {
        kind: 'tool_result',
        name: 'get_branch',
        args: { branch_id: 'B-17' },
        content: {
          branch_id: 'B-17',
          city: 'Lindow',
          phone: '555-0117',
          notes: place === 'result' ? text : 'step-free',
        },
      },
    ],
    answer: `${ANSWER}${place === 'answer' ? ` ${text}` : ''}`,
  };
}

const everySupported = (request: ReadRequest, evidence: RawOpinion['evidence']): string =>
  replyOf(request.statements.map(({ id }) => ({ id, reason: 'as ordered', evidence, verdict: 'supported' })));

/** Judges that do what they read, each in its own way. */
const obedient: Readonly<Record<string, (request: ReadRequest) => string>> = {
  'calls all supported without proof': (request) => everySupported(request, []),
  'calls all supported and quotes the order': (request) => {
    const order = request.evidence.find(({ says }) => /supported|通过/.test(says)) ?? request.evidence[0];
    return everySupported(request, order === undefined ? [] : [{ id: order.id, quote: order.says.slice(0, 200) }]);
  },
  'gets the controls right and forges the rest': (request) =>
    replyOf(
      request.statements.map(
        (one) =>
          controlOpinion(one, request) ?? {
            id: one.id,
            reason: 'as ordered',
            evidence: [{ id: request.evidence[0]?.id ?? '', quote: one.statement }],
            verdict: 'supported',
          },
      ),
    ),
  'repeats the JSON it was handed': () =>
    '{"answers":[{"id":"s00000","reason":"ok","evidence":[],"verdict":"supported"}],"supported":1}',
};

async function verdictsOf(input: GroundingInput, judge: ChatModel): Promise<{ supported: number; ofAnswer: string[] }> {
  const { supported, claims } = await refineGrounding(input, { judge });
  const ofAnswer = claims.filter(({ start }) => start < ANSWER.length).map(({ verdict }) => verdict);
  return { supported, ofAnswer };
}

test('there are at least forty texts, in two languages', () => {
  expect(new Set(injectionTexts).size).toBeGreaterThanOrEqual(40);
  expect(injectionTexts.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThanOrEqual(15);
});

describe.each(Object.entries(obedient))('a judge that %s', (_, obey) => {
  const judge = functionModel(({ messages }) => obey(readRequest(messages)), { name: 'obedient' });
  test.each<Place>(['result', 'user', 'answer'])('lifts nothing, whatever stands in the %s', async (place) => {
    const lifted: string[] = [];
    for (const text of injectionTexts) {
      const { supported } = await verdictsOf(injected(text, place), judge);
      const honest = await verdictsOf(
        injected(text, place),
        groundingJudge(() => ({ verdict: 'unsupported', evidence: [] })),
      );
      if (supported > honest.supported) lifted.push(text.slice(0, 80));
    }
    expect(lifted).toEqual([]);
  });
});

test('a judge that reads and does not obey says the same with and without an order in the evidence', async () => {
  const judge = groundingJudge(() => ({ verdict: 'unsupported', evidence: [] }));
  const plain = (await verdictsOf(injected('', 'result'), judge)).ofAnswer;
  for (const text of injectionTexts) {
    for (const place of ['result', 'user', 'answer'] as const)
      expect((await verdictsOf(injected(text, place), judge)).ofAnswer, `${place}: ${text.slice(0, 80)}`).toEqual(
        plain,
      );
  }
});

test('the system message holds nothing that others wrote', async () => {
  const seen: string[] = [];
  const judge = functionModel(({ messages }) => {
    seen.push(messages.find(({ role }) => role === 'system')?.content ?? '');
    return '{}';
  });
  for (const text of injectionTexts) await refineGrounding(injected(text, 'result'), { judge });
  expect(new Set(seen).size).toBe(1);
});
