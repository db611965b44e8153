import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CalibrateGroundingOptions, calibrateGrounding } from '../../src/cli/commands/calibrate-grounding.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { UsageError } from '../../src/domain/errors.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const evidence = [{ kind: 'tool_result', name: 'get_meter', content: { meter_id: 'M-88', reading_kwh: 4412 } }];
const label = (id: string, answer: string, more: object = {}): string =>
  JSON.stringify({ id, evidence, answer, label: 'faithful', language: 'en', meta: { by: 'two readers' }, ...more });
const LABELS = [
  label('a', 'Meter M-88 reads 4,412 kWh.'),
  label('b', 'The reading of M-88 is 4412 kWh.'),
  label('c', 'Meter M-88 reads 9,987 kWh.', { label: 'unfaithful' }),
  label('d', '电表 M-88 的读数是 8001 度。', {
    label: 'unfaithful',
    language: 'zh',
    evidence_of: 'a',
    evidence: undefined,
  }),
  label('e', 'Meter M-88 reads 4,412 kWh.', { label: 'unfaithful' }),
  label('f', 'Meter M-88 reads 5,150 kWh.'),
];

async function calibrate(lines: readonly string[], options: CalibrateGroundingOptions = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'labels.jsonl'), lines.join('\n'));
  let out = '';
  let err = '';
  const terminal = { cwd, out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await calibrateGrounding('labels.jsonl', options, terminal as unknown as Terminal);
  return { code, out, err };
}

test('rules are measured by labelled answers, as a whole, by language and by reason', async () => {
  const { code, out } = await calibrate(LABELS);
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Rules of grounding: 6 answers, 3 of them unfaithful as people see them

      all (6 answers)
      sensitivity             0.67 (0.21 to 0.94)     of unfaithful answers, found
      specificity             0.67 (0.21 to 0.94)     of faithful answers, left alone
      balanced accuracy       0.67 (0.34 to 0.86)     mean of the two; guessing is 0.50
      Cohen's kappa           0.33 (-0.67 to 1.00)    agreement beyond chance

      en (5 answers)
      sensitivity             0.50 (0.09 to 0.91)     of unfaithful answers, found
      specificity             0.67 (0.21 to 0.94)     of faithful answers, left alone
      balanced accuracy       0.58 (0.28 to 0.83)     mean of the two; guessing is 0.50
      Cohen's kappa           0.17 (-0.67 to 1.00)    agreement beyond chance

      zh (1 answer)
      sensitivity             1.00 (0.21 to 1.00)     of unfaithful answers, found
      specificity             –                       of faithful answers, left alone
      balanced accuracy       –                       mean of the two; guessing is 0.50
      Cohen's kappa           –                       agreement beyond chance

      reason                  answers  of them unfaithful
      not_in_evidence         1        1.00 (0.21 to 1.00)
      value_mismatch          2        0.50 (0.09 to 0.91)

    Found unfaithful: 50.0 %. Corrected for what is overlooked and for false alarms: 50.0 %.
    Overlooked: e
    False alarms: f (value_mismatch: “5,150 kWh”)
    "
  `);
});

test('the same as JSON', async () => {
  const { out } = await calibrate(LABELS, { json: true });
  expect(JSON.parse(out)).toMatchObject({
    whole: { answers: 6, unfaithful: 3, flagged: 3, sensitivity: { value: 2 / 3 }, specificity: { value: 2 / 3 } },
    overlooked: ['e'],
    alarms: [{ id: 'f' }],
    correctedRate: expect.closeTo(0.5),
  });
});

test('a kappa below the one that is asked for exits with 1', async () => {
  expect(await calibrate(LABELS, { minKappa: 0.9 })).toMatchObject({
    code: 1,
    err: expect.stringContaining('at least 0.9'),
  });
  expect((await calibrate(LABELS, { minKappa: 0.3 })).code).toBe(0);
  expect(await calibrate(LABELS.slice(0, 2), { minKappa: 0.3 })).toMatchObject({
    code: 1,
    err: expect.stringContaining('one kind'),
  });
});

test('every mistake in the labels is told with its line', async () => {
  const lines = [
    LABELS[0] ?? '',
    '{"id": "x"',
    label('a', 'twice'),
    label('g', 'Fine.', { label: 'good' }),
    label('h', 'Fine.', { evidence_of: 'nobody', evidence: undefined }),
    label('i', 'Fine.', { evidence: [{ kind: 'rumour', content: 1 }] }),
  ];
  const problems = await calibrate(lines).then(
    () => [],
    (error: unknown) => (error as UsageError).problems.map(formatProblem),
  );
  expect(problems.map((problem) => problem.split('\n')[0])).toMatchInlineSnapshot(`
    [
      "labels.jsonl:2:1: not JSON: line 1, column 11: the text ends, but \`,\` or \`}\` is expected in the object.",
      "labels.jsonl:3:1: id: the id \`a\` is already taken by an earlier line.",
      "labels.jsonl:4:1: label: expected \`faithful\` or \`unfaithful\`, found "good".",
      "labels.jsonl:5:1: evidence_of: no earlier line has the id \`nobody\`.",
      "labels.jsonl:6:1: evidence[0].kind: expected \`tool_result\`, \`document\`, \`user\`, \`assistant\` or \`system\`, found "rumour".",
    ]
  `);
});

test('evidence that a line changes or completes counts', async () => {
  const lines = [
    LABELS[0] ?? '',
    label('p', 'Meter M-88 reads 4,412 kWh.', {
      label: 'unfaithful',
      evidence: undefined,
      evidence_of: 'a',
      evidence_patch: [{ index: 0, content: { meter_id: 'M-88', reading_kwh: 7001 } }],
    }),
    label('q', 'Meter M-88 reads 4,412 kWh.', {
      label: 'unfaithful',
      evidence: undefined,
      evidence_of: 'a',
      evidence_append: [{ kind: 'tool_result', name: 'get_meter', content: { meter_id: 'M-88', reading_kwh: 9009 } }],
    }),
  ];
  expect(JSON.parse((await calibrate(lines, { json: true })).out)).toMatchObject({ overlooked: [], alarms: [] });
});
