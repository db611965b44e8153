import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolResultText } from '../../src/agents/tool-result-text.ts';
import { observedBefore, trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { type Transcript, TranscriptEvent } from '../../src/domain/transcript/transcript-event.ts';
import { importTranscript } from '../../src/importers/import-transcript.ts';
import { agent, call, failed, parallel, result, silence, transcriptOf, user } from '../fixtures/transcripts.ts';

/** The conversation as a provider's messages tell it. */
function messagesOf(transcript: Transcript): object[] {
  const calls = new Map(
    transcript.flatMap((event) => (event.type === 'tool_call' ? [[event.call.id, event.call] as const] : [])),
  );
  return transcript.flatMap((event): object[] => {
    if (event.type === 'user_message') return event.silent ? [] : [{ role: 'user', content: event.text }];
    if (event.type === 'tool_result') {
      return [{ role: 'tool', tool_call_id: event.result.callId, content: toolResultText(event.result.outcome) }];
    }
    if (event.type !== 'agent_step') return [];
    const launched = event.callIds.flatMap((id) => calls.get(id) ?? []);
    const spelled = launched.map(({ id, name, rawArguments }) => ({
      id,
      type: 'function',
      function: { name, arguments: rawArguments },
    }));
    return [
      { role: 'assistant', content: event.text ?? null, ...(spelled.length === 0 ? {} : { tool_calls: spelled }) },
    ];
  });
}

/** All that a scorer of calls looks at. */
function essenceOf(transcript: Transcript) {
  const { calls } = trajectoryOf(transcript);
  return calls.map((one) => ({
    name: one.name,
    arguments: one.arguments,
    turn: one.turn,
    step: one.step,
    index: one.index,
    outcome: one.outcome,
    content: one.result?.outcome.status === 'ok' ? one.result.outcome.content : undefined,
    seen: calls.filter((other) => observedBefore(other, one)).map(({ index }) => index),
  }));
}

function comesBack(transcript: Transcript): void {
  const read = importTranscript(messagesOf(transcript));
  if (read.status === 'refused') throw new Error(JSON.stringify(read.problems));
  expect(essenceOf(read.transcript)).toEqual(essenceOf(transcript));
  for (const event of read.transcript) expect(TranscriptEvent.safeParse(event).error).toBeUndefined();
  const words = (events: Transcript) =>
    events.flatMap((event) => (event.type === 'agent_message' && event.final ? [[event.turn, event.text]] : []));
  expect(words(read.transcript)).toEqual(words(transcript));
}

test.each(['greeting', 'parallel-calls', 'hand-over'])(
  'the golden session `%s` is the same after it was told as messages',
  (name) => {
    const lines = readFileSync(new URL(`../golden/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const events = lines.map((line) => JSON.parse(line) as TranscriptEvent);
    comesBack(events.filter(({ type }) => (type as string) !== 'session_outcome'));
  },
);

const name = fc.constantFrom('look', 'list', 'refund');
const args = fc.dictionary(
  fc.constantFrom('id', 'amount', 'note', '__proto__'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);
const content = fc.oneof(
  fc.record({ id: fc.string(), total: fc.integer() }),
  fc.array(fc.integer()),
  fc.constantFrom('sent', 'The order was sent.', 42, true),
);
const work = fc.oneof(
  fc.tuple(name, args, content).map(([tool, given, found]) => [call(tool, given), result(found)]),
  fc.tuple(name, args).map(([tool, given]) => [call(tool, given), failed('no such order')]),
  fc
    .tuple(name, args, args, content, content)
    .map(([tool, one, two, first, second]) => [parallel([tool, one], [tool, two]), result(first), result(second)]),
);
const turn = fc
  .tuple(fc.string({ minLength: 1 }), fc.array(work, { maxLength: 3 }))
  .map(([words, steps]) => [user(words), ...steps.flat(), agent('Here you are.')]);

test('any session is the same after it was told as messages', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(turn, { minLength: 1, maxLength: 4 }), (hasGreeting, turns) => {
      const greeting = hasGreeting ? [silence(), agent('Hello.')] : [];
      comesBack(transcriptOf(...greeting, ...turns.flat()));
    }),
    { numRuns: 500 },
  );
});
