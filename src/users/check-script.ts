import type { Problem } from '../domain/authoring/problem.ts';
import type { ScriptLine } from '../domain/authoring/user-definition.ts';
import { error, pathTo } from './author-problems.ts';
import { checkDisclosures, checkTemplate } from './check-words.ts';
import type { UserFacts } from './facts.ts';
import { splitStopMarker } from './stop-marker.ts';

/** Mistakes in a script, with paths below `path`. */
export function checkScript(
  lines: readonly ScriptLine[],
  { facts, minTurns = 0, path = '' }: { facts: UserFacts; minTurns?: number; path?: string },
): Problem[] {
  const problems = lines.flatMap((line, index) => checkLine(line, { facts, path: pathTo(path, index) }));
  const marked = lines.findIndex((line) => splitStopMarker(wordsOf(line)).ends);
  if (marked >= 0 && marked < lines.length - 1) {
    const message = `is never said: the talk ends with the stop marker in line ${marked + 1}`;
    problems.push(error('never-said', pathTo(path, marked + 1), message, 'remove the marker, or the lines after it'));
  }
  const messages = lines
    .slice(0, marked < 0 ? undefined : marked + 1)
    .filter((line) => splitStopMarker(wordsOf(line)).said !== '');
  if (messages.length < minTurns) {
    const message = `a script of ${messages.length} message${messages.length === 1 ? '' : 's'} is over before \`minTurns: ${minTurns}\``;
    problems.push(error('too-short', path, message, 'add lines, or lower `limits.minTurns`'));
  }
  return problems;
}

function wordsOf(line: ScriptLine): string {
  return typeof line === 'string' ? line : line.say;
}

function checkLine(line: ScriptLine, { facts, path }: { facts: UserFacts; path: string }): Problem[] {
  if (typeof line === 'string') return checkTemplate(line, { facts, path });
  return [
    ...checkTemplate(line.say, { facts, path: pathTo(path, 'say') }),
    ...checkDisclosures(line.discloses ?? [], { facts, path: pathTo(path, 'discloses') }),
  ];
}
