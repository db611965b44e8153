import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CalibrateOptions, calibrateJudge } from '../../src/cli/commands/calibrate.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { calibrationOf, readCalibrationText } from '../../src/domain/authoring/calibration.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { judgePromptHash } from '../../src/domain/prompts/judge-prompt.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../fixtures/transcripts.ts';
import { judgeThat, type Opinion } from '../scorers/judge/judges.ts';

const CONFIG =
  "const open = () => { throw new Error('the test opens the judge'); };\nexport default { models: { judge: { name: 'model-7', fixed: [], open } } };\n";

type Row = { id: string; label: 'met' | 'not_met'; words?: string; [key: string]: unknown };

/** A label whose talk shows what the label says. */
const row = ({ id, label, words, ...more }: Row): string =>
  JSON.stringify({
    id,
    must: 'The agent offers a refund.',
    transcript: [
      { role: 'user', text: 'It never came.' },
      {
        role: 'agent',
        text: words ?? (label === 'met' ? `You get a refund, case ${id}.` : `Please wait, case ${id}.`),
      },
    ],
    label,
    ...more,
  });
const rows = (count: number, label: 'met' | 'not_met'): string[] =>
  Array.from({ length: count }, (_, index) => row({ id: `${label === 'met' ? 'yes' : 'no'}-${index}`, label }));

/** Sees a refund wherever the agent speaks of one. */
const looks = judgeThat(
  (_text, { record }): Opinion =>
    record.includes('refund, case') ? { verdict: 'met', quote: 'You get a refund' } : 'not_met',
);

async function calibrate(
  lines: readonly string[],
  model: ChatModel,
  {
    files = {},
    root = temporaryFolder(),
    signal = new AbortController().signal,
    ...options
  }: CalibrateOptions & { files?: Record<string, string>; root?: string; signal?: AbortSignal } = {},
) {
  writeFiles(root, { 'rehearsal.config.mjs': CONFIG, 'labels.jsonl': `${lines.join('\n')}\n`, ...files });
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    cwd: root,
    env: {},
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    isTty: false,
    columns: 100,
    colors: false,
    guard: { enter: () => undefined, problems: () => [], interrupted: signal, leave: () => expect.unreachable() },
  };
  const code = await calibrateJudge('labels.jsonl', options, terminal, {
    access: { open: (_, context) => model.open(context) },
  });
  return { code, root, ...said };
}

const written = (root: string, name = 'calibration.json') => {
  const read = readCalibrationText(readFileSync(join(root, name), 'utf8'));
  if (read.status !== 'read') throw new Error(read.problem);
  return read.calibration;
};

