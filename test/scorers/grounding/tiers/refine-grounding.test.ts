import { describe, expect, test } from 'vitest';
import type { NliBackend } from '../../../../src/domain/contracts/nli-backend.ts';
import { functionModel } from '../../../../src/llm/function-model.ts';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';
import type { GroundingInput } from '../../../../src/scorers/grounding/check/grounding-input.ts';
import { type RefineOptions, refineGrounding } from '../../../../src/scorers/grounding/tiers/refine-grounding.ts';
import { groundingJudge, type RawOpinion, type ReadRequest, readRequest, replyOf } from './grounding-judges.ts';

const STATEMENT = 'The upper deck of the ferry stays closed in rough weather.';
const LICENCE = 'During storms passengers may not go to the top level of the ship.';

function input(answer = STATEMENT, extra: GroundingInput['evidence'] = []): GroundingInput {
  return {
    evidence: [
      { kind: 'user', content: 'Is the deck open on the ferry?' },
      {
        kind: 'tool_result',
        name: 'get_sailing',
        args: { sailing_id: 'F-204' },
        content: { sailing_id: 'F-204', harbour: 'Eastport', departs: '2026-03-04T09:15', rules: LICENCE },
      },
      ...extra,
    ],
    answer,
  };
}

const said = async (judge: RefineOptions['judge'], asked = input()) => refineGrounding(asked, { judge });
const about = ({ claims }: Awaited<ReturnType<typeof said>>) =>
  claims.map(({ verdict, reason, tier }) => `${verdict} ${reason} ${tier}`);
const idOf = ({ evidence }: ReadRequest, words: string): string =>
  evidence.find(({ says }) => says.includes(words))?.id ?? 'none';

describe('a judge of open statements', () => {
  test('lifts a statement whose proof stands in the evidence, and points at it', async () => {
    const report = await said(
      groundingJudge((_, request) => ({
        verdict: 'supported',
        evidence: [{ id: idOf(request, 'storms'), quote: 'may not go to the top level' }],
      })),
    );
    expect(about(report)).toEqual(['supported judged_so judge']);
    expect(report.judge).toEqual({ status: 'judged', requests: 1 });
    expect(report.claims[0]?.evidence).toMatchObject([{ item: 1, pointer: '/rules' }]);
  });

  test.each<[string, (request: ReadRequest) => RawOpinion['evidence'], string]>([
    [
      'an id that there is not',
      () => [{ id: 'e0000', quote: 'may not go to the top level' }],
      'evidence that there is not',
    ],
    [
      'a quote from elsewhere',
      (request) => [{ id: idOf(request, 'storms'), quote: 'the deck is closed in storms' }],
      'does not say',
    ],
    ['an empty quote', (request) => [{ id: idOf(request, 'storms'), quote: ' ' }], 'does not say'],
    [
      'a quote of another entry',
      (request) => [{ id: idOf(request, 'Is the deck'), quote: 'may not go to the top level' }],
      'does not say',
    ],
    ['no proof at all', () => [], 'points at no evidence'],
    [
      'one good and one forged proof',
      (request) => [
        { id: idOf(request, 'storms'), quote: 'may not go to the top level' },
        { id: 'e9', quote: 'x' },
      ],
      'evidence that there is not',
    ],
  ])('is not believed with %s', async (_, evidence, why) => {
    const report = await said(
      groundingJudge((_statement, request) => ({ verdict: 'supported', evidence: evidence(request) })),
    );
    expect(about(report)).toEqual(['unsupported unverified judge']);
    expect(report.claims[0]?.message).toContain(why);
    expect(report.supported).toBe(0);
  });

  test('is not believed where the value that is told stands in none of what it points at', async () => {
    const asked = input('The upper deck of the ferry stays closed above force seven.', [
      { kind: 'tool_result', name: 'get_wind', content: { limits: 'closed from force eight on the upper deck' } },
    ]);
    const seen: ReadRequest[] = [];
    const report = await said(
      groundingJudge(
        (_, request) => ({
          verdict: 'supported',
          evidence: [{ id: idOf(request, 'force eight'), quote: 'closed from force eight' }],
        }),
        seen,
      ),
      asked,
    );
    expect(report.supported).toBe(0);
  });

  test('does not take back what rules contradicted', async () => {
    const asked = input('Sailing F-204 departs at 10:45.');
    const report = await said(
      groundingJudge(() => ({ verdict: 'not_checkable', evidence: [] })),
      asked,
    );
    expect(report.contradicted + report.unsupported).toBe(
      checkGrounding(asked).contradicted + checkGrounding(asked).unsupported,
    );
    expect(report.contradicted + report.unsupported).toBeGreaterThan(0);
  });

  test('sees no evidence that was replaced, and nothing that a later call may know', async () => {
    const seen: ReadRequest[] = [];
    const asked = input(STATEMENT, [
      {
        kind: 'tool_result',
        name: 'get_sailing',
        args: { sailing_id: 'F-204' },
        content: {
          sailing_id: 'F-204',
          harbour: 'Eastport',
          departs: '2026-03-04T09:15',
          rules: 'The upper deck is open.',
        },
      },
    ]);
    await said(
      groundingJudge(() => ({ verdict: 'unsupported', evidence: [] }), seen),
      asked,
    );
    expect(seen[0]?.evidence.map(({ says }) => says)).toContain('The upper deck is open.');
    expect(seen[0]?.evidence.map(({ says }) => says)).not.toContain(LICENCE);
  });

  test('is asked twice at most when it gets a control wrong, and then nothing that it says counts', async () => {
    const judge = functionModel(
      ({ messages }) =>
        replyOf(
          readRequest(messages).statements.map(({ id }) => ({ id, reason: '', evidence: [], verdict: 'unsupported' })),
        ),
      { name: 'sleepy' },
    );
    const report = await said(judge);
    expect(report.judge).toMatchObject({ status: 'failed', requests: 2 });
    expect(report.judge).toMatchObject({ problem: expect.stringContaining('known true statement') });
    expect(about(report)).toEqual(about(await refineGrounding(input(), {})));
  });

  test('fails loudly, and passes nothing, when it cannot be asked', async () => {
    const judge = functionModel(() => {
      throw new Error('down for maintenance');
    });
    const report = await said(judge);
    expect(report.judge).toMatchObject({ status: 'failed', problem: expect.stringContaining('down for maintenance') });
    expect(report.supported).toBe(0);
  });

  test('is not asked where rules settled everything', async () => {
    const seen: ReadRequest[] = [];
    const report = await said(
      groundingJudge(() => ({ verdict: 'supported', evidence: [] }), seen),
      input('Anything else?'),
    );
    expect(seen).toEqual([]);
    expect(report.judge).toBeUndefined();
  });

  test('gets the same request for the same input and seed, and another fence for another seed', async () => {
    const ask = async (seed: number) => {
      const seen: ReadRequest[] = [];
      await refineGrounding(input(), {
        judge: groundingJudge(() => ({ verdict: 'unsupported', evidence: [] }), seen),
        seed,
      });
      return seen[0]?.whole;
    };
    expect(await ask(1)).toBe(await ask(1));
    expect(await ask(1)).not.toBe(await ask(2));
  });
});

