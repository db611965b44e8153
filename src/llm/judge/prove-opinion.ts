import type { ReadJudgeRequest, RequestEvent } from '../../domain/prompts/judge/read-judge-request.ts';
import { SHOWN_HEADINGS } from '../../domain/prompts/judge/shown-event.ts';
import type { Statement, Subject } from '../../domain/prompts/judge-prompt.ts';

export type JudgeVerdict = 'met' | 'not_met' | 'cannot_tell';

/** A verdict with the words that prove it, where they are known. */
export type Opinion = { verdict: JudgeVerdict; quote?: string | undefined; reason?: string | undefined };

/** One answer in the form that judges are asked for. */
export type JudgeAnswer = {
  id: string;
  reason: string;
  quotes: readonly { event: number; text: string }[];
  turns: readonly number[];
  verdict: JudgeVerdict;
};

/**
 * The opinion with its proof. `met` without a quote quotes the last thing that its subject said or did; a quote that no
 * event holds is told as a problem.
 */
export function proveOpinion(
  request: ReadJudgeRequest,
  { id, about }: Statement,
  { verdict, quote, reason = 'So the script says.' }: Opinion,
): { answer: JudgeAnswer } | { problem: string } {
  const turns = verdict === 'not_met' ? request.turns : [];
  const answer = (quotes: JudgeAnswer['quotes']) => ({ answer: { id, reason, quotes, turns, verdict } });
  if (quote === undefined) {
    if (verdict !== 'met') return answer([]);
    const last = eventsOf(request, about).at(-1);
    if (last === undefined) return { problem: `${about === 'talk' ? 'nobody' : `the ${about}`} says or does anything` };
    return answer([{ event: last.seq, text: last.text }]);
  }
  const holder = holderOf(request, quote, about);
  if (holder === undefined) return { problem: `no event says ${JSON.stringify(quote)}, which is to prove it` };
  return answer([{ event: holder.seq, text: quote }]);
}

/** What the subject said or did in the turns that are asked about; what holds no words only where there is nothing else. */
export function eventsOf({ events, turns }: ReadJudgeRequest, about: Subject): readonly RequestEvent[] {
  const own = events.filter(
    ({ turn, heading, text }) => turns.includes(turn) && isBy(heading, about) && text.trim() !== '',
  );
  const spoken = own.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return spoken.length > 0 ? spoken : own;
}

function isBy(heading: string, about: Subject): boolean {
  const { userSays, agentSays, agentCalls } = SHOWN_HEADINGS;
  if (about === 'talk') return true;
  return about === 'user' ? heading === userSays : heading === agentSays || heading === agentCalls;
}

/** Words of the subject come first; elsewhere they prove nothing, which the check is to say. */
function holderOf(request: ReadJudgeRequest, quote: string, about: Subject): RequestEvent | undefined {
  const wanted = quote.toLowerCase();
  const holds = ({ text }: RequestEvent): boolean => text.toLowerCase().includes(wanted);
  return eventsOf(request, about).find(holds) ?? request.events.find(holds);
}
