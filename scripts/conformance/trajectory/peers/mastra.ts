import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { CompiledCall } from '../../../../src/scorers/trajectory/specification/expected-call.ts';
import { type Answer, type CaseCall, flatCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, type Settings, scored, verdict, wantedCall } from '../core.ts';
import { withOutput } from '../with-output.ts';

const trajectories: Readonly<Record<string, Settings>> = {
  strict: { order: 'exact', extra: 'forbid' },
  relaxed: { order: 'sequence', extra: 'allow' },
  unordered: { order: 'any', extra: 'allow' },
};
const accuracies: Readonly<Record<string, Settings>> = {
  'tool-loose': { order: 'any', extra: 'allow' },
  'tool-strict': { order: 'any', extra: 'forbid' },
  'order-loose': { order: 'sequence', extra: 'allow' },
  'order-strict': { order: 'exact', extra: 'forbid' },
};

export function judgeMastra(one: TrajectoryCase): Answer | undefined {
  const [expected, actual] = [flatCalls(one.expected), flatCalls(one.actual)];
  if (one.mode === 'blacklist')
    return verdict(
      !isForbidden(
        one,
        actual.map(({ name }) => name),
      ),
    );
  const accuracy = Object.hasOwn(accuracies, one.mode) ? accuracies[one.mode] : undefined;
  if (accuracy !== undefined) {
    return verdict(
      judgeFlat(
        expected.map(({ name }) => wantedCall(name, undefined)),
        actual,
        accuracy,
      ).passed,
    );
  }
  const settings = Object.hasOwn(trajectories, one.mode) ? trajectories[one.mode] : undefined;
  if (settings === undefined || (one.args_mode !== 'json-text-if-given' && one.args_mode !== 'ignore'))
    return undefined;
  if (expected.length === 0) return verdict(actual.length === 0);
  const wanted = expected.map((call) => wantedOf(call, one.args_mode !== 'ignore'));
  const { recall } = judgeFlat(wanted, actual.map(madeOf), settings).numbers;
  const surplus = one.mode === 'strict' ? Math.max(0, actual.length - expected.length) / expected.length : 0;
  const repeats = optionOf(one, 'allowRepeatedSteps', true) ? 0 : countRepeats(expected, actual);
  return scored(Math.max(0, Math.max(0, recall - 0.5 * surplus) - 0.1 * repeats));
}

/** Arguments and results are compared where the expectation gives them. */
function wantedOf({ name, arguments: given, output }: CaseCall, isAsked: boolean): CompiledCall {
  const matcher = given === undefined || !isAsked ? undefined : compileArguments(equalTo(given), { match: 'exact' });
  return wantedCall(name, withOutput(matcher, output === undefined ? undefined : { value: output }));
}

function madeOf({ name, arguments: given = {}, output = null }: CaseCall): CaseCall {
  return { name, arguments: { arguments: given, output } };
}

/** Names that were called more often than expected, and more than once. */
function countRepeats(expected: readonly CaseCall[], actual: readonly CaseCall[]): number {
  const count = (calls: readonly CaseCall[], name: string) => calls.filter((call) => call.name === name).length;
  const names = [...new Set(actual.map(({ name }) => name))];
  return names.filter((name) => count(actual, name) > Math.max(1, count(expected, name))).length;
}

/** A forbidden name, or forbidden names right after each other. */
function isForbidden(one: TrajectoryCase, names: readonly string[]): boolean {
  const sequences = optionOf<readonly (readonly string[])[]>(one, 'forbiddenSequences', []);
  const runs = (sequence: readonly string[]) =>
    sequence.length > 0 && names.some((_, start) => sequence.every((name, at) => names[start + at] === name));
  return optionOf<readonly string[]>(one, 'forbidden', []).some((name) => names.includes(name)) || sequences.some(runs);
}
