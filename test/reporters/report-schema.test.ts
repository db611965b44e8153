import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkJsonSchema } from '../../src/domain/json-schema/check-json-schema.ts';
import { matchJsonSchema } from '../../src/domain/json-schema/match-json-schema.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';
import { RunReport } from '../../src/domain/verdicts/run-report.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { REPORT_SCHEMA_NAME, reportSchema } from '../../src/reporters/report-schema.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../fixtures/results.ts';

const published = JSON.parse(
  readFileSync(new URL(`../../schemas/${REPORT_SCHEMA_NAME}.schema.json`, import.meta.url), 'utf8'),
) as JsonValue;
const { problems, patterns } = checkJsonSchema(published, '');

const results = [
  resultOf(keyOf('a', 0), {
    scores: [scoreOf('grounded', [findingOf({ evidence: [{ kind: 'event', seq: 1 }] })], { details: [{ turn: 0 }] })],
    place: { file: 'a.yaml', line: 3 },
    replay: 'rehearsal run a --trial 0 --seed 42',
  }),
  resultOf(keyOf('a', 1), {
    scores: [
      blindScore('said', 'not_applicable', 'nothing to check'),
      blindScore('judge', 'unscored', 'no answer'),
      blindScore('own', 'errored', 'broke'),
    ],
    error: { message: 'broke' },
  }),
  resultOf(keyOf('b')),
];

test('the published schema is as `jiti scripts/write-schemas.ts` writes it, and can be used', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(reportSchema())));
  expect(problems).toEqual([]);
  expect(published).toMatchObject({ properties: { version: { const: 1 } } });
});

test('a report fits its schema, also where a session is told with what the run alone knows', async () => {
  for (const stored of [results, results.slice(1)]) {
    const document = await documentOf(stored);
    expect(matchJsonSchema(document, published, patterns)).toEqual([]);
    // The definition itself is strict: nothing is in the document that the schema does not tell of.
    expect(RunReport.safeParse(document).error?.issues ?? []).toEqual([]);
  }
});

test('a report that lacks something, or holds something of another kind, does not fit', async () => {
  const whole = (await documentOf(results)) as { [key: string]: JsonValue };
  const { quality: _, ...lacking } = whole;
  expect(matchJsonSchema(lacking, published, patterns)).not.toEqual([]);
  expect(matchJsonSchema({ ...whole, version: 2 }, published, patterns)).not.toEqual([]);
  expect(matchJsonSchema({ ...whole, sessions: [{ id: 'x' }] }, published, patterns)).not.toEqual([]);
});

test('a key that a later version of the package adds does not break a reader', async () => {
  const whole = (await documentOf(results)) as { [key: string]: JsonValue };
  expect(matchJsonSchema({ ...whole, flaky: [] }, published, patterns)).toEqual([]);
});

async function documentOf(stored: readonly SessionResult[]): Promise<JsonValue> {
  let text = '';
  for await (const piece of jsonReporter().write(runOf(results), streamOf(stored))) text += piece;
  return JSON.parse(text) as JsonValue;
}
