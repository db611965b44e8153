import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { visibleText } from '../../domain/display/visible-text.ts';
import { forWorkflowCommand, forWorkflowProperty } from '../../domain/display/workflow-command.ts';
import { truncate } from '../../domain/values/text.ts';
import type { JudgedGroup } from '../../domain/verdicts/judge-groups.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import { countOf, formatCount } from '../terminal/numbers.ts';
import { worstOf } from './markdown/trouble-table.ts';
import { groupName, troubleAround, troubledGroups, untoldReasons } from './run-groups.ts';
import { replayOfSession } from './session-story.ts';

/** GitHub shows so many errors of a step, and as many warnings. */
const MAX_SHOWN = 10;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1_500;

/**
 * Workflow commands by which GitHub marks the lines of scenario files: an error for each scenario that failed or was no
 * valid test, a warning where its gate allows the failures. `fileOf` turns a file as people are told of it into its path
 * from the root of the repository.
 */
export function annotationsReport({ fileOf = (file) => file }: { fileOf?: (file: string) => string } = {}): FileFormat {
  return {
    name: 'annotations',
    async *write(run) {
      const groups = troubledGroups(run);
      const errors = byScenario(groups.filter(({ verdict }) => verdict !== 'passed'));
      const around = [...troubleAround(run), ...untoldReasons(run, errors.length > 0)];
      const isMarked = new Set(errors.map(([{ scenario }]) => scenario));
      const flaky = groups.filter(({ verdict, scenario }) => verdict === 'passed' && !isMarked.has(scenario));
      if (around.length > 0) yield command('error', { title: 'the run itself' }, around.join('\n'));
      const room = MAX_SHOWN - (around.length > 0 ? 1 : 0);
      yield* commandsFor(errors, { level: 'error', room, run, fileOf });
      yield* commandsFor(byScenario(flaky), { level: 'warning', room: MAX_SHOWN, run, fileOf });
    },
  };
}

type Level = 'error' | 'warning';
type Context = { level: Level; room: number; run: RunResult; fileOf: (file: string) => string };

/** The variants of a scenario, and the rows of a table, that have something to be told. */
type Marked = readonly [JudgedGroup, ...JudgedGroup[]];

function byScenario(groups: readonly JudgedGroup[]): readonly Marked[] {
  const scenarios = new Map<string, [JudgedGroup, ...JudgedGroup[]]>();
  for (const group of groups) {
    const known = scenarios.get(group.scenario);
    if (known === undefined) scenarios.set(group.scenario, [group]);
    else known.push(group);
  }
  return [...scenarios.values()];
}

/** The last one that is shown says how many are not. */
function* commandsFor(scenarios: readonly Marked[], { level, room, run, fileOf }: Context): Iterable<string> {
  const shown = scenarios.slice(0, room);
  const hidden = scenarios.length - shown.length;
  for (const [index, [group, ...others]] of shown.entries()) {
    const session = group.sessions.find(({ verdict }) => verdict === worstOf(group));
    if (session === undefined) continue;
    const isLast = index === shown.length - 1 && hidden > 0;
    const rest = level === 'error' ? 'did not pass' : 'failed at times';
    const text = [
      messageOf(session),
      ...(group.sessions.length > 1
        ? [`${formatCount(group.counts.passed)} of ${countOf(group.sessions.length, 'trial')} passed`]
        : []),
      `replay: ${replayOfSession(session, run)}`,
      ...othersText(others),
      ...(isLast ? [`… and ${countOf(hidden, 'more scenario')} ${rest}, not shown here`] : []),
    ];
    const { file, line } = session.place ?? {};
    const title = truncate(`${groupName(group)}: ${whereOf(session)}`, MAX_TITLE);
    yield command(level, { file: file === undefined ? undefined : fileOf(file), line, title }, joinLines(text));
  }
}

function othersText(others: readonly JudgedGroup[]): string[] {
  if (others.length === 0) return [];
  const names = others.slice(0, 5).map(({ variant }) => variant);
  return [`also in this scenario: ${names.join(', ')}${others.length > 5 ? ` and ${others.length - 5} more` : ''}`];
}

/** Made visible one by one: the end of one and the break after it may not become something else together. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => visibleText(line)).join('\n');
}

function whereOf({ verdict, failure, endReason }: SessionSummary): string {
  if (verdict === 'invalid' || failure === undefined) return `${verdict}, ${endReason}`;
  return `${failure.turn === undefined ? '' : `turn ${failure.turn}, `}${failure.stage}: ${failure.code}`;
}

function messageOf({ verdict, failure, reason }: SessionSummary): string {
  const text = verdict === 'invalid' || failure === undefined || failure.message === '' ? reason : failure.message;
  const quote = verdict === 'failed' ? failure?.evidence.find((one) => one.quote !== undefined)?.quote : undefined;
  const quoted = quote === undefined || text.includes(quote) ? '' : `\nevidence: "${truncate(quote, 200)}"`;
  return `${truncate(text, MAX_MESSAGE)}${quoted}`;
}

function command(
  level: Level,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const listed = Object.entries(properties).flatMap(([name, value]) => {
    return value === undefined ? [] : [`${name}=${forWorkflowProperty(String(value))}`];
  });
  return `::${level} ${listed.join(',')}::${forWorkflowCommand(message)}\n`;
}
