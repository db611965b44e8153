import { chatAgent } from '../../src/agents/chat-agent.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import type { TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { openaiModel } from '../../src/llm/openai-model.ts';
import { play, userOf, worldOf } from '../../test/fixtures/session-parts.ts';
import { nameOf, type Row, type Way } from './client-view.ts';

/** A session whose agent has to look an order up, and one whose request nobody knows. */
export async function playRounds(baseURL: string, way: Way): Promise<Row[]> {
  const name = nameOf(way);
  const known = await playOne(baseURL, { way, words: 'Where is A-1001?' });
  const unknown = await playOne(baseURL, { way, words: 'What is the weather?' });
  return [
    { check: 'our agent completes a tool round', way: name, found: '', problems: unlike(known, COMPLETE) },
    { check: 'an unmatched request makes it invalid', way: name, found: '', problems: unlike(unknown, UNMATCHED) },
  ];
}

const COMPLETE = {
  end: 'user_done',
  calls: ['lookup_order {"order_id":"A-1001"} ok'],
  said: ['Order A-1001 was delivered.'],
};
const UNMATCHED = { end: 'infrastructure_error', verdict: 'invalid', calls: [], said: [] };

async function playOne(baseURL: string, { way, words }: { way: Way; words: string }) {
  const model = openaiModel({ model: 'gpt-4o', baseURL, apiKey: '', ...way, retry: { firstWaitMs: 1 } });
  const { transcript, end, breakages } = await play({
    agent: chatAgent({ model }),
    world: worldOf({ lookup_order: { run: () => ({ status: 'delivered' }) } }),
    user: userOf(words),
  });
  return {
    end: end.reason,
    verdict: judgeSession([], end.reason, breakages).verdict,
    calls: trajectoryOf(transcript).calls.map(
      (call) => `${call.name} ${JSON.stringify(call.arguments)} ${call.outcome}`,
    ),
    said: transcript.flatMap((event: TranscriptEvent) => (event.type === 'agent_message' ? [event.text] : [])),
  };
}

function unlike(found: Record<string, unknown>, wanted: Record<string, unknown>): string[] {
  return Object.entries(wanted).flatMap(([key, value]) => {
    const [one, other] = [JSON.stringify(found[key]), JSON.stringify(value)];
    return one === other ? [] : [`${key}: expected ${other}, found ${one}`];
  });
}
