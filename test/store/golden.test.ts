import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Expectation } from '../../src/domain/authoring/scenario.ts';
import { startOf } from '../../src/domain/transcript/endings.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { type Transcript, TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../src/domain/transcript/turns.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import { readSession } from '../../src/store/read-session.ts';
import { noRedactor } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const golden = fileURLToPath(new URL('../golden', import.meta.url));
const names = readdirSync(golden).filter((name) => name.endsWith('.jsonl'));

test('there is a golden transcript for each feature of the format', () => {
  expect(names).toMatchInlineSnapshot(`
    [
      "error-result.jsonl",
      "fork.jsonl",
      "greeting.jsonl",
      "hand-over.jsonl",
      "imported-log.jsonl",
      "late-reply.jsonl",
      "notice.jsonl",
      "parallel-calls.jsonl",
    ]
  `);
});

test('every type of event stands in a golden transcript', async () => {
  const results = await Promise.all(names.map(readGolden));
  const seen = new Set(results.flatMap(({ transcript }) => transcript.map(({ type }) => type)));
  expect(TranscriptEvent.options.map((option) => option.shape.type.value).filter((type) => !seen.has(type))).toEqual(
    [],
  );
});

describe.each(names)('%s', (name) => {
  test('is written again with the same bytes, each line behind its seal', async () => {
    const result = await readGolden(name);
    const root = temporaryFolder();
    const run = await directoryStore({ root, redactor: noRedactor }).createRun('copy');
    const writer = run.openSession(result.key);
    for (const event of result.transcript) writer.append(event);
    const file = await writer.finish(result);
    const written = readFileSync(join(run.directory, file), 'utf8').split('\n');
    expect(written.filter((line) => /^\{"bytes":\d+,"crc32":"[0-9a-f]{8}",/.test(line)).length).toBe(
      written.length - 1,
    );
    const unsealed = written.map((line) => line.replace(/^\{"bytes":\d+,"crc32":"[0-9a-f]{8}",/, '{')).join('\n');
    expect(unsealed).toBe(readFileSync(join(golden, name), 'utf8'));
  });

  test('scores again as it was scored', async () => {
    const { transcript, scores, verdict, endReason, turns } = await readGolden(name);
    const [stored] = scores;
    expect(stored).toMatchObject(scoreAnswers(transcript));
    expect(judgeSession(scores, endReason).verdict).toBe(verdict);
    expect(turnsOf(transcript).length).toBe(turns);
    expect(trajectoryOf(transcript).problems).toEqual([]);
    expect(startOf(transcript)?.key.scenario).toBe(name.replace('.jsonl', ''));
  });
});

async function readGolden(name: string): Promise<SessionResult> {
  const stored = await readSession(join(golden, name));
  if (stored.status !== 'finished') throw new Error(`${name}: ${stored.reason}`);
  return stored.result;
}

describe('a stored session can be read back and scored again with the same result', () => {
  const checks = [
    { type: 'answered' },
    { type: 'grounded' },
    { type: 'error-honesty' },
    { type: 'arguments-from-evidence' },
    { type: 'calls', order: 'any', calls: [{ tool: 'lookup_order' }] },
  ].map((check) => Expectation.parse(check));

  test.each(names)('%s', async (name) => {
    const score = async () =>
      scoreTranscript((await readGolden(name)).transcript, createScorers(checks, builtInScorers));
    const first = await score();
    expect(await score()).toEqual(first);
    expect(first.scores.filter(({ status }) => status === 'errored')).toEqual([]);
    expect(first.scores.find(({ scorer }) => scorer === 'grounded')).not.toMatchObject({ passed: false });
    const answered = first.scores.find(({ scorer }) => scorer === 'answered');
    const [stored] = (await readGolden(name)).scores;
    expect(answered).toMatchObject(
      stored?.status === 'scored' ? { status: 'scored', value: stored.value, passed: stored.passed } : {},
    );
  });
});

/** A scorer small enough to see through: was every message answered? */
function scoreAnswers(transcript: Transcript): { value: number; passed: boolean; metrics: { turns: number } } {
  const turns = turnsOf(transcript);
  const answered = turns.filter(({ finalAnswer }) => finalAnswer !== undefined);
  return {
    value: answered.length / turns.length,
    passed: answered.length === turns.length,
    metrics: { turns: turns.length },
  };
}
