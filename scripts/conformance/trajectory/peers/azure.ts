import { UsageError } from '../../../../src/domain/errors.ts';
import type { CompileOptions } from '../../../../src/scorers/trajectory/arguments/match-options.ts';
import { type Answer, flatCalls, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, type Settings, scored, verdict, wantedArguments } from '../core.ts';

const modes: Readonly<Record<string, Settings>> = {
  exact: { order: 'exact', extra: 'forbid' },
  'in-order': { order: 'sequence', extra: 'allow' },
  'any-order': { order: 'any', extra: 'allow' },
};
const shares = ['precision', 'recall', 'f1'] as const;
const argumentModes: Readonly<Record<string, CompileOptions>> = {
  ignore: { match: 'ignore' },
  'str-or-json-equal': { match: 'exact', coerce: true },
};

export function judgeAzure(one: TrajectoryCase): Answer | undefined {
  const share = shares.find((name) => name === one.mode);
  const settings = share === undefined ? modes[one.mode] : modes['any-order'];
  const options = argumentModes[one.args_mode];
  if (settings === undefined || options === undefined) return undefined;
  const expected = flatCalls(one.expected);
  if (expected.length === 0) throw new UsageError('an empty expectation is refused');
  const wanted = expected.map(({ name, arguments: given = {} }) => wantedArguments(name, equalTo(given), options));
  const { passed, numbers } = judgeFlat(wanted, flatCalls(one.actual), settings);
  return share === undefined ? verdict(passed) : scored(numbers[share]);
}
