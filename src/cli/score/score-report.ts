import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import type { GateOutcome } from '../../domain/verdicts/run-result.ts';
import type { Failure } from '../../domain/verdicts/verdict.ts';
import { faultyAnswers, renderGrounding } from '../../reporters/grounding-table.ts';
import { checkList } from '../../reporters/terminal/check-list.ts';
import { failureReport } from '../../reporters/terminal/failure-report.ts';
import { type Palette, paletteOf } from '../../reporters/terminal/palette.ts';
import { MARKS } from '../../reporters/terminal/session-name.ts';
import type { FailureGroup } from './failure-groups.ts';
import { placeName } from './group-lines.ts';
import { type Example, groupBlocks, groupTable } from './group-report.ts';
import { checkTable, problemTable } from './score-tables.ts';
import type { ScoreTotals } from './score-totals.ts';
import type { ScoredConversation } from './scored-conversation.ts';
import { type Besides, summaryLines } from './summary-lines.ts';
import { wholeLine } from './whole-line.ts';

export type ScoreReportOptions = {
  write(text: string): void;
  columns: number;
  /** A person looks at it: lines are wrapped at its width. In a file each stays whole. */
  isTty: boolean;
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
  /** `group`: the conversations that did not pass for the same reasons, this one included. */
  add(conversation: ScoredConversation, group: FailureGroup | undefined): void;
  end(totals: ScoreTotals, gate: GateOutcome, more: Besides): void;
};

/** Examples that are kept until it is known which of their groups are the largest. */
const MAX_EXAMPLES = 200;

export function scoreReport(options: ScoreReportOptions): ScoreReport {
  const { verbosity, hasOneLog, isTty } = options;
  const columns = Math.max(40, options.columns);
  const palette = paletteOf(options.colors);
  const look = { columns, lineColumns: isTty ? columns : Number.POSITIVE_INFINITY, palette, hasOneLog };
  const isWhole = verbosity === 'verbose';
  const examples = new Map<FailureGroup, Example>();
  const print = printer(options.write);
  const faulty = faultyAnswers({ columns, palette });
  const marked: string[] = [];
  const reportOf = (conversation: ScoredConversation): string[] =>
    conversation.status === 'scored'
      ? failureReport(conversation.result, { ...look, replay: () => options.again(conversation), isWhole })
      : [];
  return {
    add(conversation, group) {
      if (options.withGrounding && conversation.status === 'scored') {
        const text = faulty.add(placeName(conversation, hasOneLog), conversation.result);
        if (text !== '') marked.push(text.trimEnd());
      }
      if (verbosity === 'quiet') return;
      if (isWhole) {
        print('line', problemLines(conversation));
        const hasPassed = conversation.status === 'scored' && conversation.result.verdict === 'passed';
        const report = reportOf(conversation);
        if (hasPassed) print('line', passedLines(conversation, look));
        else if (report.length === 0) print('line', shortLines(conversation, look));
        else print('block', report);
      } else if (group?.conversations === 1 && examples.size < MAX_EXAMPLES) {
        examples.set(group, { report: reportOf(conversation), short: shortLines(conversation, look) });
      }
    },
    end(totals, gate, more) {
      if (isWhole) print('block', groupTable(totals, look));
      else if (verbosity !== 'quiet') {
        for (const { kind, lines } of groupBlocks(totals, { ...look, examples })) print(kind, lines);
      }
      print('block', checkTable(totals.checks, look));
      print('block', problemTable(totals.problems, { ...look, isWhole }));
      if (options.withGrounding) {
        for (const text of [...marked, faulty.rest().trimEnd()].filter((one) => one !== '')) print('block', [text]);
        print('block', groundingLines(totals));
      }
      print('block', summaryLines(totals, { ...more, gate, palette }));
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

type Look = { columns: number; lineColumns: number; palette: Palette; hasOneLog: boolean };

function problemLines({ problems }: ScoredConversation): string[] {
  return problems.map(
    (problem) => `${problem.severity === 'warning' ? 'warning ' : ''}${forTerminal(formatProblem(problem))}`,
  );
}

function passedLines(conversation: ScoredConversation, { columns, lineColumns, palette, hasOneLog }: Look): string[] {
  if (conversation.status !== 'scored') return [];
  const { result } = conversation;
  const head = wholeLine(`${MARKS.passed} ${placeName(conversation, hasOneLog)}`, { columns: lineColumns });
  const checks = checkList(result.scores, { columns: columns - 4, palette });
  return [...head.map(palette.passed), ...checks.map((line) => `    ${line}`)];
}

/** `✗ conv-17 (logs/jan.jsonl:17): turn 2, arguments: what went wrong`. */
function shortLines(conversation: ScoredConversation, { lineColumns, palette, hasOneLog }: Look): string[] {
  const verdict = conversation.status === 'scored' ? conversation.result.verdict : 'invalid';
  const text = `${MARKS[verdict]} ${placeName(conversation, hasOneLog)}: ${reasonOf(conversation)}`;
  return wholeLine(text, { columns: lineColumns }).map(palette[verdict]);
}

function reasonOf(conversation: ScoredConversation): string {
  if (conversation.status === 'unreadable') return conversation.reason;
  const { failure, reason, verdict } = conversation.result;
  return verdict === 'failed' && failure !== undefined ? failureText(failure) : reason;
}

function failureText({ turn, stage, message }: Failure): string {
  return `${turn === undefined ? '' : `turn ${turn}, `}${stage}: ${message}`;
}
