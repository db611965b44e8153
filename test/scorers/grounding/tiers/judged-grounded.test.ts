import { expect, test } from 'vitest';
import type { ChatModel } from '../../../../src/domain/contracts/chat-model.ts';
import { trajectoryOf } from '../../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import { turnsOf } from '../../../../src/domain/transcript/turns.ts';
import { functionModel } from '../../../../src/llm/function-model.ts';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { judgedBy } from '../../../../src/scorers/judge/judged-by.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { groundingJudge } from './grounding-judges.ts';

const talk = transcriptOf(
  started({ tools: [toolOf('get_sailing')] }),
  user('Is the deck open?'),
  call('get_sailing', { sailing_id: 'F-204' }),
  result({ sailing_id: 'F-204', harbour: 'Eastport', rules: 'During storms passengers may not go to the top level.' }),
  agent('The upper deck of the ferry stays closed in rough weather.'),
);

async function score(transcript: Transcript, judge?: ChatModel) {
  const notes: string[] = [];
  const [part] = grounded.create(grounded.schema.parse({ judge: true }) as never);
  if (part === undefined || part.deterministic) throw new Error('a judge takes time');
  const trajectory = trajectoryOf(transcript);
  const outcome = await part.score(
    { transcript, trajectory, turns: turnsOf(transcript, trajectory) },
    {
      signal: AbortSignal.timeout(10_000),
      onNote: (note) => notes.push(note),
      ...(judge === undefined ? {} : judgedBy(judge)),
    },
  );
  return { outcome, notes };
}

test('a judge decides what rules leave open, and its proof is evidence of the finding', async () => {
  const { outcome, notes } = await score(
    talk,
    groundingJudge((_, request) => ({
      verdict: 'contradicted',
      evidence: [
        {
          id: request.evidence.find(({ says }) => says.includes('storms'))?.id ?? '',
          quote: 'may not go to the top level',
        },
      ],
    })),
  );
  expect(outcome).toMatchObject({ status: 'scored', passed: false });
  expect(outcome.status === 'scored' ? outcome.findings[0] : undefined).toMatchObject({
    code: 'judged_so',
    evidence: [{ kind: 'text_span' }, { kind: 'json_pointer', pointer: '/rules' }],
  });
  expect(notes.join()).toContain('nobody has measured');
});

test('without a model, nothing is scored', async () => {
  expect((await score(talk)).outcome).toMatchObject({
    status: 'unscored',
    reason: expect.stringContaining('rehearsal.config.ts'),
  });
});

test('a judge that gets known statements wrong leaves an error, never a pass', async () => {
  const { outcome } = await score(
    talk,
    functionModel(() => '{"answers":[],"supported":0}', { name: 'blank' }),
  );
  expect(outcome).toMatchObject({ status: 'errored', message: expect.stringContaining('left out') });
});
