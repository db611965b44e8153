import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { cutText, listText } from '../text/value-text.ts';
import type { Decision } from './count-votes.ts';
import type { OutcomeContext } from './judge-outcome.ts';

/** How many broken criteria are told one by one. */
const MAX_TOLD = 3;

/**
 * What broken criteria about the simulated user come to: the simulation is broken, and the session says nothing about the
 * agent. Undefined where every required one is kept or open.
 */
export function userFault(decisions: readonly Decision[], context: OutcomeContext): ScoreOutcome | undefined {
  const broken = decisions.filter(({ status, criterion }) => status === 'broken' && criterion.required);
  if (broken.length === 0) return undefined;
  const told = broken.slice(0, MAX_TOLD).map((decision) => faultText(decision, context));
  const more = broken.length - told.length;
  const list = listText([...told, ...(more > 0 ? [`${more} more`] : [])]);
  return { status: 'errored', message: `the simulated user did not keep ${list}`, breaksSimulation: true };
}

function faultText({ criterion, turn, spokesman }: Decision, { judge, turnOf }: OutcomeContext): string {
  const [proof] = spokesman.evidence;
  const place = turn ?? (proof === undefined ? undefined : turnOf(proof.seq));
  const where = place === undefined ? '' : ` in turn ${place}`;
  const words = proof?.quote === undefined ? '' : `: “${cutText(proof.quote)}”`;
  const why = spokesman.reason === '' ? '' : ` (the judge \`${judge}\`: ${cutText(spokesman.reason)})`;
  return `"${cutText(criterion.text)}"${where}${words}${why}`;
}
