import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import { endOf } from '../../../domain/transcript/endings.ts';
import { type WorldChange, type WorldHistory, worldByTurn } from '../../../domain/transcript/world-by-turn.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import type { Finding } from '../../../domain/verdicts/evidence.ts';

/** The world at one moment: at the end, or when a turn was over. */
export type WorldMoment = {
  input: ScoreInput;
  history: WorldHistory;
  state: JsonValue;
  /** What was changed until then, in order. */
  changes: readonly WorldChange[];
  /** The turn after which this is; absent for the end. */
  turn?: number | undefined;
  /** As it stands in sentences: `at the end`, `after turn 1`. */
  when: string;
  /** Event to point at. */
  seq: number;
};

/** The moment, or why it cannot be told, or the finding that it never came; undefined without the state of a world. */
export function worldMomentOf(
  input: ScoreInput,
  turn: number | undefined,
): WorldMoment | { unscored: string } | { missing: Finding } | undefined {
  const { transcript, trajectory } = input;
  const end = endOf(transcript);
  const history = worldByTurn(transcript, trajectory);
  if (end?.world === undefined || history === undefined) return undefined;
  const changes = history.turns.flatMap((one) => one.changes);
  if (turn === undefined) {
    return { input, history, state: end.world.state, changes, when: 'at the end', seq: end.seq };
  }
  const last = Math.max(...history.turns.map((one) => one.turn));
  const state = history.turns.find((one) => one.turn === turn)?.state;
  if (state === undefined) return { missing: neverCame(turn, { last, seq: end.seq }) };
  if (history.sum.addsUp === 'no') {
    return { unscored: `the recorded changes of the world do not add up: ${history.sum.problems[0]}` };
  }
  return {
    input,
    history,
    state,
    changes: changes.filter((change) => change.turn <= turn),
    turn,
    when: `after turn ${turn}`,
    seq: transcript.findLast((event) => event.turn <= turn)?.seq ?? end.seq,
  };
}

function neverCame(turn: number, { last, seq }: { last: number; seq: number }): Finding {
  return {
    turn: last,
    stage: 'execution',
    code: 'missing_turn',
    severity: 'failure',
    message: `turn ${turn}, after which the world is looked at, never came: the talk was over after turn ${last}`,
    evidence: [{ kind: 'event', seq }],
  };
}
