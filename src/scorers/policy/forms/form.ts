import type { CallMoment, Moment } from '../monitor/moment.ts';
import type { CompiledForm, Doubt, History, RuleMonitor } from '../monitor/rule-monitor.ts';
import type { EventTests } from '../patterns/event-test.ts';

/** What a form is made of: its patterns say which moments concern it. */
export type FormParts = {
  patterns: readonly EventTests[];
  /** It counts calls, so that it has to see every one. */
  seesEveryCall?: boolean;
  seesTurns?: boolean;
  isProhibition?: boolean;
  open(history: History): RuleMonitor;
};

export function createForm({ patterns, open, ...rest }: FormParts): CompiledForm {
  const { seesEveryCall = false, seesTurns = false, isProhibition = false } = rest;
  const tests = patterns.flatMap(({ alternatives }) => alternatives);
  const kinds = new Set<Moment['kind']>(tests.map(({ kind }) => kind));
  if (seesTurns) kinds.add('turn');
  const ofEffects = tests.filter(({ asksEffect }) => asksEffect);
  const asking = patterns.filter(({ alternatives }) => alternatives.some(({ asksOutcome }) => asksOutcome));
  return {
    isProhibition,
    asksCalls: seesEveryCall || kinds.has('call'),
    concerns(kind, tool = '') {
      if (kind !== 'call') return kinds.has(kind);
      return seesEveryCall || tests.some((test) => test.kind === 'call' && test.names(tool));
    },
    isPending(moment) {
      for (const pattern of asking) if (pattern.isPending(moment)) return true;
      return false;
    },
    isUndecided: (moment) =>
      moment.kind === 'call' && couldRun(moment) && ofEffects.some((test) => test.names(moment.name)),
    open,
  };
}

/** Notes an event of which nobody can tell whether it fits. */
export function noteDoubt(doubts: Doubt[], tests: EventTests, moment: Moment): void {
  const why = tests.doubt(moment);
  if (why !== undefined) doubts.push({ moment, why });
}

/** A call of a tool that does not exist does nothing to the world. */
function couldRun({ result }: CallMoment): boolean {
  return result?.outcome.status !== 'error' || result.outcome.kind !== 'unknown_tool';
}
