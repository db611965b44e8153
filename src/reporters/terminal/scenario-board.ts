import type { RunPlan } from '../../domain/contracts/reporter.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Failure, Verdict } from '../../domain/verdicts/verdict.ts';
import { countOf, formatDuration } from './numbers.ts';
import type { Palette } from './palette.ts';
import { MARKS, scenarioName } from './session-name.ts';
import { displayWidth, fitWidth, padWidth } from './text-width.ts';

/** All trials of a scenario in one variant, as they come in. */
type Group = {
  name: string;
  planned: number;
  ended: number;
  passed: number;
  verdict: Verdict;
  fewestTurns: number;
  mostTurns: number;
  durationMs: number;
  /** Why the first trial that did not pass did not. */
  why?: string;
};

/** Lines of scenarios, each told once all of its trials are there, in the order of the plan. */
export type ScenarioBoard = {
  /** Takes a result in and gives the scenarios that can be told now. */
  add(result: SessionResult): string[];
  /** The scenarios that have results and were not told, such as after an interruption. */
  rest(): string[];
  /** Whether any line was given so far. */
  hasTold(): boolean;
};

const MAX_NAME_COLUMNS = 44;

export function scenarioBoard(
  { sessions }: Pick<RunPlan, 'sessions'>,
  { columns, palette, isQuiet }: { columns: number; palette: Palette; isQuiet: boolean },
): ScenarioBoard {
  const groups = new Map<string, Group>();
  for (const { key } of sessions) groupOf(groups, key).planned += 1;
  const nameColumns = Math.min(
    MAX_NAME_COLUMNS,
    Math.max(0, ...[...groups.values()].map(({ name }) => displayWidth(name))),
  );
  const waiting = [...groups.values()];
  let told = 0;
  let hasTold = false;
  const tell = (group: Group): string[] => {
    if (isQuiet && group.verdict === 'passed' && group.ended >= group.planned) return [];
    hasTold = true;
    return groupLines(group, { columns, nameColumns, palette });
  };
  return {
    add(result) {
      const isNew = !groups.has(groupId(result.key));
      const group = groupOf(groups, result.key);
      if (isNew) waiting.push(group);
      take(group, result);
      const lines: string[] = [];
      for (let next = waiting[told]; next !== undefined && next.ended >= next.planned; next = waiting[told]) {
        lines.push(...tell(next));
        told += 1;
      }
      return lines;
    },
    rest: () => waiting.splice(told).flatMap((group) => (group.ended === 0 ? [] : tell(group))),
    hasTold: () => hasTold,
  };
}

/** `turn 2, arguments: what went wrong`, on one line and not yet safe to show. */
export function failureText(failure: Failure | undefined, reason: string): string {
  if (failure === undefined) return reason;
  return `${failure.turn === undefined ? '' : `turn ${failure.turn}, `}${failure.stage}: ${failure.message}`;
}

function groupId({ scenario, variant }: SessionKey): string {
  return `${scenario}/${variant}`;
}

function groupOf(groups: Map<string, Group>, key: SessionKey): Group {
  const known = groups.get(groupId(key));
  if (known !== undefined) return known;
  const group: Group = {
    name: scenarioName(key),
    planned: 0,
    ended: 0,
    passed: 0,
    verdict: 'passed',
    fewestTurns: Infinity,
    mostTurns: 0,
    durationMs: 0,
  };
  groups.set(groupId(key), group);
  return group;
}

function take(group: Group, { verdict, turns, timings, failure, reason }: SessionResult): void {
  group.ended += 1;
  group.fewestTurns = Math.min(group.fewestTurns, turns);
  group.mostTurns = Math.max(group.mostTurns, turns);
  group.durationMs += timings.durationMs;
  if (verdict === 'passed') {
    group.passed += 1;
    return;
  }
  const isWorse = verdict === 'failed' && group.verdict !== 'failed';
  if (isWorse || group.why === undefined) group.why = failureText(failure, reason);
  if (isWorse || group.verdict === 'passed') group.verdict = verdict;
}

function groupLines(
  group: Group,
  { columns, nameColumns, palette }: { columns: number; nameColumns: number; palette: Palette },
): string[] {
  const { name, verdict, planned, ended, passed, fewestTurns, mostTurns, durationMs, why } = group;
  const isWhole = ended >= planned;
  const turns = fewestTurns === mostTurns ? countOf(mostTurns, 'turn') : `${fewestTurns}-${mostTurns} turns`;
  const trials = planned > 1 || !isWhole ? `${passed}/${Math.max(planned, ended)} passed` : '';
  const missing = isWhole ? '' : `  ${Math.max(planned, ended) - ended} not run`;
  const facts = `${padWidth(turns, 10)} ${padWidth(formatDuration(durationMs), 9)} ${trials}${missing}`.trimEnd();
  const style = palette[verdict];
  const line = `${style(MARKS[verdict])} ${padWidth(fitWidth(name, nameColumns), nameColumns)}  ${palette.quiet(facts)}`;
  if (why === undefined) return [line];
  const reason = fitWidth(forTerminal(why.slice(0, 2000), { newlines: 'escape' }), columns - 2);
  return [line, `  ${style(reason)}`];
}
