import { Buffer } from 'node:buffer';
import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { forMarkdownBlock, forMarkdownTag } from '../../domain/display/markdown.ts';
import { compareKeys, sessionPath } from '../../domain/transcript/session-key.ts';
import type { JudgedGroup } from '../../domain/verdicts/judge-groups.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult, SessionSummary } from '../../domain/verdicts/session-result.ts';
import { countOf, formatCount } from '../terminal/numbers.ts';
import { MARKS, sessionName } from '../terminal/session-name.ts';
import { headline, inLine } from './markdown/headline.ts';
import { type SizeLimit, sizeLimit } from './markdown/size-limit.ts';
import { statisticsPart } from './markdown/statistics-part.ts';
import { TROUBLE_HEAD, troubleRow, worstOf } from './markdown/trouble-table.ts';
import { troubledGroups } from './run-groups.ts';
import { sessionStories, type Telling } from './session-story.ts';

export type MarkdownOptions = Telling & {
  /** The largest size of the document. */
  max?: number;
  /** Characters as GitHub counts those of a comment, or bytes of UTF-8. */
  unit?: 'characters' | 'bytes';
  /** Sessions that are told in full, as far as there is room. */
  maxTold?: number;
};

/** GitHub refuses a comment of more characters than this. */
const COMMENT_CHARACTERS = 65_536;
/** Lets a script find the comment that it wrote before. */
const MARK = '<!-- rehearsal -->\n';
/** Room for sentences that say what was cut. */
const RESERVE = 1_000;

/**
 * `--markdown`: the run for a comment on a pull request, as GitHub shows Markdown. The verdict first, then what did not
 * pass, those sessions in full, folded up, and the statistics. What there is no room for is left out whole, and counted.
 */
export function markdownReport(options: MarkdownOptions = {}): FileFormat {
  return { name: 'markdown', write: (run, sessions) => writeDocument(run, sessions, options) };
}

async function* writeDocument(
  run: RunResult,
  sessions: AsyncIterable<SessionResult>,
  { max = COMMENT_CHARACTERS - 1, unit = 'characters', maxTold = 20, ...telling }: MarkdownOptions,
): AsyncIterable<string> {
  const measure = unit === 'bytes' ? (text: string) => Buffer.byteLength(text, 'utf8') : (text: string) => text.length;
  const limit = sizeLimit(max - RESERVE, measure);
  const statistics = ['#### Statistics\n\n', statisticsPart(run)];
  const head = `${MARK}${headline(run)}\n`;
  if (!limit.take(head)) {
    yield `${MARK}### rehearsal: gate ${run.gate.status}\n\nThere is no room here for more.\n`;
    return;
  }
  yield head;
  const hasStatistics = limit.take(...statistics);
  const groups = troubledGroups(run);
  if (groups.length > 0) {
    yield* troubleTable(groups, { limit, telling });
    yield* stories(groups, { run, sessions, limit, maxTold, telling });
  }
  if (hasStatistics) yield statistics.join('');
  else yield `Statistics are left out for want of room.${resultsText(telling)}\n`;
}

type Writing = { limit: SizeLimit; telling: Telling };

/** A table takes at most half of the room, so that sessions can be told as well. */
function* troubleTable(groups: readonly JudgedGroup[], { limit, telling }: Writing): Iterable<string> {
  const keep = limit.left() / 2;
  const rows: string[] = [];
  if (limit.take('#### What did not pass\n\n', TROUBLE_HEAD, '\n')) {
    for (const group of groups) {
      const row = troubleRow(group);
      if (limit.left() < keep || !limit.take(row)) break;
      rows.push(row);
    }
  }
  if (rows.length > 0) yield `#### What did not pass\n\n${TROUBLE_HEAD}${rows.join('')}\n`;
  const left = groups.length - rows.length;
  if (left > 0) yield `… and ${countOf(left, 'more scenario')} that did not pass.${resultsText(telling)}\n\n`;
}

type StoryContext = Writing & { run: RunResult; sessions: AsyncIterable<SessionResult>; maxTold: number };

/** The first sessions that did not pass, one of each scenario before a second one of any. */
async function* stories(groups: readonly JudgedGroup[], context: StoryContext): AsyncIterable<string> {
  const { run, limit, maxTold, telling } = context;
  const candidates = sessionsToTell(groups);
  const chosen = candidates.slice(0, maxTold);
  const told = await tellAll(chosen, context);
  let count = 0;
  for (const session of chosen) {
    const block = detailsBlock(session, { run, story: told.get(sessionPath(session.key)) ?? '' });
    if (!limit.take(block)) continue;
    count += 1;
    yield block;
  }
  const left = candidates.length - count;
  if (left > 0)
    yield `${formatCount(left)} of ${countOf(candidates.length, 'session')} that did not pass ${left === 1 ? 'is' : 'are'} not told here in full.${resultsText(telling)}\n\n`;
}

function sessionsToTell(groups: readonly JudgedGroup[]): readonly SessionSummary[] {
  const ranked = groups.flatMap((group) => {
    const worst = worstOf(group);
    const troubled = group.sessions.filter(({ verdict }) => verdict !== 'passed');
    const ordered = [
      ...troubled.filter(({ verdict }) => verdict === worst),
      ...troubled.filter(({ verdict }) => verdict !== worst),
    ];
    return ordered.map((session, rank) => ({ session, rank }));
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ session }) => session);
}

/** The stream has the order of the keys, and is read only as far as the last session that is told. */
async function tellAll(
  chosen: readonly SessionSummary[],
  { run, sessions, telling }: StoryContext,
): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, string>();
  const reader = sessionStories(sessions, { run, ...telling });
  try {
    for (const session of chosen.toSorted((a, b) => compareKeys(a.key, b.key))) {
      told.set(sessionPath(session.key), await reader.tell(session));
    }
  } finally {
    await reader.close();
  }
  return told;
}

function detailsBlock(
  { key, verdict, failure, endReason }: SessionSummary,
  { run, story }: { run: RunResult; story: string },
): string {
  const isRepeated = run.sessions.some((other) => other.key.trial > 0 && other.key.scenario === key.scenario);
  const turn = failure?.turn === undefined ? '' : `turn ${failure.turn}, `;
  const where = verdict === 'invalid' || failure === undefined ? endReason : `${turn}${failure.stage}: ${failure.code}`;
  const title = forMarkdownTag(`${MARKS[verdict]} ${sessionName(key, isRepeated)} · ${where}`);
  return `<details>\n<summary>${title}</summary>\n\n${forMarkdownBlock(story)}\n\n</details>\n\n`;
}

function resultsText({ directory }: Telling): string {
  return directory === undefined ? '' : ` All of it is in ${inLine(directory, 300)}.`;
}
