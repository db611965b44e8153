import { canonicalText } from '../../../domain/values/canonical.ts';
import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment } from '../monitor/moment.ts';
import { type CompiledForm, type RuleMonitor, SATISFIED, VIOLATED, type Violation } from '../monitor/rule-monitor.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { looksLikeId } from './looked-up.ts';

type Done = { call: CallMoment; key: string; leaves: ReadonlySet<string>; ids: string };

/** No write is made again, with the same arguments, after it had succeeded; setting a value back is no repetition. */
export function identicalWriteForm({ tools = ['*'] }: PackSettings): CompiledForm {
  const writes = compileEvents({ tool: [...tools], effect: 'write' }, 'strict');
  const form = createForm({ patterns: [writes], open });
  const isWrite = (call: CallMoment): boolean => writes.match(call) !== undefined;
  return { ...form, isPending: (moment) => moment.kind === 'call' && moment.outcome === 'pending' && isWrite(moment) };

  function open(): RuleMonitor {
    const doneByTool = new Map<string, Map<string, Done>>();
    const violations: Violation[] = [];
    let activations = 0;
    return {
      violations,
      take(moment) {
        if (moment.kind !== 'call' || !isWrite(moment) || moment.arguments === undefined) return;
        activations += 1;
        const key = canonicalText(moment.arguments);
        const done = doneByTool.get(moment.name) ?? new Map<string, Done>();
        doneByTool.set(moment.name, done);
        const earlier = done.get(key)?.call;
        if (earlier !== undefined) violations.push({ moment, isOwed: false, explain: () => explain(moment, earlier) });
        if (moment.outcome === 'ok') replace(done, { call: moment, key, ...leavesOf(moment) });
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

function leavesOf({ arguments: values }: CallMoment): Pick<Done, 'leaves' | 'ids'> {
  const leaves = new Set<string>();
  const ids: string[] = [];
  if (values !== undefined) {
    walkLeaves(values, (leaf, pointer) => {
      const text = `${pointer} ${canonicalText(leaf)}`;
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