describe('rehearsal calibrate', () => {
  test('tells how often a judge is right, with intervals, what was left out and what was wrong', async () => {
    const unsure = judgeThat(
      (_text, { record }): Opinion => {
        if (record.includes('case yes-3') || record.includes('case no-4'))
          return { verdict: 'cannot_tell', reason: 'It could be either.' };
        if (record.includes('case no-1.')) return { verdict: 'met', quote: 'Please wait' };
        return record.includes('refund, case') ? { verdict: 'met', quote: 'You get a refund' } : 'not_met';
      },
      (reply, { record }) => (record.includes('case no-7') ? 'What?' : reply),
    );
    const { code, out, root } = await calibrate([...rows(22, 'met'), ...rows(20, 'not_met')], unsure);
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "Judge \`judge\` (model-7), instructions 1: 42 labels
        22 met, 20 not met

                           value   95 % interval    worst case
        sensitivity        1.00    0.85 to 1.00     0.95        of what is met, judged so
        specificity        0.94    0.74 to 0.99     0.85        of what is not met, judged so
        balanced accuracy  0.97    0.85 to 1.00     0.90        mean of the two; guessing is 0.50
        Cohen's kappa      0.95    0.74 to 1.00     0.81        agreement beyond chance

      Not judged, and not in the values: 3 of 42 (7 %), 2 cannot tell and 1 errored.
      The worst case counts them as judged wrong.
        yes-3 (cannot tell): It could be either.
        no-4 (cannot tell): It could be either.
        no-7 (errored): answered with something that is no JSON (line 1, column 1: a JSON value is expected)
      Judged wrong: no-1 (is not met, judged met).

      Written to calibration.json
      "
    `);
    const [judge] = written(root).judges;
    expect(judge).toMatchObject({
      model: 'model-7',
      name: 'judge',
      labels: 42,
      met: 22,
      notMet: 20,
      cannotTell: 2,
      errored: 1,
    });
    expect(calibrationOf(written(root), { model: 'model-7', promptHash: judgePromptHash })).toEqual({
      labels: 39,
      balancedAccuracy: judge?.balancedAccuracy.value,
      kappa: judge?.kappa.value,
    });
    expect(calibrationOf(written(root), { model: 'model-8', promptHash: judgePromptHash })).toBeUndefined();
    expect(calibrationOf(written(root), { model: 'model-7', promptHash: 'other' })).toBeUndefined();
  });

  test('a judge that always says yes is found out, and nothing is known of it', async () => {
    const always = functionModel(({ messages }) => {
      const ids = [...(messages[1]?.content ?? '').matchAll(/^- (\w+) /gm)].map(([, id]) => id);
      return JSON.stringify({
        answers: ids.map((id) => ({
          id,
          reason: '',
          quotes: [{ event: 2, text: 'case' }],
          turns: [0],
          verdict: 'met',
        })),
        met: ids.length,
      });
    });
    const { code, err, out, root } = await calibrate([...rows(3, 'met'), ...rows(3, 'not_met')], always);
    expect(code).toBe(3);
    expect(err).toBe('No label was judged, so that nothing is known of this judge.\n');
    expect(out).toContain('Not judged, and not in the values: 6 of 6 (100 %), 0 cannot tell and 6 errored.');
    expect(() => written(root)).toThrow('ENOENT');
  });

  test('the same labels give the same report, whatever the concurrency', async () => {
    const lines = [...rows(8, 'met'), ...rows(7, 'not_met')];
    const [one, many] = [
      await calibrate(lines, looks, { json: true, concurrency: 1 }),
      await calibrate(lines, looks, { json: true, concurrency: 8 }),
    ];
    expect(many.out).toBe(one.out);
    const report = JSON.parse(one.out) as {
      judged: number;
      figures: { kappa: { low: number; high: number } };
      warnings: string[];
    };
    expect(report).toMatchObject({
      judged: 15,
      requests: 15,
      figures: { kappa: { value: 1, high: 1 } },
      mistakes: [],
      leftOut: [],
    });
    expect(report.figures.kappa.low).toBeLessThan(1);
    expect(report.warnings).toEqual([
      'only 8 of the labels are `met`; with fewer than 20 of each kind the intervals are too wide to rely on',
      'only 7 of the labels are `not_met`; with fewer than 20 of each kind the intervals are too wide to rely on',
    ]);
  });

  test('`must_not` asks the same question: a label says what is true, not what is right', async () => {
    const lines = [...rows(3, 'met'), ...rows(3, 'not_met')].map((line) => line.replace('"must"', '"must_not"'));
    const { out } = await calibrate(lines, looks, { json: true });
    expect(JSON.parse(out)).toMatchObject({ judged: 6, mistakes: [], figures: { kappa: { value: 1 } } });
  });

  test('labels of one talk are judged together, and a stored session can be labelled', async () => {
    const session = transcriptOf(
      started({ tools: [toolOf('lookup_order')] }),
      user('Where is A-1001?'),
      call('lookup_order', { id: 'A-1001' }),
      result({ status: 'lost' }),
      agent('It is lost.'),
      user('So what?'),
      agent('I can pay you back.'),
    );
    const files = { 'runs/one.jsonl': `${session.map((event) => JSON.stringify(event)).join('\n')}\n` };
    const about = (id: string, must: string, label: string, more: object = {}) =>
      JSON.stringify({ id, must, label, transcript: 'runs/one.jsonl', ...more });
    const lines = [
      about('looks', 'The agent looks the order up.', 'met'),
      about('blames', 'The agent blames the customer.', 'not_met'),
      about('pays', 'The agent offers to pay.', 'met', { turn: 1 }),
      about('pays-at-once', 'The agent offers to pay.', 'not_met', { turn: 0 }),
    ];
    const judge = judgeThat((text, { turns }) => {
      if (text.includes('looks')) return { verdict: 'met', quote: 'lookup_order {"id":"A-1001"}' };
      return text.includes('pay') && turns.includes(1) ? { verdict: 'met', quote: 'I can pay you back.' } : 'not_met';
    });
    const { out, code } = await calibrate(lines, judge, { json: true, files });
    expect(JSON.parse(out)).toMatchObject({ judged: 4, requests: 3, mistakes: [], leftOut: [] });
    expect(code).toBe(0);
  });

  test('more votes decide by majority', async () => {
    const wavering = judgeThat(
      (_text, { record }, call): Opinion =>
        call === 0
          ? 'cannot_tell'
          : record.includes('refund, case')
            ? { verdict: 'met', quote: 'You get a refund' }
            : 'not_met',
    );
    const { out } = await calibrate([...rows(3, 'met'), ...rows(3, 'not_met')], wavering, { json: true, votes: 3 });
    expect(JSON.parse(out)).toMatchObject({ votes: 3, requests: 18, judged: 6, mistakes: [] });
    await expect(calibrate(rows(1, 'met'), looks, { votes: 2 })).rejects.toThrow('votes must be odd');
  });

  test('`--min-kappa` is held against the worst case', async () => {
    const lines = [...rows(10, 'met'), ...rows(10, 'not_met')];
    expect((await calibrate(lines, looks, { minKappa: 0.9 })).code).toBe(0);
    const shy = judgeThat(
      (_text, { record }): Opinion =>
        /case yes-[0-5]\./.test(record)
          ? 'cannot_tell'
          : record.includes('refund, case')
            ? { verdict: 'met', quote: 'You get a refund' }
            : 'not_met',
    );
    const { code, err } = await calibrate(lines, shy, { minKappa: 0.6 });
    expect([code, err]).toEqual([1, 'Kappa is 0.40 in the worst case, and at least 0.6 is asked for.\n']);
    const oneKind = await calibrate(rows(4, 'met'), looks, { minKappa: 0.6 });
    expect([oneKind.code, oneKind.err]).toEqual([1, 'Kappa cannot be told, and 0.6 is asked for.\n']);
    expect((await calibrate(rows(4, 'met'), looks, {})).code).toBe(3);
    expect(oneKind.out).toContain('warning: the labels that were judged are of one kind');
    expect(() => written(oneKind.root)).toThrow('ENOENT');
  });

  test('the file keeps what is known of other judges, and is not written over when it is something else', async () => {
    const lines = [...rows(3, 'met'), ...rows(3, 'not_met')];
    const { root, out } = await calibrate(lines, looks, { out: 'kept.json' });
    expect(out).toContain("Written to kept.json; name it in the config: `calibration: 'kept.json'`\n");
    const other = { ...written(root, 'kept.json').judges[0], model: 'another' };
    writeFileSync(
      join(root, 'kept.json'),
      JSON.stringify({ version: 1, judges: [other, { ...other, model: 'model-7', labels: 99 }] }),
    );
    await calibrate(lines, looks, { out: 'kept.json', root });
    expect(written(root, 'kept.json').judges.map(({ model, labels }) => [model, labels])).toEqual([
      ['another', 6],
      ['model-7', 6],
    ]);
    writeFileSync(join(root, 'kept.json'), '{"version":2,"judges":[]}');
    await expect(calibrate(lines, looks, { out: 'kept.json', root })).rejects.toThrow(
      '`kept.json` is no calibration file and is left as it is: version',
    );
    await expect(calibrate(lines, looks, { out: 'labels.jsonl', root })).rejects.toThrow('is left as it is');
  });

  test('an interruption writes nothing', async () => {
    const abort = new AbortController();
    const model = functionModel(() => {
      abort.abort();
      throw new Error('gone');
    });
    const { code, err, root } = await calibrate(rows(5, 'met'), model, { signal: abort.signal });
    expect([code, err]).toEqual([130, 'Interrupted: the labels were not all judged, and nothing is written.\n']);
    expect(() => written(root)).toThrow('ENOENT');
  });

  test('nothing that a label or a judge says reaches the terminal as it is', async () => {
    const hostile = functionModel(() => Promise.reject(new Error('\u001b[2J')));
    const { out } = await calibrate([row({ id: 'a\u202eb', label: 'met' })], hostile);
    expect(out).toContain('a\\u{202e}b (errored): broke: \\u{1b}[2J');
    expect(out).not.toContain('\u001b');
  });
});

describe('mistakes', () => {
  const mistakesOf = async (
    lines: readonly string[],
    options: CalibrateOptions & { files?: Record<string, string> } = {},
  ): Promise<string> => {
    const error: unknown = await calibrate(lines, looks, options).catch((caught: unknown) => caught);
    if (!(error instanceof UsageError)) throw new Error('expected a UsageError');
    return [error.message, ...error.problems.map(formatProblem)].join('\n');
  };

  test('of labels are told all at once, with their lines', async () => {
    const lines = [
      row({ id: 'fine', label: 'met' }),
      '',
      '{"id": "a"',
      row({ id: 'fine', label: 'met' }),
      row({ id: 'b', label: 'yes' as 'met' }),
      row({ id: 'c', label: 'met', lable: 1 }),
      row({ id: 'd', label: 'met', must: 'The agent must be kind.' }),
      row({ id: 'e', label: 'met', must_not: 'The agent shouts.' }),
      row({ id: 'f', label: 'met', transcript: [{ role: 'assistant', text: 'Hi' }] }),
      row({ id: 'g', label: 'met', transcript: [] }),
      '{"id":"h","id":"i"}',
      '[]',
    ];
    expect(await mistakesOf(lines)).toMatchInlineSnapshot(`
      "labels.jsonl cannot be used:
      labels.jsonl:3:1: not JSON: line 1, column 11: the text ends, but \`,\` or \`}\` is expected in the object.
      labels.jsonl:4:1: id: the id \`fine\` is already taken in line 1.
      labels.jsonl:5:1: label: expected \`met\` or \`not_met\`, found "yes".
      labels.jsonl:6:1: lable: unknown key \`lable\`.
        Known keys: \`id\`, \`must\`, \`must_not\`, \`about\`, \`turn\`, \`transcript\`, \`label\` and \`note\`.
        Hint: did you mean \`label\`?
      labels.jsonl:7:1: \`must\` says what ought to be; expected a statement that is true of a talk or is not.
        Hint: write what happens: "The agent offers a refund."
      labels.jsonl:8:1: needs exactly one of \`must\` and \`must_not\`; found both.
      labels.jsonl:9:1: transcript[0].role: expected \`user\` or \`agent\`, found "assistant".
        Hint: the speakers of a talk are \`user\` and \`agent\`.
      labels.jsonl:10:1: transcript: expected a list of at least 1, found [].
      labels.jsonl:11:1: line 1, column 11: the key "id" is given twice.
      labels.jsonl:12:1: expected keys and values, found []."
    `);
  });

  test('of talks are told with the line of their label', async () => {
    const lines = [
      row({ id: 'a', label: 'met', transcript: 'runs/none.jsonl' }),
      row({ id: 'b', label: 'met', transcript: 'broken.jsonl' }),
      row({ id: 'c', label: 'met', turn: 4 }),
    ];
    expect(
      (await mistakesOf(lines, { files: { 'broken.jsonl': '{"type":"what"}\n' } })).replaceAll(
        /`?\/[^\s`]*\//g,
        '<folder>/',
      ),
    ).toMatchInlineSnapshot(`
      "labels.jsonl cannot be used:
      labels.jsonl:1:1: transcript: cannot read <folder>/none.jsonl\`: it does not exist (ENOENT)
      labels.jsonl:2:1: transcript: <folder>/broken.jsonl:1:1: type: unknown event type \`what\`.
        Known types: \`session_started\`, \`user_step\`, \`user_message\`, \`notice\`, \`agent_step\`, \`tool_call\`, \`tool_result\`, \`agent_message\`, \`agent_event\`, \`model_call\`, \`world_change\`, \`fault_injected\`, \`policy_violation\`, \`late_reply_ignored\`, \`session_ended\`, \`session_outcome\`.
      labels.jsonl:3:1: transcript: turn 4 is not in this talk"
    `);
  });

  test('an empty file and a missing one hold no labels', async () => {
    expect(await mistakesOf([])).toMatchInlineSnapshot(`
      "labels.jsonl cannot be used:
      labels.jsonl:1:1: holds no labels: expected one JSON object a line."
    `);
    const root = temporaryFolder();
    writeFiles(root, { 'rehearsal.config.mjs': CONFIG });
    const terminal = { cwd: root, env: {} } as Terminal;
    await expect(calibrateJudge('none.jsonl', {}, terminal)).rejects.toThrow(
      '`none.jsonl`: cannot read `none.jsonl`: it does not exist (ENOENT)',
    );
  });

  test('a config without a judge is told, and one that cannot be read is told as it is', async () => {
    expect(await mistakesOf(rows(1, 'met'), { model: 'strict' })).toMatchInlineSnapshot(`
      "the config has no model \`strict\`
      models: known are \`judge\`"
    `);
    expect(
      await mistakesOf(rows(1, 'met'), { files: { 'rehearsal.config.mjs': 'export default { models: {} };' } }),
    ).toMatchInlineSnapshot(`
      "the config names no model that judges
      models: expected a model named \`judge\` or \`default\`, or a single one"
    `);
    expect(
      await mistakesOf(rows(1, 'met'), { files: { 'rehearsal.config.mjs': 'export default { modles: {} };' } }),
    ).toMatchInlineSnapshot(`
      "1 mistake:
      rehearsal.config.mjs:1:18: modles: unknown key \`modles\`
        Known keys: \`agents\`, \`budgets\`, \`calibration\`, \`cassette\`, \`expect\`, \`gate\`, \`machines\`, \`models\`, \`personas\`, \`prices\`, \`reporters\`, \`runGate\`, \`scenarios\`, \`scorers\`, \`secrets\`, \`seed\`, \`worlds\`.
        Hint: did you mean \`models\`?"
    `);
  });
});
