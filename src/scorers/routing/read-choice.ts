import { NO_TOOL } from '../../domain/authoring/routing.ts';
import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Turn } from '../../domain/transcript/turns.ts';

/** What the agent did with the message of a turn. */
export type Choice =
  /** `together`: all calls that its message launched, which are all of wanted tools where `call` is. */
  | { kind: 'tool'; call: TrajectoryCall; together: readonly TrajectoryCall[] }
  | { kind: 'unknown_tool'; call: TrajectoryCall }
  | { kind: 'none'; turn: Turn }
  | { kind: 'no_answer' };

/**
 * The first message of the agent that launches calls is its choice; what it calls later follows from results. Of several
 * calls in that message the first one that is not wanted counts, so that calling everything is no way to be right.
 */
export function readChoice({ turns, transcript }: ScoreInput, at: number, wanted: readonly string[]): Choice {
  const turn = turns.find((one) => one.turn === at);
  const [first] = turn?.calls ?? [];
  if (turn === undefined) return { kind: 'no_answer' };
  if (first === undefined)
    return turn.messages.some(({ text }) => text.trim() !== '') ? { kind: 'none', turn } : { kind: 'no_answer' };
  const together = turn.calls.filter(({ step }) => step === first.step);
  const call = together.find(({ name }) => !isWantedTool(name, wanted)) ?? first;
  return isKnown(call, startOf(transcript)?.tools) ? { kind: 'tool', call, together } : { kind: 'unknown_tool', call };
}

/** A tool that is named as no tool is in tables is never wanted. */
export function isWantedTool(name: string, wanted: readonly string[]): boolean {
  return name !== NO_TOOL && wanted.includes(name);
}

type Tools = NonNullable<ReturnType<typeof startOf>>['tools'] | undefined;

/** A tool that the agent brings and reports itself is not in the list, and exists all the same. */
function isKnown({ name, call, result }: TrajectoryCall, tools: Tools): boolean {
  if (result?.outcome.status === 'error' && result.outcome.kind === 'unknown_tool') return false;
  if (call.source === 'reported' || tools === undefined || tools === 'unknown') return true;
  return tools.some((tool) => tool.name === name);
}
