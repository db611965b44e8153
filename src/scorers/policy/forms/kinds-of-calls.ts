import type { CallMoment, Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  HELD,
  OPEN,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type EventTests, isCall } from '../patterns/event-test.ts';
import { describeMoment } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

/** No event is one of these. */
export function neverForm(forbidden: EventTests): CompiledForm {
  const open = (): RuleMonitor => {
    const violations: Violation[] = [];
    const doubts: Doubt[] = [];
    return {
      violations,
      doubts: () => doubts,
      take(moment) {
        if (forbidden.match(moment) === undefined) {
          noteDoubt(doubts, forbidden, moment);
          return;
        }
        violations.push({
          moment,
          isOwed: false,
          explain: () => ({ text: `${describeMoment(moment)} must never happen` }),
        });
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations: violations.length, fulfilled: 0 }),
    };
  };
  return createForm({ patterns: [forbidden], isProhibition: true, open });
}

/** Every call is one of these. */
export function onlyForm(allowed: EventTests): CompiledForm {
  const open = (): RuleMonitor => {
    const violations: Violation[] = [];
    let activations = 0;
    return {
      violations,
      take(moment) {
        if (!isCall(moment)) return;
        activations += 1;
        if (allowed.match(moment) !== undefined) return;
        const explain = () => ({
          text: `${describeMoment(moment)} is none of what may be called: ${allowed.describe()}`,
        });
        violations.push({ moment, isOwed: false, explain });
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations, fulfilled: activations - violations.length }),
    };
  };
  return createForm({ patterns: [allowed], seesEveryCall: true, isProhibition: true, open });
}

/** The first call is one of these; a session without calls has none. */
export function firstForm(wanted: EventTests): CompiledForm {
  const open = (): RuleMonitor => {
    const violations: Violation[] = [];
    let activations = 0;
    return {
      violations,
      take(moment) {
        if (!isCall(moment) || activations > 0) return;
        activations = 1;
        if (wanted.match(moment) === undefined) violations.push(misplaced(moment, 'first', wanted));
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : activations > 0 ? HELD : SATISFIED),
      counts: () => ({ activations, fulfilled: activations - violations.length }),
    };
  };
  return createForm({ patterns: [wanted], seesEveryCall: true, open });
}

/** The last call is one of these; a session without calls has none. */
export function lastForm(wanted: EventTests): CompiledForm {
  const open = (): RuleMonitor => {
    const violations: Violation[] = [];
    let last: CallMoment | undefined;
    let isRight = true;
    return {
      violations,
      take(moment) {
        if (!isCall(moment)) return;
        last = moment;
        isRight = wanted.match(moment) !== undefined;
      },
      finish() {
        if (last !== undefined && !isRight) violations.push({ ...misplaced(last, 'last', wanted), isOwed: true });
      },
      state: () => (violations.length > 0 ? VIOLATED : isRight ? SATISFIED : OPEN),
      counts: () => ({ activations: last === undefined ? 0 : 1, fulfilled: last !== undefined && isRight ? 1 : 0 }),
    };
  };
  return createForm({ patterns: [wanted], seesEveryCall: true, open });
}

function misplaced(moment: Moment, place: 'first' | 'last', wanted: EventTests): Violation {
  const text = `the ${place} call is ${describeMoment(moment)}, and must be ${wanted.describe()}`;
  return { moment, isOwed: false, explain: () => ({ text }) };
}