describe('a model of natural language inference', () => {
  const backend = (reading: (statement: string, premise: string) => number[]): NliBackend => ({
    name: 'nli',
    classify: async (pairs) =>
      pairs.map(({ statement, premise }) => {
        const [entailment = 0, neutral = 0, contradiction = 0] = reading(statement, premise);
        return { entailment, neutral, contradiction };
      }),
  });
  const read = (reading: (statement: string, premise: string) => number[], asked = input()) =>
    refineGrounding(asked, { nli: backend(reading) });

  test('lifts a statement that one premise carries, with its probability', async () => {
    const report = await read((_, premise) => (premise.includes('storms') ? [0.93, 0.05, 0.02] : [0.1, 0.8, 0.1]));
    expect(about(report)).toEqual(['supported entailed local']);
    expect(report.claims[0]?.confidence).toBe(0.93);
    expect(report.claims[0]?.evidence).toMatchObject([{ pointer: '/rules' }]);
  });

  test('speaks against a statement only where nothing carries it', async () => {
    const against = await read((_, premise) => (premise.includes('storms') ? [0.01, 0.02, 0.97] : [0.1, 0.8, 0.1]));
    expect(about(against)).toEqual(['contradicted not_entailed local']);
    const both = await read((_, premise) => (premise.includes('storms') ? [0.01, 0.02, 0.97] : [0.9, 0.05, 0.05]));
    expect(about(both)).toEqual(['supported entailed local']);
  });

  test('leaves a statement open that it is not sure of', async () => {
    const before = about(await refineGrounding(input(), {}));
    expect(about(await read(() => [0.79, 0.2, 0.01]))).toEqual(before);
  });

  test.each([[[0.9, 0.9, 0.9]], [[2, -1, 0]], [[Number.NaN, 0, 1]]])(
    'whose numbers are no probabilities (%j) is an error',
    async (numbers) => {
      await expect(read(() => numbers)).rejects.toThrow(/add up to 1/);
    },
  );

  test('that answers about another number of pairs is an error', async () => {
    const short: NliBackend = { name: 'short', classify: async () => [] };
    await expect(refineGrounding(input(), { nli: short })).rejects.toThrow(/answered about 0/);
  });
});

describe('options that cannot be used are told', () => {
  test.each<[object, RegExp]>([
    [{ nli: {} }, /classify/],
    [{ judge: {} }, /judge/],
    [{ seed: Number.NaN }, /seed/],
    [{ thresholds: { entail: 1 } }, /entail/],
    [{ model: 'x' }, /model/],
  ])('%j', async (options, message) => {
    await expect(refineGrounding(input(), options as never)).rejects.toThrow(message);
  });

  test('a judge that cannot be opened leaves the claims as they are, and says why', async () => {
    const judge = {
      name: 'broken',
      fixed: [],
      open: () => {
        throw new Error('no such socket');
      },
    };
    const report = await refineGrounding(input(), { judge });
    expect(report.judge).toMatchObject({ status: 'failed', problem: expect.stringContaining('no such socket') });
  });

  test('a signal that has aborted ends it at once', async () => {
    await expect(refineGrounding(input(), { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });
});
