import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import config from '../../rehearsal.config.ts';
import { Expectation, Scenario } from '../../src/domain/authoring/scenario.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { readSession } from '../../src/store/read-session.ts';
import { rehearsal } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['refund', undefined, 'passed', 0],
  ['chinese-refund', undefined, 'passed', 0],
  ['partial-refund', 'faulty-refunds-another-order', 'failed', 1],
  ['list-and-follow-up', 'faulty-crashes-in-turn-3', 'failed', 1],
])(
  'a stored session of %s (agent: %s, verdict: %s) is read back and scored again with the same result',
  async (id, agent, verdict, code) => {
    const out = join(temporaryFolder(), 'results');
    const run = await rehearsal(root, ['run', id, '--out', out, ...(agent === undefined ? [] : ['--agent', agent])]);
    expect(run.code).toBe(code);
    const variant = agent === undefined ? 'default' : `agent-${agent}`;
    const stored = await readSession(join(out, 'sessions', id, variant, '0.jsonl'));
    if (stored.status !== 'finished') return expect.unreachable(stored.reason);
    const { transcript, ...outcome } = stored.result;
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.scores.length).toBeGreaterThan(3);

    const scenario = Scenario.parse(parse(readFileSync(join(root, `scenarios/${id}.yaml`), 'utf8')));
    const shared = (config.expect ?? []).map((check) => Expectation.parse(check));
    const scorers = createScorers([...scenario.expect, ...shared], builtInScorers);
    const again = await scoreTranscript(transcript, scorers, { scenario });
    expect(again.scores).toEqual(outcome.scores);
    expect(again.failure).toEqual(outcome.failure);
    expect(judgeSession(again.scores, outcome.endReason).verdict).toBe(outcome.verdict);
  },
);
