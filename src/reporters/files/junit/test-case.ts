import { visibleText } from '../../../domain/display/visible-text.ts';
import { truncate } from '../../../domain/values/text.ts';
import type { JudgedGroup } from '../../../domain/verdicts/judge-groups.ts';
import type { SessionSummary } from '../../../domain/verdicts/session-result.ts';
import { isDecidedByEnd } from '../../terminal/failure/end-text.ts';
import { groupName } from '../run-groups.ts';
import { sessionPlace, type Telling } from '../session-story.ts';
import { closeTag, openTag, textElement } from './xml-writer.ts';

/** What is told of a session that did not pass. */
type Tell = (session: SessionSummary) => Promise<string>;

/** The order that Surefire's schema asks for. */
const ORDER = ['failure', 'rerunFailure', 'flakyFailure', 'error', 'rerunError'] as const;
type Outcome = (typeof ORDER)[number];

const MAX_MESSAGE = 1_000;

/** All trials of a scenario in one variant as one test case, with an element for each trial that did not pass. */
export async function* testCase(group: JudgedGroup, { tell, telling }: { tell: Tell; telling: Telling }) {
  yield `    ${openTag('testcase', {
    name: groupName(group),
    classname: group.scenario,
    time: seconds(group.sessions),
    ...(group.sessions.find(({ verdict }) => verdict !== 'passed') ?? group.sessions[0])?.place,
  })}\n`;
  const told: { outcome: Outcome; text: string }[] = [];
  const earlier = new Set<Outcome>();
  for (const session of group.sessions) {
    if (session.verdict === 'passed') continue;
    const outcome = outcomeOf(session, group, earlier);
    earlier.add(outcome);
    told.push({ outcome, text: outcomeElement(outcome, session, await tell(session)) });
  }
  for (const outcome of ORDER) {
    for (const one of told) if (one.outcome === outcome) yield `      ${one.text}\n`;
  }
  const output = attachments(group, telling);
  if (output !== '') yield `      ${textElement('system-out', {}, output)}\n`;
  yield `    ${closeTag('testcase')}\n`;
}

/** Seconds that the sessions took together. */
export function seconds(sessions: readonly SessionSummary[]): string {
  return (sessions.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000).toFixed(3);
}

/** The first trial that decides the case is its failure or error; the others stand beside it as runs of their own. */
function outcomeOf({ verdict }: SessionSummary, group: JudgedGroup, earlier: ReadonlySet<Outcome>): Outcome {
  if (verdict === 'failed') {
    if (group.verdict !== 'failed') return 'flakyFailure';
    return earlier.has('failure') ? 'rerunFailure' : 'failure';
  }
  return group.verdict === 'failed' || earlier.has('error') ? 'rerunError' : 'error';
}

function outcomeElement(outcome: Outcome, session: SessionSummary, story: string): string {
  const attributes = { message: messageOf(session), type: typeOf(session) };
  if (outcome === 'failure' || outcome === 'error') return textElement(outcome, attributes, story);
  return `${openTag(outcome, attributes)}${textElement('stackTrace', {}, story)}${closeTag(outcome)}`;
}

/** `grounded:1`, the scorer and the turn; of an invalid session, how it ended where that decided. */
function typeOf(session: SessionSummary): string {
  const { verdict, failure, scores, endReason } = session;
  if (verdict === 'invalid') return isDecidedByEnd({ endReason, verdict }) ? endReason : 'invalid';
  if (failure === undefined) return 'not_passed';
  const scorer = scores.find(({ id }) => id === failure.scoreId)?.scorer ?? failure.scoreId ?? failure.code;
  return visibleText(`${scorer}:${failure.turn ?? 'session'}`, { newlines: 'escape' });
}

function messageOf({ verdict, failure, reason, key }: SessionSummary): string {
  const text = verdict === 'failed' && failure !== undefined && failure.message !== '' ? failure.message : reason;
  return visibleText(truncate(key.trial > 0 ? `trial ${key.trial}: ${text}` : text, MAX_MESSAGE), {
    newlines: 'escape',
  });
}

/** What GitLab and Jenkins make a link of; a line each. */
function attachments({ sessions }: JudgedGroup, telling: Telling): string {
  return sessions
    .flatMap((session) => sessionPlace(session, telling) ?? [])
    .map((path) => `[[ATTACHMENT|${visibleText(path, { newlines: 'escape' })}]]`)
    .join('\n');
}
