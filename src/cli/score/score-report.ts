import { basename } from 'node:path';
import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import type { GateOutcome } from '../../domain/verdicts/run-result.ts';
import type { Failure } from '../../domain/verdicts/verdict.ts';
import { renderGrounding } from '../../reporters/grounding-table.ts';
import { checkList } from '../../reporters/terminal/check-list.ts';
import { failureReport } from '../../reporters/terminal/failure-report.ts';
import { fitSentence } from '../../reporters/terminal/fit-sentence.ts';
import { countOf, formatCount, formatDuration } from '../../reporters/terminal/numbers.ts';
import { type Palette, paletteOf } from '../../reporters/terminal/palette.ts';
import { MARKS } from '../../reporters/terminal/session-name.ts';
import { checkTable, problemTable } from './score-tables.ts';
import type { ScoreTotals } from './score-totals.ts';
import type { ScoredConversation } from './scored-conversation.ts';

export type ScoreReportOptions = {
  write(text: string): void;
  columns: number;
  colors: boolean;
  verbosity: 'quiet' | 'normal' | 'verbose';
  /** Whether the grounding of answers is told by turn. */
  withGrounding: boolean;
  /** Whether all conversations come from one file. */
  hasOneLog: boolean;
  /** The command that scores one conversation again. */
  again(conversation: ScoredConversation): string;
};

/** Tells a person what logs came to: those that did not pass, checks, what is odd in the logs, and the whole. */
export type ScoreReport = {
  add(conversation: ScoredConversation): void;
  end(totals: ScoreTotals, gate: GateOutcome, more: Besides): void;
};

type Besides = {
  /** What makes the answer worthless besides the conversations: a case that nothing matches. */
  problems: readonly string[];
  notes: readonly string[];
  durationMs: number;
};

/** Reports in full: of conversations that failed, and of those that could not be judged. */
const MAX_FULL = { failed: 10, invalid: 3 };
const MAX_LINES = 200;
const MAX_ID = 36;

export function scoreReport(options: ScoreReportOptions): ScoreReport {
  const { verbosity, hasOneLog } = options;
  const palette = paletteOf(options.colors);
  const look = { columns: Math.max(40, options.columns), palette, hasOneLog };
  const isWhole = verbosity === 'verbose';
  const left = { ...MAX_FULL };
  const print = printer(options.write);
  let untold = 0;
  let lines = 0;
  return {
    add(conversation) {
      if (verbosity === 'quiet') return;
      const verdict = conversation.status === 'scored' ? conversation.result.verdict : 'invalid';
      if (isWhole) print('line', problemLines(conversation));
      if (verdict === 'passed') {
        if (isWhole) print('line', passedLines(conversation, look));
      } else if (conversation.status === 'scored' && (isWhole || left[verdict] > 0)) {
        left[verdict] -= 1;
        const again = (): string => options.again(conversation);
        print('block', failureReport(conversation.result, { ...look, replay: again, isWhole }));
      } else if (isWhole || lines < MAX_LINES) {
        lines += 1;
        print('line', [shortLine(conversation, look)]);
      } else untold += 1;
    },
    end(totals, gate, { problems, notes, durationMs }) {
      if (untold > 0) print('line', [palette.quiet(`… and ${formatCount(untold)} more, all of them with --json`)]);
      print('block', checkTable(totals.checks, look));
      print('block', problemTable(totals.problems, { ...look, isWhole }));
      if (options.withGrounding) print('block', groundingLines(totals));
      print('block', summaryLines(totals, { gate, problems, notes, durationMs, palette }));
    },
  };
}

/** Leaves an empty line around blocks, and none between lines. */
function printer(write: (text: string) => void): (kind: 'line' | 'block', lines: readonly string[]) => void {
  let before: 'line' | 'block' | undefined;
  return (kind, lines) => {
    if (lines.length === 0) return;
    const gap = before === 'block' || (before === 'line' && kind === 'block') ? '\n' : '';
    before = kind;
    write(`${gap}${lines.join('\n')}\n`);
  };
}

