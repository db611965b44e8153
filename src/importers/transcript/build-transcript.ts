import type { Problem } from '../../domain/authoring/problem.ts';
import type { EndReason } from '../../domain/transcript/end-reason.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import { TRANSCRIPT_VERSION, type Transcript } from '../../domain/transcript/transcript-event.ts';
import type { ImportFormat, ImportOptions, UserCall } from '../imported.ts';
import type { LoggedMessage } from '../messages/logged-message.ts';
import { describeTools } from './describe-tools.ts';
import { findMergedSteps } from './merged-steps.ts';
import { pairResults } from './pair-results.ts';
import { recordMessages } from './record-messages.ts';
import { importRecorder } from './recorder.ts';

/** A conversation whose messages have been read. */
export type LoggedTalk = {
  format: ImportFormat;
  key: SessionKey;
  messages: readonly LoggedMessage[];
  /** As the log says; absent where it says nothing. */
  tools?: readonly ToolDescription[] | undefined;
  agent?: string | undefined;
  end: { reason: EndReason; detail: string };
  /** What stands for the last word of a side besides its own words: `###STOP###`. */
  stopTokens?: RegExp | undefined;
};

/** Puts the events of a conversation in order. */
export function buildTranscript(
  talk: LoggedTalk,
  options: ImportOptions,
  problems: Problem[],
): { transcript: Transcript; userCalls: readonly UserCall[] } {
  const { messages, format, key, end, agent } = talk;
  const pairing = pairResults(messages, problems);
  const head = leadingSystem(messages);
  const policy = [...(options.policy ?? []), ...head.map(({ text }) => text).filter((text) => text !== '')];
  const called = new Set(messages.flatMap((one) => (one.kind === 'agent' ? one.calls.map(({ name }) => name) : [])));
  const tools = describeTools(options.tools ?? talk.tools, { effects: options.effects, called });
  const known = [...policy, ...(tools === 'unknown' ? [] : [JSON.stringify(tools)])];
  if (options.observation !== 'sequential') findMergedSteps(messages, pairing, { known, problems });
  const recorder = importRecorder();
  recorder.add({
    type: 'session_started',
    version: TRANSCRIPT_VERSION,
    key,
    seed: 0,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.language === undefined ? {} : { language: options.language }),
    origin: { kind: 'import', format, source: options.source ?? 'unknown' },
    policy: policy.length === 0 && options.policy === undefined ? 'unknown' : policy,
    tools,
    agent: { name: agent ?? 'unknown', adapter: 'import', toolCallsVisible: options.toolCallsVisible ?? true },
    user: { driver: 'import' },
    fixed: ['past'],
  });
  const goodbye = recordMessages(messages.slice(head.length), {
    recorder,
    pairing,
    stopTokens: talk.stopTokens,
    isSequential: options.observation === 'sequential',
    problems,
  });
  const said = goodbye === '' ? '' : `the last words were ${JSON.stringify(goodbye)}`;
  const detail = [end.detail, said].filter((text) => text !== '').join('; ');
  return {
    transcript: recorder.finish({ type: 'session_ended', reason: end.reason, detail }),
    userCalls: recorder.userCalls,
  };
}

function leadingSystem(messages: readonly LoggedMessage[]): readonly LoggedMessage[] {
  const first = messages.findIndex(({ kind }) => kind !== 'system');
  return messages.slice(0, first < 0 ? messages.length : first);
}
