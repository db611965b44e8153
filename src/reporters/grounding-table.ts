import type { FileFormat } from '../domain/contracts/reporter.ts';
import { forTerminal } from '../domain/display/terminal.ts';
import type { GroundingCurves, GroundingPoint } from '../domain/verdicts/run-result.ts';
import { hasFaults, type MarkedAnswersOptions, markedAnswers } from './grounding/marked-answers.ts';
import { countOf, formatCount, formatShare } from './terminal/numbers.ts';
import { paletteOf } from './terminal/palette.ts';
import { sessionName } from './terminal/session-name.ts';
import { displayWidth, fitWidth, padWidth } from './terminal/text-width.ts';

const MAX_NAME_COLUMNS = 40;
const FULL_BAR = 20;

type Row = { name: string; turn: string; counts: string; share: string; bar: string };

/** Sessions whose answers are shown. */
const MAX_SESSIONS = 20;

/**
 * `--report grounding`: the answers that say what the evidence does not, with the parts marked, and how many claims the
 * evidence supports by turn.
 */
export function groundingTable({
  columns = 80,
  colors = false,
}: {
  columns?: number;
  colors?: boolean;
} = {}): FileFormat {
  const look = { columns, palette: paletteOf(colors) };
  return {
    name: 'grounding',
    async *write(run, sessions) {
      const faulty = faultyAnswers(look);
      for await (const session of sessions) {
        const text = faulty.add(sessionName(session.key, false), session);
        if (text !== '') yield text;
      }
      yield `${faulty.rest()}${renderGrounding(run.grounding)}`;
    },
  };
}

/** Tells the marked answers of sessions one by one, of the first of them in full. Each text ends with an empty line. */
export function faultyAnswers(look: MarkedAnswersOptions): {
  add(name: string, session: Parameters<typeof markedAnswers>[0]): string;
  /** How many were not told. */
  rest(): string;
} {
  let count = 0;
  return {
    add(name, session) {
      if (count >= MAX_SESSIONS) {
        if (hasFaults(session.scores)) count += 1;
        return '';
      }
      const lines = markedAnswers(session, look);
      if (lines.length === 0) return '';
      count += 1;
      const head = look.palette.strong(forTerminal(name, { newlines: 'escape' }));
      return `${[head, ...lines.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')}\n\n`;
    },
    rest: () => {
      const hidden = count - MAX_SESSIONS;
      return hidden > 0
        ? `… and ${countOf(hidden, 'more session')} with such answers; all of them are in the JSON report\n\n`
        : '';
    },
  };
}

/**
 * The share of supported values by turn, for each scenario and over the run, with the counts it is made of. A turn in which
 * there was nothing to check has no line, since it is neither good nor bad. Ends with a line break.
 */
export function renderGrounding({ run, scenarios }: GroundingCurves): string {
  const title = 'Grounding: values in answers that the evidence supports, by turn (from 0)';
  if (run.length === 0 && scenarios.every(({ turns }) => turns.length === 0)) {
    return `${title}\n\nNothing was checkable: no answer held a value, or no check of the type \`grounded\` was made.\n`;
  }
  const blocks = [
    ...scenarios.map(({ scenario, turns }) => rowsOf(forTerminal(scenario, { newlines: 'escape' }), turns)),
    rowsOf('whole run', run, [totalOf(run)]),
  ];
  const head: Row = { name: 'scenario', turn: 'turn', counts: 'supported', share: 'share', bar: '' };
  const all = [head, ...blocks.flat()];
  const widths = {
    name: Math.min(MAX_NAME_COLUMNS, Math.max(...all.map(({ name }) => displayWidth(name)))),
    turn: Math.max(...all.map(({ turn }) => turn.length)),
    counts: Math.max(...all.map(({ counts }) => counts.length)),
  };
  const lineOf = ({ name, turn, counts, share, bar }: Row): string =>
    [
      padWidth(fitWidth(name, widths.name), widths.name),
      turn.padStart(widths.turn),
      counts.padStart(widths.counts),
      share.padStart(5),
      bar,
    ]
      .join('  ')
      .trimEnd();
  const body = blocks.map((rows) => rows.map(lineOf).join('\n')).join('\n\n');
  return `${title}\n\n${lineOf(head)}\n${body}\n`;
}

function rowsOf(name: string, points: readonly GroundingPoint[], totals: readonly GroundingPoint[] = []): Row[] {
  if (points.length === 0) return [{ name, turn: '-', counts: 'none', share: '', bar: 'nothing was checkable' }];
  const rows = points.map((point) => rowOf(String(point.turn), point));
  return [...rows, ...totals.map((point) => rowOf('all', point))].map((row, index) => ({
    ...row,
    name: index === 0 ? name : '',
  }));
}

function rowOf(turn: string, { supported, checkable }: GroundingPoint): Row {
  const share = checkable === 0 ? 0 : supported / checkable;
  // A bar is full, or empty, only where all or none is supported.
  const nearest = Math.round(share * FULL_BAR);
  const filled = share === 0 || share === 1 ? nearest : Math.min(FULL_BAR - 1, Math.max(1, nearest));
  return {
    name: '',
    turn,
    counts: `${formatCount(supported)}/${formatCount(checkable)}`,
    share: formatShare(supported, checkable),
    bar: '█'.repeat(filled) + '░'.repeat(FULL_BAR - filled),
  };
}

function totalOf(points: readonly GroundingPoint[]): GroundingPoint {
  return points.reduce(
    (sum, { supported, checkable }) => ({
      turn: 0,
      supported: sum.supported + supported,
      checkable: sum.checkable + checkable,
    }),
    { turn: 0, supported: 0, checkable: 0 },
  );
}
