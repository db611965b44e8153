import type { Problem } from '../../domain/authoring/problem.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { oddity } from '../import-problem.ts';
import type { LoggedCall, LoggedMessage, LoggedResult } from '../messages/logged-message.ts';
import type { Pairing } from './pair-results.ts';
import type { ImportRecorder } from './recorder.ts';

type Recording = {
  recorder: ImportRecorder;
  pairing: Pairing;
  stopTokens: RegExp | undefined;
  /** Each call of a message gets a message of its own, which saw the result before it. */
  isSequential: boolean;
  problems: Problem[];
};
type AgentMessage = Extract<LoggedMessage, { kind: 'agent' }>;
type UserMessage = Extract<LoggedMessage, { kind: 'user' }>;

/** Records messages in their order. Returns the user's words beside a stop token, which nobody was to answer. */
export function recordMessages(messages: readonly LoggedMessage[], recording: Recording): string {
  const { recorder, pairing, stopTokens, isSequential, problems } = recording;
  const userCalls = new Set(messages.flatMap((one) => (one.kind === 'user' ? one.calls : [])));
  const recorded = new Set<LoggedResult>();
  let goodbye = '';
  for (const message of messages) {
    const tokens = message === messages.at(-1) ? stopTokens : undefined;
    switch (message.kind) {
      case 'system':
        recorder.systemSpeaks(message.text);
        problems.push(
          oddity('late-system-message', message.path, 'a system message inside the talk is kept as an event'),
        );
        break;
      case 'user':
        goodbye = recordUser(message, { ...recording, tokens });
        break;
      case 'agent':
        if (isSequential && message.calls.length > 1) recordOneByOne(message, { recorder, pairing, recorded });
        else recordStep(message, { recorder, tokens, problems });
        break;
      case 'result': {
        const call = pairing.callOf.get(message);
        const isOfUser = call !== undefined && userCalls.has(call);
        if (!isOfUser && !recorded.has(message)) recorder.resultComes(message, call);
        break;
      }
      default:
        assertNever(message);
    }
  }
  return goodbye;
}

type Tokens = RegExp | undefined;

function recordUser(
  { text, calls, path }: UserMessage,
  { recorder, pairing, tokens, problems }: Recording & { tokens: Tokens },
): string {
  for (const call of calls) recorder.userCalled(call, pairing.resultOf.get(call));
  if (tokens !== undefined && text.search(tokens) >= 0) return text.replaceAll(tokens, ' ').trim();
  if (text === '' && calls.length > 0) return '';
  if (text === '') problems.push(oddity('empty-message', path, 'the user says nothing in this message'));
  if (!recorder.userSpeaks(text)) {
    problems.push(
      oddity('unanswered-message', path, 'the user speaks again before the agent has said or done anything'),
    );
  }
  return '';
}

function recordStep(
  { text, calls, path }: AgentMessage,
  { recorder, tokens, problems }: { recorder: ImportRecorder; tokens: Tokens; problems: Problem[] },
): void {
  const words = tokens === undefined ? text : text.replaceAll(tokens, ' ').trim();
  if (text === '' && calls.length === 0) {
    problems.push(oddity('empty-message', path, 'the agent neither says nor does anything in this message'));
  }
  recorder.agentSteps(calls, spoken(text, words));
}

function recordOneByOne(
  { text, calls }: AgentMessage,
  { recorder, pairing, recorded }: { recorder: ImportRecorder; pairing: Pairing; recorded: Set<LoggedResult> },
): void {
  calls.forEach((call: LoggedCall, index) => {
    recorder.agentSteps([call], index === 0 ? spoken(text, text) : {});
    const result = pairing.resultOf.get(call);
    if (result === undefined) return;
    recorded.add(result);
    recorder.resultComes(result, call);
  });
}

/** The model's own text, and what of it reaches the user. */
function spoken(text: string, words: string): { text?: string; words?: string } {
  return { ...(text === '' ? {} : { text }), ...(words.trim() === '' ? {} : { words }) };
}
