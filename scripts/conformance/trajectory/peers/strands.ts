import { type Answer, flatCalls, type TrajectoryCase } from '../case.ts';
import { judgeFlat, type Settings, scored, wantedCall } from '../core.ts';

const modes: Readonly<Record<string, Settings>> = {
  exact: { order: 'exact', extra: 'forbid' },
  'in-order': { order: 'sequence', extra: 'allow' },
  'any-order': { order: 'any', extra: 'allow' },
};

export function judgeStrands(one: TrajectoryCase): Answer | undefined {
  const settings = Object.hasOwn(modes, one.mode) ? modes[one.mode] : undefined;
  if (settings === undefined || one.args_mode !== 'ignore') return undefined;
  const wanted = flatCalls(one.expected).map(({ name }) => wantedCall(name, undefined));
  const { numbers, passed } = judgeFlat(wanted, flatCalls(one.actual), settings);
  // Nothing expected means no calls where nothing may be added.
  return scored(wanted.length === 0 ? Number(passed) : numbers.recall);
}
