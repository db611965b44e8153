import { assertNever } from '../../domain/values/assert-never.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import { reasonOf } from './failure/blind-checks.ts';
import { markedText } from './marked-text.ts';
import { countOf, formatShare } from './numbers.ts';
import type { Palette } from './palette.ts';

type Look = { columns: number; palette: Palette };
type Scored = Extract<Score, { status: 'scored' }>;

const MAX_NAMED = 5;
const MAX_CHECKS = 60;

/** Each check of a session in a line or two: what it came to and why, also where it passed or had nothing to check. */
export function checkList(scores: readonly Score[], look: Look): string[] {
  const lines = withOneReasonEach(scores.slice(0, MAX_CHECKS)).flatMap((score) => checkLines(score, look));
  return scores.length > MAX_CHECKS ? [...lines, `and ${countOf(scores.length - MAX_CHECKS, 'more check')}`] : lines;
}

/** Checks that have no score for the same reason are one line with all of their names. */
function withOneReasonEach(scores: readonly Score[]): Score[] {
  const kept = new Map<string, Score>();
  for (const [index, score] of scores.entries()) {
    const key = score.status === 'scored' ? String(index) : `${score.required} ${score.status} ${reasonOf(score)}`;
    const first = kept.get(key);
    kept.set(key, first === undefined ? score : { ...first, id: `${first.id}, ${score.id}` });
  }
  return [...kept.values()];
}

function checkLines(score: Score, look: Look): string[] {
  const { palette } = look;
  const name = score.required ? score.id : `${score.id} (not required)`;
  switch (score.status) {
    case 'scored': {
      const mark = score.passed ? palette.passed('✓') : palette.failed('✗');
      const value = score.value > 0 && score.value < 1 ? ` (value ${score.value.toFixed(2)})` : '';
      return [...item(mark, `${name}: ${score.reason}${value}`, look), ...besides(score, look)];
    }
    case 'not_applicable':
      return item(palette.quiet('-'), `${name}: not applicable: ${score.reason}`, look);
    case 'unscored':
      return item(palette.invalid('!'), `${name}: unscored: ${score.reason}`, look);
    case 'errored':
      return item(palette.invalid('!'), `${name}: errored: ${score.message}`, look);
    default:
      return assertNever(score);
  }
}

/** What a check that was made leaves open: how much it could not check, and what it warns of. */
function besides(score: Scored, look: Look): string[] {
  const { coverage, notCheckable } = score.metrics;
  const warnings = score.findings.filter(({ severity }) => severity !== 'failure');
  const texts = [
    ...(coverage === undefined ? [] : [coverageText(score, coverage, notCheckable ?? 0)]),
    ...warnings.slice(0, MAX_NAMED).map(({ turn, severity, message }) => `${severity}, turn ${turn}: ${message}`),
    ...(warnings.length > MAX_NAMED ? [`and ${warnings.length - MAX_NAMED} more`] : []),
  ];
  return texts.flatMap((text) => item(' ', text, look));
}

function coverageText({ value, details }: Scored, coverage: number, notCheckable: number): string {
  const share = `value ${value.toFixed(2)}, coverage ${formatShare(coverage, 1)}`;
  if (notCheckable === 0) return share;
  const names = [...new Set(openClaims(details))];
  const shown = names.slice(0, MAX_NAMED).map((name) => `"${name.slice(0, 80)}"`);
  const listed = shown.length === 0 ? '' : `: ${shown.join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;
  return `${share}; ${countOf(notCheckable, 'claim')} could not be checked${listed}`;
}

/** The words of the claim table that nothing decides. */
function openClaims(details: Scored['details']): string[] {
  if (details === undefined || !isList(details)) return [];
  return details.flatMap((row) =>
    isObject(row) && row.verdict === 'not_checkable' && typeof row.text === 'string' ? [row.text] : [],
  );
}

function item(mark: string, text: string, { columns }: Look): string[] {
  const lines = markedText(text, { columns: columns - 2, maxLength: columns * 5 }).slice(0, 8);
  return lines.map((line, index) => `${index === 0 ? mark : ' '} ${line.text}`);
}
