import type { FileFormat } from '../domain/contracts/reporter.ts';
import { forTerminal } from '../domain/display/terminal.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { Rate, RoutingResult } from '../domain/verdicts/routing-result.ts';
import { replayCommand } from './replay-command.ts';
import { matrixLines } from './routing/matrix-lines.ts';
import { misroutedText, misrouteLines } from './routing/misroute-lines.ts';
import { markedText } from './terminal/marked-text.ts';
import { countOf, formatCount, formatShare } from './terminal/numbers.ts';
import { type Palette, paletteOf } from './terminal/palette.ts';
import { displayWidth, fitWidth, padWidth } from './terminal/text-width.ts';

export type RoutingLook = {
  columns: number;
  palette?: Palette | undefined;
  /** Misroutes that are told in words; all where absent. */
  most?: number | undefined;
  /** The command that runs one session again. */
  replay?: ((key: SessionKey) => string) | undefined;
};

/** `--report routing`: for each table of messages, which tool was called for what. */
export function routingReport(look: Partial<RoutingLook> = {}): FileFormat {
  return {
    name: 'routing',
    async *write(run) {
      const { columns = 80, replay = (key) => replayCommand(key, { seed: run.seed }) } = look;
      const { routing = [] } = run;
      if (routing.length === 0) yield 'Routing: no scenario of this run has a table of messages that was played.\n';
      for (const [index, one] of routing.entries()) {
        const rows = one.rows.length === 1 ? [] : ['', '  rows', ...rowLines(one, columns)];
        const lines = [...renderRouting(one, { columns, replay }), ...rows];
        yield `${index === 0 ? '' : '\n'}${lines.map((line) => `${line.trimEnd()}\n`).join('')}`;
      }
    },
  };
}

const MAX_NAME = 40;
/** Columns in which names and intervals have room beside each other. */
const WIDE_ENOUGH = 66;

/** A table's accuracy, its confusion matrix, the rates of each tool, and what went wrong. Of one row alone, its line. */
export function renderRouting(result: RoutingResult, look: RoutingLook): string[] {
  const { columns, palette = paletteOf(false), most = Number.POSITIVE_INFINITY, replay = replayCommand } = look;
  const head = fitWidth(`which tool for which message: ${nameOf(result)}`, columns);
  // A matrix of one row says no more than the row, and rates of it say nothing.
  if (result.rows.length === 1) return [head, ...rowLines(result, columns)];
  const misroutes = misrouteLines(result, { columns: columns - 2, most, replay: (key) => replay(key) });
  return [
    head,
    ...markedText(accuracyText(result), { columns: columns - 2 }).map(({ text }) => `  ${text}`),
    '',
    ...matrixLines(result, columns - 2).map((line) => `  ${line}`),
    '',
    ...rateLines(result, columns - 2).map((line) => `  ${palette.quiet(line)}`),
    ...(misroutes.length === 0 ? [] : ['', `  ${palette.failed(`misrouted: ${misroutedText(result)}`)}`]),
    ...misroutes.map((line) => `  ${line}`),
  ];
}

function nameOf({ scenario, variant }: RoutingResult): string {
  return forTerminal(variant === 'default' ? scenario : `${scenario} (${variant})`, { newlines: 'escape' });
}

function accuracyText({ accuracy, invalid }: RoutingResult): string {
  const left = invalid === 0 ? '' : `; ${countOf(invalid, 'invalid session')} left out`;
  if (accuracy.of === 0) return `no session was a valid test${left}`;
  return `${formatCount(accuracy.right)} of ${formatCount(accuracy.of)} right (${intervalText(accuracy)})${left}`;
}

/** `80 %, 95 % interval 38–96 %`. */
function intervalText({ right, of, interval }: Rate): string {
  if (interval === undefined) return formatShare(right, of);
  const from = formatShare(interval.low, 1).replace(' %', '');
  return `${formatShare(right, of)}, 95 % interval ${from}–${formatShare(interval.high, 1)}`;
}

/** For each tool: of the messages that wanted it, how many got it; of those that got it, how many wanted it. */
function rateLines({ tools }: RoutingResult, columns: number): string[] {
  const isWide = columns >= WIDE_ENOUGH;
  const rows = tools.map(({ tool, recall, precision }) => ({
    tool: forTerminal(tool, { newlines: 'escape' }),
    recall: rateText(recall, isWide),
    precision: rateText(precision, isWide),
  }));
  const all = [{ tool: '', recall: 'recall', precision: 'precision' }, ...rows];
  const widthOf = (key: 'tool' | 'recall' | 'precision'): number =>
    Math.max(...all.map((row) => displayWidth(row[key])));
  const room = columns - widthOf('recall') - widthOf('precision') - 4;
  const name = Math.max(10, Math.min(widthOf('tool'), MAX_NAME, room));
  return all.map(({ tool, recall, precision }) =>
    `${padWidth(fitWidth(tool, name), name)}  ${padWidth(recall, widthOf('recall'))}  ${precision}`.trimEnd(),
  );
}

/** `4/5 80 % (38–96 %)`. */
function rateText({ right, of, interval }: Rate, withInterval: boolean): string {
  if (interval === undefined) return '-';
  if (!withInterval) return `${formatCount(right)}/${formatCount(of)} ${formatShare(right, of)}`;
  const from = formatShare(interval.low, 1).replace(' %', '');
  return `${formatCount(right)}/${formatCount(of)} ${formatShare(right, of)} (${from}–${formatShare(interval.high, 1)})`;
}

/** Every row with how often it went right. */
function rowLines({ rows }: RoutingResult, columns: number): string[] {
  const counts = rows.map(({ right, sessions, invalid }) =>
    invalid === 0
      ? `${formatCount(right)}/${formatCount(sessions)}`
      : `${formatCount(right)}/${formatCount(sessions)}, ${formatCount(invalid)} invalid`,
  );
  const width = Math.max(...counts.map((count) => count.length));
  const texts = rows.map(({ say, wanted }) => forTerminal(`${wanted.join(' or ')}: ${say}`, { newlines: 'escape' }));
  return rows.map((_row, index) => fitWidth(`  ${(counts[index] ?? '').padStart(width)}  ${texts[index]}`, columns));
}
