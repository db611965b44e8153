import { UsageError } from '../../../../src/domain/errors.ts';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import { compileArguments } from '../../../../src/scorers/trajectory/arguments/argument-matcher.ts';
import type { CompiledCall } from '../../../../src/scorers/trajectory/specification/expected-call.ts';
import { type Answer, type CaseCall, flatCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { equalTo, judgeFlat, type Settings, scored, verdict, wantedCall } from '../core.ts';
import { withOutput } from '../with-output.ts';

const modes: Readonly<Record<string, Settings>> = {
  default: { order: 'any', extra: 'allow' },
  ordering: { order: 'sequence', extra: 'allow' },
  exact: { order: 'exact', extra: 'forbid' },
};
type Asked = { arguments: boolean; output: boolean; isExact: boolean };

export function judgeDeepeval(one: TrajectoryCase): Answer | undefined {
  if (one.mode === 'permission') return judgePermission(one);
  const settings = Object.hasOwn(modes, one.mode) ? modes[one.mode] : undefined;
  if (settings === undefined || (one.args_mode !== 'ignore' && one.args_mode !== 'key-ratio')) return undefined;
  const params = optionOf<readonly JsonValue[]>(one, 'params', []);
  const unknown = params.find((name) => name !== 'INPUT_PARAMETERS' && name !== 'OUTPUT');
  if (unknown !== undefined) throw new UsageError(`unknown parameter ${JSON.stringify(unknown)}`);
  const isExact = one.mode === 'exact';
  const asked: Asked = {
    arguments: params.includes('INPUT_PARAMETERS'),
    output: params.includes('OUTPUT'),
    isExact,
  };
  const [expected, actual] = [flatCalls(one.expected), flatCalls(one.actual)];
  if (expected.length === 0) return verdict(actual.length === 0);
  const wanted = expected.map((call) => wantedOf(call, asked));
  const { passed, numbers } = judgeFlat(wanted, actual.map(madeOf), settings);
  const score = isExact ? Number(passed) : numbers.credit;
  const isStrict = optionOf(one, 'strict', false);
  return scored(isStrict && score < 1 ? 0 : score, isStrict ? 1 : optionOf(one, 'threshold', 0.5));
}

function wantedOf(call: CaseCall, asked: Asked): CompiledCall {
  const { arguments: given = {} } = call;
  const options = asked.isExact ? { match: 'exact' as const } : { match: 'exact' as const, credit: 'union' as const };
  const matcher = asked.arguments ? compileArguments(equalTo(given), options) : undefined;
  const output = asked.output ? { value: call.output ?? null } : undefined;
  return wantedCall(nameOf(call), withOutput(matcher, output));
}

function madeOf(call: CaseCall): CaseCall {
  return { name: nameOf(call), arguments: { arguments: call.arguments ?? {}, output: call.output ?? null } };
}

/** A call of another kind is another call. */
function nameOf({ name, type = 'FUNCTION' }: CaseCall): string {
  return `${type}:${name}`;
}

/** The share of calls that are allowed; a denial stands above an allowance. */
function judgePermission(one: TrajectoryCase): Answer {
  const actual = flatCalls(one.actual);
  const allowed = one.options?.allowed as readonly string[] | undefined;
  const denied = optionOf<readonly string[]>(one, 'denied', []);
  const right = actual.filter(
    ({ name }) => !denied.includes(name) && (allowed === undefined || allowed.includes(name)),
  );
  return scored(actual.length === 0 ? 1 : right.length / actual.length, optionOf(one, 'threshold', 1));
}
