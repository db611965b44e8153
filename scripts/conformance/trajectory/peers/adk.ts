import { judgeCalls } from '../../../../src/scorers/trajectory/judge-calls.ts';
import { type Answer, groupedCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { equalTo, madeCalls, planOf, type Settings, wantedArguments } from '../core.ts';

const modes: Readonly<Record<string, Settings>> = {
  EXACT: { unit: 'turn', order: 'exact', extra: 'forbid' },
  IN_ORDER: { unit: 'turn', order: 'sequence', extra: 'allow' },
  ANY_ORDER: { unit: 'turn', order: 'any', extra: 'allow' },
};

export function judgeAdk(one: TrajectoryCase): Answer | undefined {
  const settings = Object.hasOwn(modes, one.mode) ? modes[one.mode] : undefined;
  if (settings === undefined || (one.args_mode !== 'exact' && one.args_mode !== 'ignore')) return undefined;
  const match = one.args_mode;
  const wanted = groupedCalls(one.expected, 'turns').map((calls) =>
    calls.map(({ name, arguments: given = {} }) => wantedArguments(name, equalTo(given), { match })),
  );
  const actual = groupedCalls(one.actual, 'turns');
  const plan = { ...planOf(wanted, settings), atLeast: optionOf(one, 'threshold', 1) };
  const { value, passed } = judgeCalls(plan, madeCalls(actual, 'turn'), { turns: actual.length });
  return { pass: passed, score: value };
}
