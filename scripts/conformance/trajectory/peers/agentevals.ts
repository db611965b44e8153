import { isObject } from '../../../../src/domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../src/domain/values/json-value.ts';
import type { CompileOptions } from '../../../../src/scorers/trajectory/arguments/match-options.ts';
import { judgeCalls } from '../../../../src/scorers/trajectory/judge-calls.ts';
import type { CompiledCall } from '../../../../src/scorers/trajectory/specification/expected-call.ts';
import { type Answer, type CaseCall, flatCalls, groupedCalls, optionOf, type TrajectoryCase } from '../case.ts';
import { equalTo, madeCalls, matcherOf, planOf, type Settings, verdict, wantedArguments, wantedCall } from '../core.ts';

const modes: Readonly<Record<string, Settings>> = {
  strict: { unit: 'step', order: 'exact', extra: 'forbid' },
  unordered: { order: 'any', extra: 'forbid' },
  superset: { order: 'any', extra: 'allow' },
  subset: { order: 'any', extra: 'forbid', missing: 'allow' },
};
const argumentModes: Readonly<Record<string, CompileOptions>> = {
  exact: { match: 'exact' },
  ignore: { match: 'ignore' },
  superset: { match: 'partial', isShallow: true },
  subset: { match: 'subset', isShallow: true },
};

export function judgeAgentevals(one: TrajectoryCase): Answer | undefined {
  const settings = Object.hasOwn(modes, one.mode) ? modes[one.mode] : undefined;
  const options = Object.hasOwn(argumentModes, one.args_mode) ? argumentModes[one.args_mode] : undefined;
  if (settings === undefined || options === undefined) return undefined;
  const unit = settings.unit ?? 'session';
  const steps = (side: 'expected' | 'actual'): readonly (readonly CaseCall[])[] =>
    unit === 'step' ? groupedCalls(one[side], 'steps').map(withMark) : [flatCalls(one[side])];
  const overrides = optionOf<JsonObject>(one, 'overrides', {});
  const wanted = steps('expected').map((calls) => calls.map((call) => wantedOf(call, overrides[call.name], options)));
  return verdict(judgeCalls(planOf(wanted, settings), madeCalls(steps('actual'), unit)).passed);
}

/** A message without calls is a message all the same. */
function withMark(calls: readonly CaseCall[]): readonly CaseCall[] {
  return calls.length > 0 ? calls : [{ name: '(no call)' }];
}

function wantedOf(call: CaseCall, override: JsonValue | undefined, options: CompileOptions): CompiledCall {
  const { name, arguments: given = {} } = call;
  if (override === undefined) return wantedArguments(name, equalTo(given), options);
  if (typeof override === 'string') return wantedArguments(name, equalTo(given), argumentModes[override] ?? options);
  if (Array.isArray(override)) {
    const fields = override as string[];
    return wantedArguments(name, equalTo(given), { match: { fields }, nullIsAbsent: true });
  }
  const custom = isObject(override) ? override : {};
  return wantedCall(
    name,
    matcherOf((actual) => fitsCustom(custom, given, actual)),
  );
}

function fitsCustom(custom: JsonObject, expected: JsonValue, actual: JsonValue): boolean {
  const at = (value: JsonValue): JsonValue | undefined =>
    String(custom.path)
      .split('.')
      .reduce<JsonValue | undefined>(
        (inner, key) => (isObject(inner ?? null) ? (inner as JsonObject)[key] : undefined),
        value,
      );
  const [wanted, found] = [at(expected), at(actual)];
  const has = (value: JsonValue | undefined, part: unknown) =>
    typeof value === 'string' && value.includes(String(part));
  switch (custom.custom) {
    case 'both-in': {
      const values = (custom.values ?? []) as readonly unknown[];
      return values.includes(wanted) && values.includes(found);
    }
    case 'if-expected-contains':
      return !has(wanted, custom.needle) || has(found, custom.needle);
    default:
      throw new RangeError(`unknown custom comparison \`${String(custom.custom)}\``);
  }
}
