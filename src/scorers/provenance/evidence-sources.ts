import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { type SourceText, sourceText } from './source-text.ts';

/**
 * Where a value may come from. `user`, `tool` and `policy` are evidence; `error`, `agent` and `documentation` are not, and
 * say why a value that stands only there is none.
 */
export type Source = {
  kind: 'user' | 'tool' | 'policy' | 'error' | 'agent' | 'documentation';
  /** `seq` from which the agent knows it; absent for a result that it never saw. */
  knownFrom: number | undefined;
  /** As it stands in reports: `the user (turn 0)`, `lookup_order (turn 1)`. */
  label: string;
  text: SourceText;
  /** The words as they were said. */
  original: string;
  /** The call whose result it is. */
  call?: { index: number; launchedAt: number } | undefined;
};

/** All sources of a session, oldest first. */
export function evidenceSources({ transcript, trajectory }: ScoreInput): Source[] {
  const started = startOf(transcript);
  const now = started?.now;
  const sources: Source[] = [];
  const add: AddSource = (kind, knownFrom, label, text, call) => {
    if (text.trim() !== '') sources.push({ kind, knownFrom, label, text: sourceText(text, now), original: text, call });
  };
  for (const text of started?.policy === 'unknown' ? [] : (started?.policy ?? [])) add('policy', 0, 'the policy', text);
  for (const tool of started?.tools === 'unknown' ? [] : (started?.tools ?? [])) {
    const text = `${tool.description}\n${JSON.stringify(tool.parameters)}`;
    add('documentation', 0, `the description of ${tool.name}`, text);
  }
  for (const event of transcript) {
    if (event.type === 'user_message') add('user', event.seq, `the user (turn ${event.turn})`, event.text);
    if (event.type === 'agent_message') add('agent', event.seq, `the agent itself (turn ${event.turn})`, event.text);
    if (event.type === 'agent_step' && event.text !== undefined) {
      add('agent', event.seq, `the agent itself (turn ${event.turn})`, event.text);
    }
  }
  for (const call of trajectory.calls) addResult(call, add);
  return sources;
}

type AddSource = (
  kind: Source['kind'],
  knownFrom: number | undefined,
  label: string,
  text: string,
  call?: Source['call'],
) => void;

function addResult(call: TrajectoryCall, add: AddSource): void {
  const outcome = call.result?.outcome;
  const label = `${call.name} (turn ${call.turn})`;
  if (outcome?.status === 'error') add('error', call.seenAt, label, outcome.message, call);
  if (outcome?.status !== 'ok') return;
  const { content } = outcome;
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 1);
  add('tool', call.seenAt, label, text, call);
}

/** Whether the agent knew the source when it launched a call at `seq`. */
export function isKnown({ knownFrom }: Source, launchedAt: number): boolean {
  return knownFrom !== undefined && knownFrom <= launchedAt;
}
