import { type Answer, flatCalls, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, type Settings, scored, verdict, wantedArguments } from '../core.ts';

const modes: Readonly<Record<string, Settings>> = {
  exact: { order: 'exact', extra: 'forbid' },
  'in-order': { order: 'sequence', extra: 'allow' },
  'any-order': { order: 'any', extra: 'allow' },
  'single-tool': { order: 'any', extra: 'allow' },
};

export function judgeVertex(one: TrajectoryCase): Answer | undefined {
  const share = one.mode === 'precision' || one.mode === 'recall' ? one.mode : undefined;
  const settings = modes[share === undefined ? one.mode : 'any-order'];
  if (settings === undefined || (one.args_mode !== 'exact' && one.args_mode !== 'ignore')) return undefined;
  const match = one.mode === 'single-tool' ? 'ignore' : one.args_mode;
  const wanted = flatCalls(one.expected).map(({ name, arguments: given = {} }) =>
    wantedArguments(name, equalTo(given), { match }),
  );
  const { passed, numbers } = judgeFlat(wanted, flatCalls(one.actual), settings);
  return share === undefined ? verdict(passed) : scored(numbers[share]);
}
