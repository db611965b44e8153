import { forTerminal } from '../../../domain/display/terminal.ts';
import { type WorldChange, worldByTurn } from '../../../domain/transcript/world-by-turn.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import type { SessionResult } from '../../../domain/verdicts/session-result.ts';
import { countOf } from '../numbers.ts';
import type { Palette } from '../palette.ts';
import { fitWidth } from '../text-width.ts';

const MAX_LINES = 8;
const MAX_VALUE = 60;
/** Checks whose failure is about the world. */
const ABOUT_WORLD: ReadonlySet<string> = new Set(['end-state', 'invariants']);

type Look = { columns: number; palette: Palette /** In any case, and all of it. */; isWhole: boolean };

/** What was changed in the world, turn by turn; empty where no check failed over it. */
export function worldLines({ scores, transcript }: SessionResult, { columns, palette, isWhole }: Look): string[] {
  const isAsked = scores.some(
    (score) => ABOUT_WORLD.has(score.scorer) && score.required && score.status === 'scored' && !score.passed,
  );
  if (!isAsked && !isWhole) return [];
  const history = worldByTurn(transcript);
  const changes = history?.turns.flatMap((turn) => turn.changes) ?? [];
  if (history === undefined || (changes.length === 0 && !isAsked)) return [];
  const shown = isWhole || changes.length <= MAX_LINES ? changes : changes.slice(0, MAX_LINES - 1);
  const left = changes.length - shown.length;
  const { sum } = history;
  const lines = [
    ...(changes.length === 0 ? ['nothing was changed'] : shown.map(lineOf)),
    ...(left > 0 ? [`… ${countOf(left, 'more change')}, with --verbose`] : []),
    ...(sum.addsUp === 'no' ? [`these changes do not add up: ${sum.problems[0]}`] : []),
  ];
  return [
    '',
    palette.strong('the world, by turn'),
    ...lines.map((line) => fitWidth(forTerminal(line, { newlines: 'escape' }), columns)),
  ];
}

function lineOf({ turn, pointer, before, after, call }: WorldChange): string {
  const who = call === undefined ? 'no recorded call' : `#${call.index + 1} ${call.name}`;
  return `turn ${turn}  ${pointer === '' ? '(the state)' : pointer}: ${textOf(before)} → ${textOf(after)}  by ${who}`;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = plainJson(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}
