import type { Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  HELD,
  type History,
  OPEN,
  type RuleMonitor,
  type RuleStatus,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';

/** Every one of the rules holds. */
export function allForm(forms: readonly CompiledForm[]): CompiledForm {
  return combined(
    forms,
    forms.every(({ isProhibition }) => isProhibition),
    (history) => {
      const parts = openAll(forms, history);
      const violations: Violation[] = [];
      const told = parts.map(() => 0);
      const collect = (): void =>
        parts.forEach(({ violations: found }, index) => {
          violations.push(...found.slice(told[index]));
          told[index] = found.length;
        });
      return {
        ...forward(parts, collect),
        violations,
        doubts: () => doubtsOf(parts),
        isVacuous: () => {
          const { activations } = forward(parts, () => {}).counts();
          const isOfBans = forms.every((form) => form.isProhibition);
          return (activations === 0 && !isOfBans) || forms.every((form, index) => isVacuousPart(form, parts[index]));
        },
        state: () => {
          const states = parts.map((part) => part.state());
          if (states.some(({ status }) => status === 'violated')) return VIOLATED;
          if (states.some(({ status }) => status === 'open')) return OPEN;
          return states.every(({ isFinal }) => isFinal) ? HELD : SATISFIED;
        },
      };
    },
  );
}

/**
 * At least one of the rules holds. A prohibition that nothing spoke against holds, and is enough; where all that hold are
 * rules that say nothing, this one says nothing either.
 */
export function anyForm(forms: readonly CompiledForm[]): CompiledForm {
  const isProhibition = forms.some((form) => form.isProhibition);
  return combined(forms, isProhibition, (history) => {
    const parts = openAll(forms, history);
    const state = (): RuleStatus => {
      const states = parts.map((part) => part.state());
      if (states.some(({ status, isFinal }) => status === 'satisfied' && isFinal)) return HELD;
      if (states.some(({ status }) => status === 'satisfied')) return SATISFIED;
      return states.every(({ status }) => status === 'violated') ? VIOLATED : OPEN;
    };
    const explain = () => {
      const texts = parts.flatMap(({ violations: [first] }) => (first === undefined ? [] : [first.explain().text]));
      return { text: `none of the rules holds: ${texts.join('; ')}` };
    };
    // What holds without doubt is enough.
    const isPlain = (): boolean =>
      parts.some((part) => part.state().status === 'satisfied' && doubtsOf([part]).length === 0);
    const isVacuous = (): boolean => {
      const holding = forms.filter((_, index) => parts[index]?.state().status === 'satisfied');
      return (
        holding.length > 0 && holding.every((form) => isVacuousPart(form, parts[forms.indexOf(form)] as RuleMonitor))
      );
    };
    return {
      ...decided(parts, { state, explain }),
      state,
      isVacuous,
      doubts: () => (isPlain() ? [] : doubtsOf(parts)),
    };
  });
}

/** The rule does not hold. Where nothing happened that breaks it, what is missing breaks it: then this is kept as well. */
export function notForm(form: CompiledForm): CompiledForm {
  return combined([form], true, (history) => {
    const parts = openAll([form], history);
    const inner = parts[0] as RuleMonitor;
    let isOver = false;
    const state = (): RuleStatus => {
      const { status, isFinal } = inner.state();
      if (status === 'violated') return HELD;
      if (status === 'open') return SATISFIED;
      if (isOver && doubtsOf(parts).length > 0) return SATISFIED;
      return isFinal || isOver ? VIOLATED : OPEN;
    };
    const monitor = decided(parts, { state, explain: () => ({ text: 'the rule inside `not` holds, and must not' }) });
    return {
      ...monitor,
      doubts: () => (inner.state().status === 'violated' ? [] : doubtsOf(parts)),
      finish() {
        for (const part of parts) part.finish();
        isOver = true;
        monitor.check(undefined, true);
      },
      state,
    };
  });
}

function isVacuousPart({ isProhibition }: CompiledForm, part: RuleMonitor | undefined): boolean {
  return part?.isVacuous?.() ?? (!isProhibition && part?.counts().activations === 0);
}

function combined(
  forms: readonly CompiledForm[],
  isProhibition: boolean,
  open: (history: History) => RuleMonitor,
): CompiledForm {
  return {
    isProhibition,
    asksCalls: forms.some(({ asksCalls }) => asksCalls),
    concerns: (kind, tool) => forms.some((form) => form.concerns(kind, tool)),
    isPending: (moment) => forms.some((form) => form.isPending(moment)),
    isUndecided: (moment) => forms.some((form) => form.isUndecided(moment)),
    open,
  };
}

function openAll(forms: readonly CompiledForm[], history: History): readonly RuleMonitor[] {
  return forms.map((form) => {
    const monitor = form.open(history);
    // A rule inside another sees what concerns the others, too, and must not be misled by it.
    const take = (moment: Moment): void => {
      if (form.concerns(moment.kind, moment.kind === 'call' ? moment.name : undefined)) monitor.take(moment);
    };
    return { ...monitor, take };
  });
}

function doubtsOf(parts: readonly RuleMonitor[]): Doubt[] {
  return parts.flatMap((part) => part.doubts?.() ?? []);
}

function forward(
  parts: readonly RuleMonitor[],
  after: (moment: Moment | undefined) => void,
): Omit<RuleMonitor, 'violations' | 'state'> {
  return {
    take(moment) {
      for (const part of parts) part.take(moment);
      after(moment);
    },
    see(call) {
      for (const part of parts) part.see?.(call);
    },
    finish() {
      for (const part of parts) part.finish();
      after(undefined);
    },
    counts() {
      const counts = parts.map((part) => part.counts());
      const sum = (key: 'activations' | 'fulfilled'): number => counts.reduce((total, one) => total + one[key], 0);
      return { activations: sum('activations'), fulfilled: sum('fulfilled') };
    },
  };
}

type Decision = { state(): RuleStatus; explain: Violation['explain'] };

/** A rule that is broken once, as a whole. */
function decided(parts: readonly RuleMonitor[], { state, explain }: Decision) {
  const violations: Violation[] = [];
  const check = (moment: Moment | undefined, isOwed = moment === undefined): void => {
    if (violations.length === 0 && state().status === 'violated') violations.push({ moment, isOwed, explain });
  };
  const all = forward(parts, (moment) => check(moment));
  const counts = () => {
    const { activations } = all.counts();
    return { activations, fulfilled: violations.length > 0 ? 0 : activations };
  };
  return { ...all, counts, violations, check };
}
