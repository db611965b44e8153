import type { RunPlan } from '../../domain/contracts/reporter.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import { blindChecks } from './failure/blind-checks.ts';
import { endText, isDecidedByEnd } from './failure/end-text.ts';
import { fitSentence } from './fit-sentence.ts';
import { countOf, formatDuration } from './numbers.ts';
import type { Palette } from './palette.ts';
import { MARKS, scenarioName } from './session-name.ts';
import { displayWidth, fitWidth, padWidth } from './text-width.ts';
import { trialRate } from './totals/trial-rate.ts';

/** All trials of a scenario in one variant, as they come in. */
type Group = {
  name: string;
  planned: number;
  ended: number;
  passed: number;
  failed: number;
  verdict: Verdict;
  fewestTurns: number;
  mostTurns: number;
  durationMs: number;
  /** Where the first trial that did not pass went wrong. */
  where?: Where;
  /** Lines below that of the scenario, of its trials. */
  details: { trial: number; lines: readonly string[] }[];
};

/** Where a session went wrong, from more words to fewer; `told` is worth showing even when only its beginning fits. */
type Where = { told?: string; places: readonly string[] };

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
/** Turns and time, without the count of trials. */
const FACTS_COLUMNS = 20;
/** Columns of the words about an end that are worth being shown. */
const MIN_DETAIL = 10;

export type BoardOptions = {
  columns: number;
  palette: Palette;
  isQuiet: boolean;
  /** What is told of a session below its scenario. */
  detailsOf?: (result: SessionResult) => readonly string[];
};

export function scenarioBoard(
  { sessions }: Pick<RunPlan, 'sessions'>,
  { columns, palette, isQuiet, detailsOf = () => [] }: BoardOptions,
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
      const details = detailsOf(result);
      if (details.length > 0) group.details.push({ trial: result.key.trial, lines: details });
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
    failed: 0,
    verdict: 'passed',
    fewestTurns: Infinity,
    mostTurns: 0,
    durationMs: 0,
    details: [],
  };
  groups.set(groupId(key), group);
  return group;
}

function take(group: Group, result: SessionResult): void {
  const { verdict, turns, timings } = result;
  group.ended += 1;
  group.fewestTurns = Math.min(group.fewestTurns, turns);
  group.mostTurns = Math.max(group.mostTurns, turns);
  group.durationMs += timings.durationMs;
  if (verdict === 'passed') {
    group.passed += 1;
    return;
  }
  if (verdict === 'failed') group.failed += 1;
  const isWorse = verdict === 'failed' && group.verdict !== 'failed';
  if (isWorse || group.where === undefined) group.where = whereOf(result);
  if (isWorse || group.verdict === 'passed') group.verdict = verdict;
}

type Look = { columns: number; nameColumns: number; palette: Palette };

function groupLines(group: Group, look: Look): string[] {
  const { columns, nameColumns, palette } = look;
  const { verdict, where, planned, ended } = group;
  const style = palette[verdict];
  const head = `${style(MARKS[verdict])} ${padWidth(fitWidth(group.name, nameColumns), nameColumns)}  `;
  const isWhole = ended >= planned;
  const facts = factsOf(group);
  const columned = padWidth(facts, FACTS_COLUMNS);
  const room = columns - nameColumns - columned.length - 6;
  const place = where === undefined ? undefined : placeThatFits(where, room);
  return [
    place === undefined ? `${head}${palette.quiet(facts)}` : `${head}${palette.quiet(columned)}  ${style(place)}`,
    ...(isWhole && ended > 1 ? trialRate(group, columns - 4).map((line) => `    ${palette.quiet(line)}`) : []),
    ...group.details.toSorted((a, b) => a.trial - b.trial).flatMap(({ lines }) => lines.map((text) => `  ${text}`)),
  ];
}

function placeThatFits({ told, places }: Where, room: number): string | undefined {
  const texts = places.map(inLine);
  const [first = ''] = texts;
  if (told !== undefined && displayWidth(first) + MIN_DETAIL <= room) return fitSentence(inLine(told), room);
  return texts.find((text) => displayWidth(text) <= room);
}

/** `3-5 turns  140 ms`, and for a scenario that was cut short `1/2 passed  1 not run`. */
function factsOf({ fewestTurns, mostTurns, durationMs, planned, ended, passed }: Group): string {
  const turns = fewestTurns === mostTurns ? countOf(mostTurns, 'turn') : `${fewestTurns}-${mostTurns} turns`;
  const missing = ended < planned ? `${passed}/${planned} passed  ${planned - ended} not run` : '';
  return `${padWidth(turns, 10)} ${padWidth(formatDuration(durationMs), 9)} ${missing}`.trimEnd();
}

/** The sentence that says what went wrong follows in the report; of an end that decides there may be a word more. */
function whereOf(result: SessionResult): Where {
  const { verdict, failure, endReason, reason, scores } = result;
  if (isDecidedByEnd(result) && (verdict === 'invalid' || failure === undefined)) {
    return { told: endText(result), places: [endReason] };
  }
  if (verdict === 'invalid' || failure === undefined) {
    const blind = blindChecks(scores).length;
    const count = blind > 1 ? [`${countOf(blind, 'check')} could not be made`] : [];
    return { places: [reason, ...count, 'no valid test'] };
  }
  const place = `${failure.turn === undefined ? '' : `turn ${failure.turn}, `}${failure.stage}`;
  const full = `${place}: ${failure.code}`;
  if (failure.scoreId !== undefined) return { places: [full, place] };
  return { told: `${place}: ${endText(result)}`, places: [full, failure.code] };
}

function inLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}
