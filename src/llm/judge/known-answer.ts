import { readControl } from '../../domain/prompts/judge/control-phrases.ts';
import type { ReadJudgeRequest, RequestEvent } from '../../domain/prompts/judge/read-judge-request.ts';
import { SHOWN_HEADINGS } from '../../domain/prompts/judge/shown-event.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { eventsOf, type Opinion } from './prove-opinion.ts';

const { userSays, agentSays, agentCalls } = SHOWN_HEADINGS;

/** What anybody who looks at the talk knows of a control; undefined for any other statement. */
export function knownAnswer(request: ReadJudgeRequest, text: string): Opinion | undefined {
  const claim = readControl(text);
  if (claim === undefined) return undefined;
  switch (claim.kind) {
    case 'uses': {
      const heading = claim.about === 'agent' ? agentSays : userSays;
      const said = eventsOf(request, claim.about).find(
        (event) => event.heading === heading && holds(event, claim.word),
      );
      return said === undefined ? { verdict: 'not_met' } : { verdict: 'met', quote: said.text };
    }
    case 'calls': {
      const called = eventsOf(request, 'agent').find(
        (event) => event.heading === agentCalls && event.text.startsWith(`${claim.tool} `),
      );
      return called === undefined ? { verdict: 'not_met' } : { verdict: 'met', quote: called.text };
    }
    case 'begins': {
      const first = request.events.find(({ heading }) => heading === agentSays || heading === userSays);
      const isFirst = first?.heading === (claim.about === 'agent' ? agentSays : userSays);
      return { verdict: isFirst ? 'met' : 'not_met' };
    }
    case 'acts':
      return { verdict: eventsOf(request, 'talk').length > 0 ? 'met' : 'not_met' };
    default:
      return assertNever(claim);
  }
}

function holds({ text }: RequestEvent, word: string): boolean {
  return text.includes(word);
}
