import { expect, test } from 'vitest';
import { builtInScorers } from '../../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../../src/scorers/create-scorers.ts';
import { judgedBy } from '../../../src/scorers/judge/judged-by.ts';
import { scoreTranscript } from '../../../src/scorers/score-transcript.ts';
import { agent, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { judgeThat } from './judges.ts';

test('a judge can be handed to a transcript that is scored from code', async () => {
  const scorers = createScorers(
    [{ type: 'judge', id: 'tone', required: true, criteria: [{ id: 'kind', must: 'The agent is kind.' }] }],
    builtInScorers,
  );
  const transcript = transcriptOf(user('Where is A-1001?'), agent('It is on its way, thank you for your patience.'));
  const scoresBy = async (verdict: 'met' | 'not_met') =>
    (await scoreTranscript(transcript, scorers, judgedBy(judgeThat(() => verdict)))).scores[0];
  expect(await scoresBy('met')).toMatchObject({ id: 'tone', status: 'scored', passed: true });
  expect(await scoresBy('not_met')).toMatchObject({ id: 'tone', status: 'scored', passed: false });
});
