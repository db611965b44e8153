import type { MachineGraph } from '../../../domain/authoring/machine-definition.ts';
import { endOf, startOf } from '../../../domain/transcript/endings.ts';
import type { Transcript } from '../../../domain/transcript/transcript-event.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import { CallDiff } from '../../../domain/verdicts/call-diff.ts';
import type { Score } from '../../../domain/verdicts/score.ts';
import type { SessionResult } from '../../../domain/verdicts/session-result.ts';
import { replayCommand } from '../../replay-command.ts';
import type { ScoreView, SessionView } from '../session-view.ts';
import { answerMarks } from './answer-marks.ts';
import { findingView } from './evidence-views.ts';
import { machineView } from './machine-view.ts';
import { turnViews } from './turn-views.ts';

export type SessionViewContext = {
  /** Seed of the run. */
  seed: number;
  /** The stored session, relative to the run's folder. */
  file?: string | undefined;
  /** Characters of a tool's result that are shown. */
  maxResult?: number | undefined;
  /** Of the machine that spoke for the user, where it is known. */
  graph?: MachineGraph | undefined;
};

const MAX_TABLES = 4;

/** Makes a session ready to be shown: previews instead of large values, evidence in words. */
export function sessionViewOf(
  result: SessionResult,
  { seed, file, maxResult, graph }: SessionViewContext,
): SessionView {
  const { key, title, verdict, reason, endReason, scores, timings, transcript, error } = result;
  const machine = machineView(transcript, graph);
  const detail = endOf(transcript)?.detail;
  return {
    key,
    title,
    verdict,
    reason,
    endReason,
    ...(detail === undefined || detail === '' ? {} : { endDetail: detail }),
    ...(error === undefined ? {} : { error: error.stack ?? error.message }),
    replay: result.replay ?? replayCommand(key, { seed }),
    ...(file === undefined ? {} : { file }),
    durationMs: timings.durationMs,
    facts: factsOf(result),
    turns: turnViews(transcript, { marks: answerMarks(scores, transcript), spans: timings.spans ?? [], maxResult }),
    scores: scores.map((score) => scoreView(score, transcript)),
    callTables: scores.flatMap(callTableOf).slice(0, MAX_TABLES),
    ...(machine === undefined ? {} : { machine }),
    grounding: groundingOf(scores),
    userNotes: (result.userNotes ?? []).map(({ turn, message, quote }) => {
      return `turn ${turn}: the simulated user ${message}${quote === '' ? '' : `: “${quote}”`}`;
    }),
  };
}

function factsOf({ transcript, tags, quality, place }: SessionResult): SessionView['facts'] {
  const start = startOf(transcript);
  const facts: [string, string | undefined][] = [
    ['persona', start?.user.persona],
    ['simulated user', start?.user.driver],
    ['agent', start === undefined ? undefined : `${start.agent.name} (${start.agent.adapter})`],
    ['world', start?.world?.name],
    ['tags', tags.length === 0 ? undefined : tags.join(', ')],
    ['language', start?.language],
    ['clock', start?.now],
    [
      'says something about',
      quality === 'harness' ? 'the code around the model' : quality === 'model' ? 'the model' : undefined,
    ],
    ['written in', place === undefined ? undefined : `${place.file}:${place.line}`],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
}

function scoreView(score: Score, transcript: Transcript): ScoreView {
  const { id, scorer, stage, required, status } = score;
  const head = { id, scorer, stage, required, status };
  if (status === 'errored') return { ...head, reason: score.message, findings: [], turns: [] };
  if (status !== 'scored') return { ...head, reason: score.reason, findings: [], turns: [] };
  const { value, passed, reason, findings, turns } = score;
  return {
    ...head,
    value,
    passed,
    reason,
    findings: findings.map((finding) => findingView(finding, transcript)),
    turns: turns.map(({ turn, value: share }) => ({ turn, ...(share === undefined ? {} : { value: share }) })),
  };
}

/** Expected beside made calls, where a check kept them. */
function callTableOf(score: Score): SessionView['callTables'][number][] {
  if (score.status !== 'scored' || score.details === undefined || !isObject(score.details)) return [];
  const { turns, rows, leftOut } = score.details;
  const parsed = rows === undefined ? undefined : CallDiff.safeParse({ turns, rows, leftOut });
  return parsed?.success === true ? [{ score: score.id, diff: parsed.data }] : [];
}

/** Where several checks judged a turn, the one that looked at most claims counts, as in the run's curves. */
function groundingOf(scores: readonly Score[]): SessionView['grounding'] {
  const points = new Map<number, SessionView['grounding'][number]>();
  for (const score of scores) {
    if (score.scorer !== 'grounded' || score.status !== 'scored') continue;
    for (const { turn, metrics } of score.turns) {
      const { supported = 0, checkable = 0 } = metrics;
      if (checkable > (points.get(turn)?.checkable ?? 0)) points.set(turn, { turn, supported, checkable });
    }
  }
  return [...points.values()].sort((a, b) => a.turn - b.turn);
}
