import type { Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';
import { assertNever } from '../../../domain/values/assert-never.ts';
import { allForm, anyForm, notForm } from '../forms/combine.ts';
import { countForm } from '../forms/count.ts';
import { firstForm, lastForm, neverForm, onlyForm } from '../forms/kinds-of-calls.ts';
import { leadsToForm } from '../forms/leads-to.ts';
import { immediatelyBeforeForm, immediatelyForm } from '../forms/neighbours.ts';
import { noneAfterForm } from '../forms/none-after.ts';
import { notBothForm } from '../forms/not-both.ts';
import { requiresForm } from '../forms/requires.ts';
import type { CompiledForm } from '../monitor/rule-monitor.ts';
import type { Equality } from '../patterns/bound-values.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { EventTests } from '../patterns/event-test.ts';
import type { EventPatterns } from './event-pattern.ts';
import { type ClosedRule, FORMS, type FormName } from './policy-rule.ts';
import { ruleShapeProblems } from './rule-shape.ts';
import { lonelyVariables } from './rule-variables.ts';

/** Where a rule stands, and how it is read. */
export type RulePlace = {
  path: string;
  /** Every mistake is added here. */
  problems: Problem[];
  /** A variable that stands in one place only is no mistake; it is bound and compared with nothing. */
  allowsLonely: boolean;
};

/** Reads a rule once; undefined when something is wrong with it. */
export function compileRule(rule: ClosedRule, { path, problems, allowsLonely }: RulePlace): CompiledForm | undefined {
  const before = problems.length;
  const add = (at: string, message: string, hint?: string): void => {
    problems.push({ severity: 'error', code: 'invalid-rule', path: joinPath(path, at), message, hint });
  };
  const form = FORMS.find((name) => rule[name] !== undefined);
  for (const { at, message, hint } of ruleShapeProblems(rule)) add(at, message, hint);
  if (form === undefined || problems.length > before) return undefined;
  const lonely = allowsLonely ? [] : lonelyVariables(placesOf(rule), rule.per);
  for (const { path: at, message, hint } of lonely) add(at, message, hint);
  const build = createBuilder(rule, { path, problems, allowsLonely, add });
  const compiled = buildForm(form, rule, build);
  return problems.length > before ? undefined : compiled;
}

type Builder = {
  equality: Equality;
  /** The patterns at a key; what is wrong with them is told. */
  events(key: PatternKey, patterns?: EventPatterns): EventTests;
  /** As `events`, of calls only. */
  calls(key: PatternKey): EventTests;
  optional(key: PatternKey): EventTests | undefined;
  inner(rules: readonly ClosedRule[], at: string): readonly CompiledForm[];
};
type PatternKey = (typeof PATTERN_KEYS)[number];
const PATTERN_KEYS = [
  'never',
  'of',
  'when',
  'requires',
  'since',
  'leadsTo',
  'unless',
  'immediately',
  'immediatelyBefore',
  'noneAfter',
  'until',
  'only',
  'first',
  'last',
] as const;

/** Every place of a rule where patterns stand. */
export function placesOf(rule: ClosedRule): { key: string; patterns: EventPatterns }[] {
  const pairs = (['together', 'notBoth'] as const).flatMap((key) =>
    (rule[key] ?? []).map((patterns, index) => ({ key: `${key}[${index}]`, patterns })),
  );
  return [
    ...PATTERN_KEYS.flatMap((key) => (rule[key] === undefined ? [] : [{ key, patterns: rule[key] as EventPatterns }])),
    ...pairs,
  ];
}

type Add = (at: string, message: string, hint?: string) => void;

function createBuilder(rule: ClosedRule, { path, problems, allowsLonely, add }: RulePlace & { add: Add }): Builder {
  const equality: Equality = rule.values ?? 'strict';
  const read = (key: string, patterns: EventPatterns): EventTests => {
    try {
      const tests = compileEvents(patterns, equality);
      if (tests.borrowed.length > 0 && !['requires', 'leadsTo'].includes(key)) {
        add(key, '`contains` takes a variable only in `requires` and `leadsTo`');
      }
      return tests;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      add(key, error.message);
      return compileEvents('*', equality);
    }
  };
  const events: Builder['events'] = (key, patterns = rule[key]) => read(key, patterns ?? '*');
  return {
    equality,
    events,
    calls(key) {
      const tests = events(key);
      if (tests.alternatives.some(({ kind }) => kind !== 'call'))
        add(key, 'takes calls only: name a `tool` or an `effect`');
      return tests;
    },
    optional: (key) => (rule[key] === undefined ? undefined : events(key)),
    inner: (rules, at) =>
      rules.flatMap((one, index) => {
        const place = at === 'not' ? at : `${at}[${index}]`;
        return compileRule(one, { path: joinPath(path, place), problems, allowsLonely }) ?? [];
      }),
  };
}

function buildForm(form: FormName, rule: ClosedRule, build: Builder): CompiledForm {
  const { equality, events, calls, optional } = build;
  switch (form) {
    case 'never':
      return neverForm(events('never'));
    case 'atMost':
    case 'atLeast':
    case 'exactly':
      return buildCount(form, rule, build);
    case 'requires':
      return buildRequires(rule, build);
    case 'leadsTo': {
      const { within } = rule;
      const [when, answer, unless] = [events('when'), events('leadsTo'), optional('unless')];
      return leadsToForm({ when, answer, unless, within, looksBack: false, equality });
    }
    case 'immediately':
      return immediatelyForm({ when: events('when'), neighbour: calls('immediately'), equality });
    case 'immediatelyBefore':
      return immediatelyBeforeForm({ when: calls('when'), neighbour: calls('immediatelyBefore'), equality });
    case 'noneAfter': {
      const [after, of, until] = [events('noneAfter'), events('of'), optional('until')];
      return noneAfterForm({ after, of, until, within: rule.within, equality });
    }
    case 'only':
      return onlyForm(calls('only'));
    case 'first':
      return firstForm(calls('first'));
    case 'last':
      return lastForm(calls('last'));
    case 'together':
    case 'notBoth':
      return buildPair(form, rule, build);
    case 'all':
      return allForm(build.inner(rule.all ?? [], 'all'));
    case 'any':
      return anyForm(build.inner(rule.any ?? [], 'any'));
    case 'not':
      return notForm(build.inner(rule.not === undefined ? [] : [rule.not], 'not')[0] ?? neverForm(events('never')));
    default:
      return assertNever(form);
  }
}

function buildCount(
  form: 'atMost' | 'atLeast' | 'exactly',
  rule: ClosedRule,
  { events, equality }: Builder,
): CompiledForm {
  const number = rule[form] ?? 0;
  const of = events('of');
  const per = (rule.per ?? []).map((name) => name.replace(/^\$/, ''));
  const least = form === 'atMost' ? 0 : number;
  const most = form === 'atLeast' ? Number.POSITIVE_INFINITY : number;
  return countForm({ of, least, most, per, equality });
}

function buildRequires(rule: ClosedRule, { events, optional, equality }: Builder): CompiledForm {
  const { order = 'observed', oneToOne = false } = rule;
  const [when, need] = [events('when'), events('requires')];
  if (order === 'any') return leadsToForm({ when, answer: need, looksBack: true, equality });
  return requiresForm({ when, need, since: optional('since'), oneToOne, order, equality });
}

function buildPair(form: 'together' | 'notBoth', rule: ClosedRule, { events, equality }: Builder): CompiledForm {
  const [one = '*', other = '*'] = rule[form] ?? [];
  const at = `${form}[` as PatternKey;
  const left = events(`${at}0]` as PatternKey, one);
  const right = events(`${at}1]` as PatternKey, other);
  if (form === 'notBoth') return notBothForm(left, right, equality);
  const both = [left, right].map((when, index) =>
    leadsToForm({ when, answer: index === 0 ? right : left, looksBack: true, equality }),
  );
  return allForm(both);
}

export function joinPath(path: string, inner: string): string {
  return [path, inner].filter((part) => part !== '').join('.');
}
