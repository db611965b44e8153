import { describe, expect, test } from 'vitest';
import { ModelUnavailableError } from '../../../src/domain/contracts/chat-model.ts';
import { type HttpNliOptions, httpNli } from '../../../src/llm/nli/http-nli.ts';
import { closedPort, type FaultAnswer, openFaultServer } from '../../fixtures/fault-server.ts';

const pairs = [
  { premise: 'status of P-7 is shelved', statement: 'The plan is on hold.' },
  { premise: 'colour of P-7 is green', statement: 'The plan is on hold.' },
];
const json =
  (value: unknown, status = 200): FaultAnswer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const sure = { entailment: 0.9, neutral: 0.08, contradiction: 0.02 };
const unsure = { entailment: 0.1, neutral: 0.8, contradiction: 0.1 };
const waits: number[] = [];
const clock = {
  wallMs: () => 0,
  wait: async (ms: number) => {
    waits.push(ms);
  },
};

async function classify(answers: readonly FaultAnswer[], options: Partial<HttpNliOptions> = {}) {
  await using server = await openFaultServer(answers);
  const backend = httpNli(
    { url: `${server.baseURL}/predict`, allowAddresses: [new URL(server.baseURL).host], ...options },
    { clock },
  );
  const readings = await backend.classify(pairs, { signal: AbortSignal.timeout(10_000) });
  return { readings, requests: [...server.requests] };
}

describe('a server of pairs', () => {
  test('gets premises and statements, and gives probabilities in the same order', async () => {
    const { readings, requests } = await classify([json({ results: [sure, unsure] })]);
    expect(readings).toEqual([sure, unsure]);
    expect(requests[0]?.body).toEqual({ pairs });
  });

  test('is asked in batches', async () => {
    const { readings, requests } = await classify([json({ results: [sure] }), json({ results: [unsure] })], {
      batchSize: 1,
    });
    expect(readings).toEqual([sure, unsure]);
    expect(requests).toHaveLength(2);
  });

  test('is asked again while it is busy, and not when it refuses', async () => {
    waits.length = 0;
    const { requests } = await classify([json({}, 503), json({ results: [sure, unsure] })]);
    expect(requests).toHaveLength(2);
    expect(waits).toEqual([500]);
    await expect(classify([json({ error: 'no such route' }, 404), json({ results: [sure, unsure] })])).rejects.toThrow(
      /404/,
    );
  });

  test.each([
    ['another form', { answers: [] }, /another form/],
    ['too few readings', { results: [sure] }, /about 2 pairs and answered about 1/],
    ['numbers that add up to more', { results: [{ ...sure, neutral: 0.9 }, unsure] }, /no probabilities/],
    ['a number above one', { results: [{ ...sure, entailment: 7 }, unsure] }, /another form/],
  ])('that answers with %s says nothing', async (_, answer, message) => {
    await expect(classify([json(answer)])).rejects.toThrow(message);
  });

  test('out of reach is told as unavailable', async () => {
    const url = await closedPort();
    const backend = httpNli({ url, allowAddresses: [new URL(url).host], retries: 1 }, { clock });
    await expect(backend.classify(pairs, { signal: AbortSignal.timeout(10_000) })).rejects.toBeInstanceOf(
      ModelUnavailableError,
    );
  });
});

test('labels and scores of a text-embeddings server are read by their names', async () => {
  const labels = (reading: Record<string, number>) =>
    Object.entries(reading).map(([label, score]) => ({ label: label.toUpperCase(), score }));
  const { readings, requests } = await classify([json([labels(sure), labels(unsure).reverse()])], { format: 'tei' });
  expect(readings).toEqual([sure, unsure]);
  expect(requests[0]?.body).toEqual({ inputs: pairs.map(({ premise, statement }) => [premise, statement]) });
  await expect(classify([json([[{ label: 'LABEL_0', score: 1 }], labels(sure)])], { format: 'tei' })).rejects.toThrow(
    /no probabilities/,
  );
});

test('an address of an inner network is reached only where it is allowed', async () => {
  const backend = httpNli({ url: 'http://10.0.0.9/predict', retries: 0 }, { clock });
  await expect(backend.classify(pairs, { signal: AbortSignal.timeout(10_000) })).rejects.toThrow(/10\.0\.0\.9/);
});

test('options that there are not are told', () => {
  expect(() => httpNli({ url: 'ftp://x', format: 'xml' as 'tei', batch: 3 } as never)).toThrow(
    /url[\s\S]*format[\s\S]*batch/,
  );
});
