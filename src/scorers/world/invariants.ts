import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import { type WorldChange, worldByTurn, worldChangesOf } from '../../domain/transcript/world-by-turn.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf } from '../last-turn.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { listText } from '../text/value-text.ts';
import { describeCall } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { touchEvidence } from './history/last-touch.ts';
import { worldDetails } from './history/world-details.ts';

/** The rules that a world watches over while the session runs. */
export const invariants: AnyScorerDefinition = defineScorer({
  type: 'invariants',
  summary: 'No rule of the world was broken while the session ran.',
  stages: ['execution'],
  metrics: ['broken'],
  schema: z.strictObject({}),
  create: () => [{ stage: 'execution', needs: { toolCalls: false }, deterministic: true, score: scoreInvariants }],
});

type Violation = EventOf<'policy_violation'>;
/** A rule that was broken at the end of some turns in a row. */
type Breach = { first: Violation; lastTurn: number };

function scoreInvariants(input: ScoreInput): ScoreOutcome {
  const { transcript, trajectory } = input;
  if (startOf(transcript)?.world === undefined && endOf(transcript)?.world === undefined) {
    return notApplicable('the session had no world');
  }
  const breaches = breachesOf(input);
  const changes = breaches.length === 0 ? [] : worldChangesOf(transcript, trajectory);
  const history = breaches.length === 0 ? undefined : worldByTurn(transcript, trajectory);
  return scoreFindings({
    right: breaches.length === 0 ? 1 : 0,
    judged: 1,
    findings: breaches.map((breach) => explain(breach, changes, lastTurnOf(input))),
    praise: 'every rule of the world was kept',
    metrics: { broken: breaches.length },
    ...(history === undefined ? {} : { details: worldDetails(history) }),
  });
}

/** A rule is looked at after every turn; one that stays broken is one breach, and one that is mended and broken again two. */
function breachesOf({ transcript }: ScoreInput): Breach[] {
  const breaches: Breach[] = [];
  for (const event of transcript) {
    if (event.type !== 'policy_violation' || event.source !== 'invariant') continue;
    const open = breaches.findLast(({ first }) => first.rule === event.rule);
    if (open !== undefined && event.turn === open.lastTurn + 1) open.lastTurn = event.turn;
    else breaches.push({ first: event, lastTurn: event.turn });
  }
  return breaches;
}

function explain({ first, lastTurn }: Breach, changes: readonly WorldChange[], end: number): Finding {
  const { turn, seq, rule, message, evidence } = first;
  const before = changes.filter((change) => change.turn === turn);
  const after = changes.filter((change) => change.turn === lastTurn + 1);
  const stayed = lastTurn > turn ? ` until turn ${lastTurn}` : '';
  const mended = `it held again after turn ${lastTurn + 1}${after.length === 0 ? '' : `, in which ${changedBy(after)}`}`;
  const parts = [
    `the rule \`${rule}\` was broken${stayed}: ${message}`,
    ...(before.length === 0 ? [] : [`in turn ${turn} ${changedBy(before)}`]),
    ...(lastTurn < end ? [mended] : []),
  ];
  const touching = [...new Map(before.map((change) => [change.call, change])).values()];
  return {
    turn,
    stage: 'execution',
    code: 'broken_invariant',
    severity: 'failure',
    message: parts.join('; '),
    evidence: [{ kind: 'event', seq, quote: rule }, ...evidence, ...touching.slice(0, 5).flatMap(touchEvidence)],
  };
}

/** `\`refund(order_id="A-1")\` changed \`orders.A-1.refunded\``, for each call that changed something. */
function changedBy(changes: readonly WorldChange[]): string {
  const byCall = new Map<WorldChange['call'], WorldChange[]>();
  for (const change of changes) byCall.set(change.call, [...(byCall.get(change.call) ?? []), change]);
  const told = [...byCall].slice(0, 3).map(([call, own]) => {
    const who = call === undefined ? 'no recorded call' : `\`${describeCall(call)}\``;
    return `${who} changed ${placesText(own)}`;
  });
  const more = byCall.size - told.length;
  return listText([...told, ...(more > 0 ? [`${more} more calls something else`] : [])]);
}

function placesText(changes: readonly WorldChange[]): string {
  const names = [
    ...new Set(changes.map(({ pointer }) => (pointer === '' ? 'the state' : `\`${pointerName(pointer)}\``))),
  ];
  const more = names.length - 3;
  return listText([...names.slice(0, 3), ...(more > 0 ? [`${more} more places`] : [])]);
}
