import { UsageError } from '../../../domain/errors.ts';
import { listText } from '../../text/value-text.ts';
import type { Moment } from '../monitor/moment.ts';
import type { EventPattern, EventPatterns } from '../rules/event-pattern.ts';
import type { Equality } from './bound-values.ts';
import { compileCallTest } from './call-test.ts';
import type { EventTest, EventTests } from './event-test.ts';
import { compileWordTest } from './word-test.ts';

/** Reads what an author wrote in one place of a rule. Throws `UsageError` when it cannot be used. */
export function compileEvents(patterns: EventPatterns, equality: Equality): EventTests {
  const list = Array.isArray(patterns) ? patterns : [patterns];
  return joinTests(list.map((one) => compileOne(typeof one === 'string' ? { tool: one } : one, equality)));
}

/** Several patterns of which one must fit; they bind the same variables. */
export function joinTests(alternatives: readonly EventTest[]): EventTests {
  const [first] = alternatives;
  const variables = first?.variables ?? [];
  const borrowed = [...new Set(alternatives.flatMap((one) => one.borrowed))];
  if (alternatives.some((one) => one.variables.join() !== variables.join())) {
    throw new UsageError('each of these patterns must bind the same variables');
  }
  const asking = alternatives.filter(({ asksOutcome }) => asksOutcome);
  const describe: EventTests['describe'] = (bound) =>
    listText([...new Set(alternatives.map((one) => one.describe(bound)))], 'or');
  if (first !== undefined && alternatives.length === 1) {
    return { ...first, alternatives, borrowed, isPending: (moment) => isPending(asking, moment), describe };
  }
  return {
    alternatives,
    variables,
    borrowed,
    match: (moment) => firstOf(alternatives, (one) => one.match(moment)),
    matchAttempt: (moment) => firstOf(alternatives, (one) => one.matchAttempt(moment)),
    trigger: (moment) =>
      firstOf(alternatives, (one) => one.match(moment)) ?? firstOf(alternatives, (one) => one.trigger(moment)),
    doubt: (moment) =>
      alternatives.some((one) => one.match(moment) !== undefined)
        ? undefined
        : firstOf(alternatives, (one) => one.doubt(moment)),
    holds: (moment, lookUp) => alternatives.some((one) => one.match(moment) !== undefined && one.holds(moment, lookUp)),
    isPending: (moment) => isPending(asking, moment),
    describe,
  };
}

function compileOne(pattern: EventPattern, equality: Equality): EventTest {
  const { tool, effect, arguments: wanted, ok, result } = pattern;
  const isCall = [tool, effect, wanted, ok, result].some((part) => part !== undefined);
  return isCall ? compileCallTest(pattern, equality) : compileWordTest(pattern);
}

function isPending(asking: readonly EventTest[], moment: Moment): boolean {
  if (asking.length === 0 || moment.kind !== 'call' || moment.outcome !== 'pending') return false;
  return asking.some((one) => one.matchAttempt(moment) !== undefined);
}

function firstOf<T>(list: readonly EventTest[], read: (one: EventTest) => T | undefined): T | undefined {
  for (const one of list) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
