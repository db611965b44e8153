import type { TranscriptEvent } from '../../../domain/transcript/transcript-event.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import type { KnownEffects } from './call-book.ts';
import type { CallMoment, Moment } from './moment.ts';
import { createMomentReader } from './read-moments.ts';
import {
  type CompiledForm,
  type Doubt,
  type RuleMonitor,
  type RuleStatus,
  VIOLATED,
  type Violation,
} from './rule-monitor.ts';

/** A rule of an author, read once. */
export type CompiledRule = {
  id: string;
  /** The author's sentence; else undefined. */
  say?: string | undefined;
  stop: boolean;
  prevent: boolean;
  form: CompiledForm;
};

export type RuleViolation = { rule: CompiledRule; violation: Violation };

/** How one rule fared. */
export type RuleOutcome = RuleStatus & {
  rule: CompiledRule;
  violations: readonly Violation[];
  activations: number;
  fulfilled: number;
  isVacuous: boolean;
  /** Calls that the rule could not judge, since the session does not say what their tools do. */
  undecided: readonly CallMoment[];
  /** Events of which nobody can tell whether they break the rule. */
  doubts: readonly Doubt[];
};

/** Watches rules over one session, while it runs or afterwards. */
export type PolicyMonitor = {
  /** Takes the next event; returns what it broke. */
  take(event: TranscriptEvent): readonly RuleViolation[];
  /** The session is over; returns what was still owed, or is known only now. */
  finish(): readonly RuleViolation[];
  outcomes(): readonly RuleOutcome[];
};

type Watched = {
  rule: CompiledRule;
  monitor: RuleMonitor;
  /** Moments that wait until it is known what came of the first of them. */
  queue: Moment[];
  told: number;
  /** Calls that were not run because of this rule: what they would have broken counts. */
  prevented: Violation[];
  undecided: CallMoment[];
};

export function createPolicyMonitor(rules: readonly CompiledRule[], effects: KnownEffects = {}): PolicyMonitor {
  const reader = createMomentReader(effects);
  const watched = rules.map((rule): Watched => {
    return { rule, monitor: rule.form.open(reader), queue: [], told: 0, prevented: [], undecided: [] };
  });
  const concerned = createDispatch(watched);
  const waiting = new Set<Watched>();
  const broken: RuleViolation[] = [];
  const collect = (): readonly RuleViolation[] => (broken.length === 0 ? NOTHING : broken.splice(0));
  const pass = (one: Watched, moment: Moment): void => {
    if (moment.kind === 'call' && moment.effect === 'unknown' && one.rule.form.isUndecided(moment))
      one.undecided.push(moment);
    one.monitor.take(moment);
    tellNew(one, broken);
  };
  const drain = (one: Watched): void => {
    let passed = 0;
    for (const moment of one.queue) {
      if (one.rule.form.isPending(moment)) break;
      passed += 1;
      pass(one, moment);
    }
    one.queue.splice(0, passed);
    if (one.queue.length === 0) waiting.delete(one);
  };
  return {
    take(event) {
      const { moments, seen, settled } = reader.read(event);
      for (const call of seen) for (const { monitor } of concerned(call)) monitor.see?.(call);
      for (const moment of moments) {
        for (const one of concerned(moment)) {
          if (one.queue.length === 0 && !one.rule.form.isPending(moment)) pass(one, moment);
          else {
            one.queue.push(moment);
            waiting.add(one);
          }
        }
      }
      if (settled !== undefined && waiting.size > 0) for (const one of [...waiting]) drain(one);
      if (settled?.result?.injectedBy !== undefined) notePrevented(settled, watched, broken);
      return collect();
    },
    finish() {
      reader.finish();
      for (const one of watched) {
        drain(one);
        one.monitor.finish();
        tellNew(one, broken);
      }
      return collect();
    },
    outcomes: () => watched.map(outcomeOf),
  };
}

function outcomeOf({ rule, monitor, undecided, prevented }: Watched): RuleOutcome {
  const violations = [...monitor.violations, ...prevented];
  const { activations, fulfilled } = monitor.counts();
  return {
    rule,
    ...(prevented.length > 0 ? VIOLATED : monitor.state()),
    violations,
    activations: Math.max(activations, violations.length),
    fulfilled,
    isVacuous: violations.length === 0 && (monitor.isVacuous?.() ?? (activations === 0 && !rule.form.isProhibition)),
    undecided,
    doubts: monitor.doubts?.() ?? [],
  };
}

/** A call that a rule prevented broke it all the same, also where only calls that succeed would have done so. */
function notePrevented(call: CallMoment, watched: readonly Watched[], broken: RuleViolation[]): void {
  const name = call.result?.injectedBy;
  const one = watched.find(({ rule }) => name === `${PREVENTED_BY}${rule.id}`);
  if (one === undefined || one.monitor.violations.some(({ moment }) => moment === call)) return;
  const explain = () => ({ text: `\`${describeCall(call)}\` would have broken the rule, and was not run` });
  const violation: Violation = { moment: call, isOwed: false, explain };
  one.prevented.push(violation);
  broken.push({ rule: one.rule, violation });
}

/** How a result says that a rule answered in the tool's place. */
const PREVENTED_BY = 'policy:';

const NOTHING: readonly RuleViolation[] = [];

function tellNew(one: Watched, broken: RuleViolation[]): void {
  const { violations } = one.monitor;
  for (; one.told < violations.length; one.told += 1) {
    broken.push({ rule: one.rule, violation: violations[one.told] as Violation });
  }
}

/** The rules that a moment concerns; looked up by the name of the tool, so that most moments cost most rules nothing. */
function createDispatch(watched: readonly Watched[]): (moment: Moment) => readonly Watched[] {
  const byKind = new Map<Moment['kind'], readonly Watched[]>();
  const byTool = new Map<string, readonly Watched[]>();
  return (moment) => {
    const known = moment.kind === 'call' ? byTool.get(moment.name) : byKind.get(moment.kind);
    if (known !== undefined) return known;
    const tool = moment.kind === 'call' ? moment.name : undefined;
    const found = watched.filter(({ rule }) => rule.form.concerns(moment.kind, tool));
    if (moment.kind === 'call') byTool.set(moment.name, found);
    else byKind.set(moment.kind, found);
    return found;
  };
}
