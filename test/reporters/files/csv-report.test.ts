import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { csvReport } from '../../../src/reporters/files/csv-report.ts';
import { hostileText } from '../../domain/display/hostile-texts.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';

test('a session is a row, and each check of the run a column', async () => {
  const finding = findingOf({ turn: 1, message: 'No, "never".' });
  const results = [
    resultOf(keyOf('a', 0), { scores: [scoreOf('said'), scoreOf('grounded', [], { value: 0.5 })] }),
    resultOf(keyOf('a', 1), {
      scores: [scoreOf('said', [finding]), blindScore('grounded', 'not_applicable', 'no values')],
    }),
    resultOf(keyOf('b'), { scores: [blindScore('said', 'errored', 'broke')], place: { file: 'b.yaml', line: 3 } }),
  ];
  expect(await textOf(results)).toMatchInlineSnapshot(`
    "run,seed,scenario,variant,trial,title,verdict,flaky,reason,end_reason,turns,failure_turn,failure_stage,failure_code,failure_message,failure_check,duration_ms,file,line,session,replay,score:grounded,score:said
    run,42,a,default,0,Title of a,passed,true,2 checks passed,user_done,1,,,,,,120,,,runs/run/sessions/a/default/0.jsonl,rehearsal run a --trial 0 --seed 42,0.5,1
    run,42,a,default,1,Title of a,failed,true,"said: No, ""never"".",user_done,1,1,generation,unsupported_value,"No, ""never"".",said,120,,,runs/run/sessions/a/default/1.jsonl,rehearsal run a --trial 1 --seed 42,not_applicable,0
    run,42,b,default,0,Title of b,invalid,false,said: broke,user_done,1,,,,,,120,b.yaml,3,runs/run/sessions/b/default/0.jsonl,rehearsal run b --trial 0 --seed 42,,errored
    "
  `);
});

test('rows end as RFC 4180 says, and a run without sessions is the line of the heads', async () => {
  const text = await textOf([]);
  expect(text.endsWith(',session,replay\r\n')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(2);
});

test('flaky says of every trial that some passed and some failed', async () => {
  const failed = { scores: [scoreOf('said', [findingOf()])] };
  const results = [resultOf(keyOf('a', 0), failed), resultOf(keyOf('a', 1)), resultOf(keyOf('b'), failed)];
  expect((await rowsOf(results)).map(({ flaky }) => flaky)).toEqual(['true', 'true', 'false']);
});

test('[F65] 1,000 hostile texts come back from a reader of CSV, and none of them would be computed', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (title, message) => {
      const score = scoreOf('said', [findingOf({ message: `=${message}` })]);
      const [row] = await rowsOf([resultOf(keyOf('a'), { title, scores: [score] })]);
      expect([visibleText(title), `'${visibleText(title)}`]).toContain(row?.title);
      expect(row?.failure_message).toBe(`'${visibleText(`=${message}`)}`);
      for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/^\s*[=@]/);
    }),
    { numRuns: 1_000 },
  );
});

async function textOf(results: readonly SessionResult[]): Promise<string> {
  let text = '';
  const format = csvReport({ directory: 'runs/run' });
  for await (const piece of format.write(runOf(results), streamOf(results))) text += piece;
  return text;
}

async function rowsOf(results: readonly SessionResult[]): Promise<Record<string, string>[]> {
  return parse(await textOf(results), { columns: true, record_delimiter: '\r\n' });
}
