import type { CompileOptions } from '../../../../src/scorers/trajectory/arguments/match-options.ts';
import { type Answer, type CaseCall, flatCalls, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, verdict, wantedArguments } from '../core.ts';

export function judgeTau2(one: TrajectoryCase): Answer | undefined {
  if (one.mode !== 'actions' || one.args_mode !== 'actual-subset-or-listed') return undefined;
  const wanted = flatCalls(one.expected).map((call) =>
    wantedArguments(call.name, equalTo(call.arguments ?? {}), optionsOf(call)),
  );
  return verdict(judgeFlat(wanted, flatCalls(one.actual), { order: 'any', extra: 'allow' }).passed);
}

function optionsOf({ compare_args: listed }: CaseCall): CompileOptions {
  if (listed === undefined) return { match: 'exact' };
  return listed.length === 0 ? { match: 'ignore' } : { match: { fields: [...listed] } };
}
