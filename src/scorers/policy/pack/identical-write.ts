import { canonicalText } from '../../../domain/values/canonical.ts';
import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment } from '../monitor/moment.ts';
import { type CompiledForm, type RuleMonitor, SATISFIED, VIOLATED, type Violation } from '../monitor/rule-monitor.ts';
import { type Equality, valueKey } from '../patterns/bound-values.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { hasFailed } from './failed-calls.ts';
import { looksLikeId } from './looked-up.ts';

type Done = { call: CallMoment; key: string; leaves: ReadonlySet<string>; ids: string };

/**
 * No write is made again, with the same arguments, after it had succeeded; setting a value back is no repetition. Arguments
 * are the same by value, so that 5 is `"5.00"`, unless `values` is `strict`.
 */
export function identicalWriteForm({ tools = ['*'], values = 'loose' }: PackSettings): CompiledForm {
  const writes = compileEvents({ tool: [...tools], effect: 'write' }, 'strict');
  const form = createForm({ patterns: [writes], open });
  const isWrite = (call: CallMoment): boolean => writes.match(call) !== undefined;
  return { ...form, isPending: (moment) => moment.kind === 'call' && moment.outcome === 'pending' && isWrite(moment) };

  function keyOf({ arguments: given, call }: CallMoment): string {
    return given === undefined
      ? `no JSON: ${call.rawArguments}`
      : canonicalText(values === 'loose' ? byValue(given) : given);
  }

  function open(): RuleMonitor {
    const doneByTool = new Map<string, Map<string, Done>>();
    const violations: Violation[] = [];
    let activations = 0;
    return {
      violations,
      take(moment) {
        if (moment.kind !== 'call' || !isWrite(moment)) return;
        activations += 1;
        const key = keyOf(moment);
        const done = doneByTool.get(moment.name) ?? new Map<string, Done>();
        doneByTool.set(moment.name, done);
        const earlier = done.get(key)?.call;
        if (earlier !== undefined) violations.push({ moment, isOwed: false, explain: () => explain(moment, earlier) });
        if (moment.outcome === 'ok' && !hasFailed(moment))
          replace(done, { call: moment, key, ...leavesOf(moment, values) });
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations, fulfilled: activations - violations.length }),
    };
  }
}

/**
 * What was written about the same thing before, with other values, may be written again: it has been overwritten. The same
 * thing is what has the same ids; without ids, what has any value in common.
 */
function replace(done: Map<string, Done>, fresh: Done): void {
  for (const { key, ids, leaves } of [...done.values()]) {
    const isSameThing = ids === '' ? [...leaves].some((leaf) => fresh.leaves.has(leaf)) : ids === fresh.ids;
    if (key !== fresh.key && isSameThing) done.delete(key);
  }
  done.set(fresh.key, fresh);
}

/** Texts of numbers in place of the numbers. */
function byValue(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(byValue);
  if (isObject(value) && tagOf(value) === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, byValue(member)]));
  }
  return String(valueKey(value, 'loose'));
}

function leavesOf({ arguments: given }: CallMoment, values: Equality): Pick<Done, 'leaves' | 'ids'> {
  const leaves = new Set<string>();
  const ids: string[] = [];
  if (given !== undefined) {
    walkLeaves(given, (leaf, pointer) => {
      const text = `${pointer} ${canonicalText(values === 'loose' ? byValue(leaf) : leaf)}`;
      leaves.add(text);
      if (pointer.split('/').some(looksLikeId)) ids.push(text);
    });
  }
  return { leaves, ids: ids.toSorted().join(' ') };
}

function explain(moment: CallMoment, earlier: CallMoment): ReturnType<Violation['explain']> {
  return {
    text: `\`${describeCall(moment)}\` was made again after the same call had succeeded in turn ${earlier.turn}`,
    near: earlier,
  };
}