function groundingLines({ grounding }: ScoreTotals): string[] {
  return renderGrounding({ run: [...grounding], scenarios: [] })
    .trimEnd()
    .split('\n');
}

type Look = { columns: number; palette: Palette; hasOneLog: boolean };

function problemLines({ problems }: ScoredConversation): string[] {
  return problems.map(
    (problem) => `${problem.severity === 'warning' ? 'warning ' : ''}${forTerminal(formatProblem(problem))}`,
  );
}

function passedLines(conversation: ScoredConversation, { columns, palette, hasOneLog }: Look): string[] {
  if (conversation.status !== 'scored') return [];
  const { result } = conversation;
  const head = palette.passed(
    fitSentence(forTerminal(`${MARKS.passed} ${placeName(conversation, hasOneLog)}`, { newlines: 'escape' }), columns),
  );
  return [head, ...checkList(result.scores, { columns: columns - 4, palette }).map((line) => `    ${line}`)];
}

/** `✗ conv-17 (logs/jan.jsonl:17): turn 2, arguments: what went wrong`. */
function shortLine(conversation: ScoredConversation, { columns, palette, hasOneLog }: Look): string {
  const verdict = conversation.status === 'scored' ? conversation.result.verdict : 'invalid';
  const text = `${MARKS[verdict]} ${placeName(conversation, hasOneLog)}: ${reasonOf(conversation).slice(0, 2000)}`;
  return palette[verdict](fitSentence(forTerminal(text, { newlines: 'escape' }), columns));
}

/** Its id with its place, as briefly as it can be found; a long id keeps its ends. */
function placeName({ name, hasId, place }: ScoredConversation, hasOneLog: boolean): string {
  if (!hasId) return name;
  const id = name.length <= MAX_ID ? name : `${name.slice(0, MAX_ID / 2)}…${name.slice(-MAX_ID / 2)}`;
  return `${id} (${hasOneLog ? 'line ' : `${basename(place.file)}:`}${place.line})`;
}

function reasonOf(conversation: ScoredConversation): string {
  if (conversation.status === 'unreadable') return conversation.reason;
  const { failure, reason, verdict } = conversation.result;
  return verdict === 'failed' && failure !== undefined ? failureText(failure) : reason;
}

function failureText({ turn, stage, message }: Failure): string {
  return `${turn === undefined ? '' : `turn ${turn}, `}${stage}: ${message}`;
}

function summaryLines(
  totals: ScoreTotals,
  { gate, problems, notes, durationMs, palette }: Besides & { gate: GateOutcome; palette: Palette },
): string[] {
  const { conversations, passed, failed, invalid } = totals;
  const counts = [
    ...(failed > 0 ? [palette.failed(`${formatCount(failed)} failed`)] : []),
    ...(invalid > 0 ? [palette.invalid(`${formatCount(invalid)} invalid`)] : []),
    passed > 0 ? palette.passed(`${formatCount(passed)} passed`) : '0 passed',
  ];
  const [style, word] = {
    met: [palette.passed, 'gate met'] as const,
    lost: [palette.failed, 'gate lost'] as const,
    invalid: [palette.invalid, 'invalid'] as const,
    interrupted: [palette.invalid, 'interrupted'] as const,
  }[gate.status];
  const reasons = gate.reasons.map((reason) => `${style(word)}: ${forTerminal(reason, { newlines: 'escape' })}`);
  return [
    `${counts.join(', ')} of ${countOf(conversations, 'conversation')} in ${formatDuration(durationMs)}`,
    ...(reasons.length === 0 ? [style(word)] : reasons),
    ...problems
      .filter((problem) => !gate.reasons.includes(problem))
      .map((problem) => `${palette.invalid('problem')}: ${forTerminal(problem, { newlines: 'escape' })}`),
    ...notes.map((note) => `${palette.quiet('note')}: ${forTerminal(note, { newlines: 'escape' })}`),
  ];
}
