import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { readTranscripts } from '../../src/importers/text/read-transcripts.ts';

const folder = fileURLToPath(new URL('../../../shared/data/tau/dev', import.meta.url));
const hasData = existsSync(folder);
const title = 'every recorded simulation is read, with no problem but those that its recorder explains';

/** Ids that agents repeat, and messages of a model that wrote nothing. */
const EXPLAINED: ReadonlySet<string> = new Set(['repeated-call-id', 'empty-message']);

test.skipIf(!hasData)(hasData ? title : `${title} (skipped: no shared data)`, async () => {
  for (const file of readdirSync(folder)) {
    let count = 0;
    for await (const read of readTranscripts(createReadStream(`${folder}/${file}`, { encoding: 'utf8' }), {
      source: file,
    })) {
      count += 1;
      const strange = read.problems.filter(({ code }) => !EXPLAINED.has(code));
      expect(strange, `${file}:${read.line}`).toEqual([]);
      if (read.status !== 'imported') continue;
      expect(read.format).toBe('tau');
      const { calls, problems } = trajectoryOf(read.transcript);
      expect(problems.filter(({ kind }) => kind !== 'missing_result')).toEqual([]);
      expect(calls.every(({ outcome }) => outcome !== 'none')).toBe(true);
      for (const event of read.transcript.slice(0, 20)) expect(TranscriptEvent.safeParse(event).success).toBe(true);
    }
    expect(count, file).toBeGreaterThan(0);
  }
});
