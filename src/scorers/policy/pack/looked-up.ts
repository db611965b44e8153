import { compileGlob } from '../../../domain/values/glob.ts';
import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { listText, valueText } from '../../text/value-text.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import { createForm } from '../forms/form.ts';
import type { CallMoment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  type History,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import { type ValueKey, valueKey } from '../patterns/bound-values.ts';
import { compileEvents } from '../patterns/compile-events.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { findingsIn, hasFailed } from './failed-calls.ts';

type Id = { name: string; value: JsonValue };
type IsId = (name: string) => boolean;

/** For every id in the arguments of a write, a lookup of that id had been seen: one that asked for it, or that told it. */
export function lookedUpForm({ tools = ['*'], ids, inResults = true }: PackSettings): CompiledForm {
  const isId = ids === undefined ? looksLikeId : anyOf(ids.map(compileGlob));
  const writes = compileEvents({ tool: [...tools], effect: 'write' }, 'strict');
  const reads = compileEvents({ effect: 'read', ok: true }, 'strict');
  const isWrite = (call: CallMoment): boolean => writes.match(call) !== undefined;
  // Reads are looked at when their results are seen, so that nothing waits for a result.
  const form = createForm({ patterns: [writes, reads], open: (history) => open(history) });
  return {
    ...form,
    isPending: (moment) =>
      moment.kind === 'call' && moment.arguments === undefined && moment.outcome === 'pending' && isWrite(moment),
    isUndecided: (moment) => form.isUndecided(moment) && idsOf(moment as CallMoment, isId).length > 0,
  };

  function open(history: History): RuleMonitor {
    const known = new Map<ValueKey, number>();
    const violations: Violation[] = [];
    const doubts: Doubt[] = [];
    let activations = 0;
    const remember = (value: JsonValue, seenAt: number): void => {
      const key = valueKey(value, 'loose');
      if (!known.has(key)) known.set(key, seenAt);
    };
    return {
      violations,
      doubts: () => doubts,
      take(moment) {
        if (moment.kind !== 'call' || !isWrite(moment)) return;
        // Nothing was written by a call that nobody could read and that failed.
        if (moment.arguments === undefined && moment.outcome !== 'error') {
          doubts.push({ moment, why: `the arguments of \`${describeCall(moment)}\` are no JSON` });
        }
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
        const outcome = call.result?.outcome;
        const found = outcome?.status === 'ok' ? findingsIn(outcome.content) : 'nothing';
        if (found === 'record' && call.arguments !== undefined)
          walkLeaves(call.arguments, (leaf) => remember(leaf, seenAt));
        if (!inResults || found === 'nothing' || outcome?.status !== 'ok') return;
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
  const wanted = unseen.map(({ value }) => valueKey(value, 'loose'));
  const asks = ({ arguments: values }: CallMoment): boolean => {
    let isAsked = false;
    if (values !== undefined) walkLeaves(values, (leaf) => (isAsked ||= wanted.includes(valueKey(leaf, 'loose'))));
    return isAsked;
  };
  const earlier = calls.filter((call) => call.seq !== moment.seq && call.effect === 'read' && isBefore(call, moment));
  const parallel = earlier.find((call) => call.launchedAt === moment.launchedAt && asks(call));
  const asked = earlier.findLast((call) => asks(call) && call.outcome !== 'error');
  const last = earlier.findLast((call) => call.launchedAt !== moment.launchedAt && call.outcome === 'ok');
  const near = parallel ?? asked ?? last;
  return {
    text: `\`${describeCall(moment)}\`: ${names} had not been looked up; ${nearestText()}`,
    ...(near === undefined ? {} : { near }),
  };

  function nearestText(): string {
    if (near === undefined) return 'nothing had been looked up';
    const told = `\`${describeCall(near)}\``;
    if (near === parallel) return `${told} was launched by the same message`;
    if (near !== asked) return `the last lookup was ${told}`;
    if (near.seenAt === undefined || near.seenAt > moment.launchedAt)
      return `the result of ${told} had not been seen yet`;
    return hasFailed(near) ? `${told} says itself that it failed` : `${told} had found nothing`;
  }
}

/** Also a later call of the same message: both were decided on together. */
function isBefore(call: CallMoment, moment: CallMoment): boolean {
  return call.seq < moment.seq || call.launchedAt === moment.launchedAt;
}
