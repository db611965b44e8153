import type { RunGate } from '../domain/authoring/gate.ts';
import { countOf } from '../domain/values/quantities.ts';
import type { GateOutcome } from '../domain/verdicts/run-result.ts';
import type { Totals } from '../domain/verdicts/totals.ts';
import { judgeRunGate, type RunFacts } from './gates/run-gate.ts';
import { type GatedScenario, judgeScenario, nameOf } from './gates/scenario-gate.ts';

/**
 * Whether the run may be called good. `lost`: a gate is missed even if every session that is invalid or did not run had
 * passed. `invalid`: not lost, but a session is invalid, missing, or nothing ran.
 */
export function judgeRun({
  missing,
  problems,
  interrupted,
  gate,
  mayBeEmpty = false,
  ...facts
}: RunFacts & {
  gate: RunGate;
  missing: readonly string[];
  problems: readonly string[];
  interrupted: boolean;
  /** A shard without sessions is no mistake. */
  mayBeEmpty?: boolean;
}): GateOutcome {
  const { totals, scenarios } = facts;
  if (interrupted)
    return {
      status: 'interrupted',
      reasons: [`the run was interrupted; ${countOf(missing.length, 'session')} did not run`],
    };
  const says = scenarios.map((one) => ({ one, say: judgeScenario(one) }));
  const whole = totals.sessions === 0 ? { lost: [], open: [] } : judgeRunGate(gate, facts);
  const lost = [...describeLosses(says), ...whole.lost];
  if (lost.length > 0) return { status: 'lost', reasons: lost };
  const reasons = [
    ...unknowns(totals, missing, mayBeEmpty),
    ...says.flatMap(({ say }) => say.open),
    ...whole.open,
    ...problems,
  ];
  return reasons.length > 0 ? { status: 'invalid', reasons } : { status: 'met', reasons: [] };
}

function unknowns(totals: Totals, missing: readonly string[], mayBeEmpty: boolean): string[] {
  const { sessions, invalid } = totals;
  return [
    ...(sessions === 0 && !mayBeEmpty ? ['nothing ran'] : []),
    ...(invalid > 0 ? [`${invalid} of ${countOf(sessions, 'session')} ${invalid === 1 ? 'is' : 'are'} invalid`] : []),
    ...(missing.length > 0
      ? [`${countOf(missing.length, 'session')} came to no result: ${missing.slice(0, 5).join(', ')}`]
      : []),
  ];
}

/** Scenarios that ran once and just failed are named together; each other one has its own sentences. */
function describeLosses(says: readonly { one: GatedScenario; say: { lost: readonly string[] } }[]): string[] {
  const lost = says.filter(({ say }) => say.lost.length > 0);
  const isPlain = ({ one }: { one: GatedScenario }): boolean => one.totals.sessions === 1 && one.totals.failed === 1;
  const once = lost.filter(isPlain).map(({ one }) => nameOf(one.totals));
  const shown = once.length > 5 ? [...once.slice(0, 5), `and ${once.length - 5} more`] : once;
  return [
    ...(once.length === 0 ? [] : [`${countOf(once.length, 'scenario')} failed: ${shown.join(', ')}`]),
    ...lost.filter((one) => !isPlain(one)).flatMap(({ say }) => say.lost),
  ];
}
