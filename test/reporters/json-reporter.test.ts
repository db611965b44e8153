import { expect, test } from 'vitest';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { HOSTILE } from '../contracts/reporter.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../fixtures/results.ts';

type Document = {
  version: number;
  quality: string;
  totals: unknown;
  sessions: {
    id: string;
    title: string;
    fixed?: string[];
    quality?: string;
    file?: string;
    transcript?: unknown;
    scores: Record<string, unknown>[];
  }[];
};

test('[S1.33] each score says what was held fixed, and a run on scripted models says that it tested the harness', async () => {
  const scores = [
    scoreOf('said'),
    blindScore('grounded', 'not_applicable', 'no values'),
    blindScore('judge', 'errored', 'broke'),
  ];
  const document = await documentOf([resultOf(keyOf('a'), { scores })]);
  expect(document.quality).toBe('harness');
  expect(document.sessions[0]?.quality).toBe('harness');
  expect(document.sessions[0]?.scores.map(({ id, fixed, quality }) => ({ id, fixed, quality }))).toEqual([
    { id: 'said', fixed: ['model', 'counterparty', 'tools'], quality: 'harness' },
    { id: 'grounded', fixed: ['model', 'counterparty', 'tools'], quality: 'harness' },
    { id: 'judge', fixed: ['model', 'counterparty', 'tools'], quality: 'harness' },
  ]);
});

test('[S3.01] `fixed` lists what a session held fixed of model, counterparty, tools and past', async () => {
  const document = await documentOf([
    resultOf(keyOf('a'), { fixed: ['counterparty'], quality: 'model' }),
    resultOf(keyOf('b'), { fixed: ['model', 'counterparty', 'tools', 'past'] }),
    resultOf(keyOf('c'), { fixed: [] }),
  ]);
  expect(document.sessions.map(({ fixed }) => fixed)).toEqual([
    ['counterparty'],
    ['model', 'counterparty', 'tools', 'past'],
    [],
  ]);
  expect(document.quality).toBe('mixed');
});

test('findings with their evidence are in the document; transcripts are not, the file that holds them is named', async () => {
  const finding = findingOf({ evidence: [{ kind: 'text_span', seq: 3, start: 0, end: 2, quote: 'It' }] });
  const [session] = (await documentOf([resultOf(keyOf('a'), { scores: [scoreOf('said', [finding])] })])).sessions;
  expect(session?.scores[0]?.findings).toEqual([finding]);
  expect([session?.transcript, session?.file]).toEqual([undefined, 'sessions/a/default/0.jsonl']);
});

test('a document reads as the run it was made of', async () => {
  const results = [resultOf(keyOf('a')), resultOf(keyOf('b'))];
  const run = runOf(results);
  const { quality, sessions, ...rest } = JSON.parse(await textOf(run, results)) as Document;
  expect({ ...rest, sessions: run.sessions }).toEqual(run);
  expect([quality, sessions.length]).toEqual(['harness', 2]);
});

test('a session without a stored outcome stands in its place, with what the run knows of it', async () => {
  const results = ['a', 'b', 'c', 'd'].map((name) => resultOf(keyOf(name)));
  const text = await textOf(runOf(results), [results[1]!, results[3]!]);
  const { sessions } = JSON.parse(text) as Document;
  expect(sessions.map(({ id }) => id)).toEqual([
    'run/a/default/0',
    'run/b/default/0',
    'run/c/default/0',
    'run/d/default/0',
  ]);
  expect(sessions.map(({ scores }) => scores[0]?.fixed !== undefined)).toEqual([true, true, true, true]);
});

test('hostile text reads back exactly', async () => {
  const { sessions } = await documentOf([resultOf(keyOf('a'), { title: HOSTILE })]);
  expect(sessions[0]?.title).toBe(HOSTILE);
});

test('a run of which nothing was stored is a document of its summaries', async () => {
  const run = runOf([resultOf(keyOf('a'))]);
  const { sessions } = JSON.parse(await textOf(run, [])) as Document;
  expect(sessions).toEqual(run.sessions);
});

test('sessions are asked for one at a time, and each is written before the next is read', async () => {
  const log: string[] = [];
  async function* sessions(): AsyncIterable<SessionResult> {
    for (const name of ['a', 'b', 'c']) {
      log.push(`read ${name}`);
      yield resultOf(keyOf(name));
    }
  }
  for await (const piece of jsonReporter().write(runOf([]), sessions())) {
    const id = /"id":"run\/(\w)/.exec(piece)?.[1];
    if (id !== undefined) log.push(`wrote ${id}`);
  }
  expect(log).toEqual(['read a', 'wrote a', 'read b', 'wrote b', 'read c', 'wrote c']);
});

test('a run without any session has no known quality', async () => {
  expect(await documentOf([])).toMatchObject({ version: 1, quality: 'unknown', sessions: [] });
});

async function documentOf(results: readonly SessionResult[]): Promise<Document> {
  return JSON.parse(await textOf(runOf(results), results)) as Document;
}

async function textOf(run: RunResult, results: readonly SessionResult[]): Promise<string> {
  let text = '';
  for await (const piece of jsonReporter().write(run, streamOf(results))) text += piece;
  return text;
}
