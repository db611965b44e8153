import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { listText, valueText } from '../../text/value-text.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type History,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type ValueKey, valueKey } from '../patterns/bound-values.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import { compileGlob } from '../patterns/glob.ts';
import type { PackSettings } from '../rules/policy-rule.ts';

type Id = { name: string; value: JsonValue };
type IsId = (name: string) => boolean;

/** For every id in the arguments of a write, a lookup of that id had been seen: one that asked for it, or that told it. */
export function lookedUpForm({ tools = ['*'], ids, inResults = true }: PackSettings): CompiledForm {
  const isId = ids === undefined ? looksLikeId : anyOf(ids.map(compileGlob));
  const writes = compileEvents({ tool: [...tools], effect: 'write' }, 'strict');
  const reads = compileEvents({ effect: 'read', ok: true }, 'strict');
  // Reads are looked at when their results are seen, so that nothing waits for a result.
  const form = createForm({ patterns: [writes, reads], open: (history) => open(history) });
  return {
    ...form,
    isPending: () => false,
    isUndecided: (moment) => form.isUndecided(moment) && idsOf(moment as CallMoment, isId).length > 0,
  };

  function open(history: History): RuleMonitor {
    const known = new Map<ValueKey, number>();
    const violations: Violation[] = [];
    let activations = 0;
    const remember = (value: JsonValue, seenAt: number): void => {
      const key = valueKey(value, 'loose');
      if (!known.has(key)) known.set(key, seenAt);
    };
    return {
      violations,
      take(moment) {
        if (moment.kind !== 'call' || writes.match(moment) === undefined) return;
        const found = judgedIds(idsOf(moment, isId), ids === undefined ? history.lookupArguments : new Set());
        if (found.length === 0) return;
        activations += 1;
        const unseen = found.filter(
          ({ value }) => (known.get(valueKey(value, 'loose')) ?? Number.POSITIVE_INFINITY) > moment.launchedAt,
        );
        if (unseen.length === 0) return;
        violations.push({ moment, isOwed: false, explain: () => explain(moment, unseen, history) });
      },
      see(call) {
        if (reads.match(call) === undefined) return;
        const seenAt = call.seenAt ?? call.seq;
        if (call.arguments !== undefined) walkLeaves(call.arguments, (leaf) => remember(leaf, seenAt));
        const outcome = call.result?.outcome;
        if (!inResults || outcome?.status !== 'ok') return;
        walkLeaves(outcome.content, (leaf) => remember(leaf, seenAt));
        for (const key of keysOf(outcome.content)) remember(key, seenAt);
      },
      finish() {},
      state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
      counts: () => ({ activations, fulfilled: activations - violations.length }),
    };
  }
}

/** Whether an argument's name says that it is an id: `id`, `order_id`, `item_ids`, `orderId`. */
export function looksLikeId(name: string): boolean {
  return /(?:^|_|-)ids?$/i.test(name) || /[\p{Ll}\p{N}](?:Id|ID|Ids|IDs)$/u.test(name);
}

/**
 * Ids by whose name something can be looked up; a payment that no lookup takes is not what is written to. All of them where
 * no name is one that a lookup takes.
 */
function judgedIds(found: readonly Id[], lookupArguments: ReadonlySet<string>): readonly Id[] {
  const known = found.filter(({ name }) => lookupArguments.has(name));
  return known.length > 0 ? known : found;
}

function anyOf(tests: readonly IsId[]): IsId {
  return (name) => tests.some((test) => test(name));
}

/** Ids at any depth; a list under such a name holds ids. */
function idsOf({ arguments: values }: CallMoment, isId: IsId): Id[] {
  const found: Id[] = [];
  const add = (name: string, value: JsonValue): void => {
    if (isList(value)) for (const item of value) add(name, item);
    else if (isObject(value)) walk(value);
    else if (isId(name) && value !== null && value !== '' && typeof value !== 'boolean') found.push({ name, value });
  };
  const walk = (object: { readonly [key: string]: JsonValue }): void => {
    for (const [name, value] of Object.entries(object)) add(name, value);
  };
  if (isObject(values)) walk(values);
  return found;
}

/** Results are often keyed by id. */
function keysOf(content: JsonValue): string[] {
  const keys: string[] = [];
  const open: JsonValue[] = [content];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isList(next)) open.push(...next);
    else if (isObject(next)) {
      keys.push(...Object.keys(next));
      open.push(...Object.values(next));
    }
  }
  return keys;
}

function explain(moment: CallMoment, unseen: readonly Id[], { calls }: History): ReturnType<Violation['explain']> {
  const names = listText(unseen.slice(0, 3).map(({ name, value }) => `${name} ${valueText(value)}`));
  const near = calls.findLast((call) => call.seq < moment.seq && call.effect === 'read' && call.outcome === 'ok');
  const nearest = near === undefined ? 'nothing had been looked up' : `the last lookup was \`${describeCall(near)}\``;
  return {
    text: `\`${describeCall(moment)}\`: ${names} had not been looked up; ${nearest}`,
    ...(near === undefined ? {} : { near }),
  };
}
