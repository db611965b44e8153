import type { JsonValue } from '../../../domain/values/json-value.ts';
import { cutText, listText, valueText } from '../../text/value-text.ts';
import { describeCall, describeOutcome } from '../../trajectory/explanation/describe-call.ts';
import { type CallMoment, launchOf, type Moment } from '../monitor/moment.ts';
import type { Explanation, History } from '../monitor/rule-monitor.ts';
import type { Binding, Equality } from '../patterns/bound-values.ts';
import { isSame } from '../patterns/bound-values.ts';
import type { Bound, EventTests } from '../patterns/event-test.ts';

/** More events than these nobody reads about, and a long session must not pay for them. */
const LOOK_BACK = 300;

/** An event as it stands in a message. */
export function describeMoment(moment: Moment): string {
  switch (moment.kind) {
    case 'call':
      return `\`${describeCall(moment)}\``;
    case 'user':
      return `the user's words ${valueText(cutText(moment.text, 80))}`;
    case 'said':
      return `the agent's words ${valueText(cutText(moment.text, 80))}`;
    case 'turn':
      return `the beginning of turn ${moment.turn}`;
    case 'event':
      return `the event \`${moment.name}\``;
    case 'step':
      return 'the next message of the agent';
  }
}

/** Values of variables as they stand in a message. */
export function boundOf(variables: readonly string[], binding: Binding): Bound {
  const bound = new Map<string, string>();
  variables.forEach((variable, index) => {
    const value = binding[index];
    if (value !== undefined) bound.set(variable, valueText(value));
  });
  return bound;
}

export type Wanted = {
  /** The event that asks, and the values it gives. */
  moment: Moment;
  asks: EventTests;
  binding: Binding;
  /** What it asks for. */
  need: EventTests;
  equality: Equality;
  /** `seq` after which it had to come; -1 where it does not matter. */
  since?: number | undefined;
  sinceText?: string | undefined;
  /** Whether it had to be seen, rather than to have been called. */
  mustBeSeen: boolean;
  /** Serves another event already. */
  isUsed?: ((candidate: Moment) => boolean) | undefined;
};

/** Variables that the asking event has no value for. */
export function missingVariables({ asks, binding, need }: Pick<Wanted, 'asks' | 'binding' | 'need'>): string[] {
  const wanted = [...need.variables, ...need.borrowed];
  return asks.variables.filter((variable, index) => binding[index] === undefined && wanted.includes(variable));
}

/** What nearly was there, and why it does not count. */
export function explainNearest(wanted: Wanted, history: History): Explanation {
  const { need, moment } = wanted;
  const missing = missingVariables(wanted);
  if (missing.length > 0) return { text: withoutValueText(moment, missing) };
  let best: (Explanation & { rank: number }) | undefined;
  for (const candidate of candidatesOf(need, history, moment)) {
    const found = classify(candidate, wanted);
    if (found !== undefined && (best === undefined || found.rank < best.rank)) best = found;
  }
  return best ?? { text: nothingLike(need, history, moment) };
}

function withoutValueText(moment: Moment, missing: readonly string[]): string {
  const names = listText(missing.map((name) => `\`$${name}\``));
  if (moment.kind === 'call' && moment.arguments === undefined) {
    return `the arguments of \`${moment.name}\` are no JSON, so that ${names} has no value`;
  }
  return `${moment.kind === 'call' ? `\`${moment.name}\`` : 'it'} has no value for ${names}`;
}

/** Nearest in time first: what came before, newest first, then what came after. */
function candidatesOf(need: EventTests, { calls, texts }: History, moment: Moment): Moment[] {
  const list: readonly Moment[] = need.alternatives.some(({ kind }) => kind === 'call') ? calls : texts;
  const place = placeOf(list, moment.seq);
  const before = list.slice(Math.max(0, place - LOOK_BACK), place).toReversed();
  return [...before, ...list.slice(place, place + LOOK_BACK)].filter((one) => one.seq !== moment.seq);
}

/** How many stand before `seq`. */
function placeOf(list: readonly Moment[], seq: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function classify(candidate: Moment, wanted: Wanted): (Explanation & { rank: number }) | undefined {
  const { need, moment, asks, binding, equality, since = -1, mustBeSeen } = wanted;
  const attempt = need.matchAttempt(candidate);
  const told = describeMoment(candidate);
  const say = (rank: number, text: string) => ({ rank, text: `${told} ${text}`, near: candidate });
  if (attempt === undefined) {
    const miss = need.alternatives.map((one) => one.missInArguments?.(candidate)).find((one) => one !== undefined);
    if (miss === undefined) return undefined;
    return say(candidate.seq < moment.seq ? 9 : 10, `${seenText(candidate, moment)}, but ${miss}`);
  }
  // What came of a call that nobody had seen the result of changes nothing, and is not known while the session runs.
  const unseen = mustBeSeen && candidate.kind === 'call' ? unseenText(candidate, moment) : undefined;
  const hasResult = candidate.kind === 'call' && candidate.outcome === 'ok' && unseen === undefined;
  const differing = differences({ need, attempt, asks, binding, equality, hasResult });
  const isBefore = candidate.seq < moment.seq;
  if (differing.length > 0) return say(isBefore ? 5 : 8, `${seenText(candidate, moment)}, but ${listText(differing)}`);
  if (candidate.seq > since && unseen !== undefined) return say(...unseen);
  if (candidate.kind === 'call' && need.match(candidate) === undefined) {
    return say(isBefore ? 3 : 7, outcomeText(candidate, need));
  }
  if (!need.holds(candidate, (name) => valueIn(asks, binding, name)))
    return say(6, `${candidate.kind === 'call' ? 'does' : 'do'} not hold that value`);
  if (!isBefore) return say(4, `came only later, in turn ${candidate.turn}`);
  if (candidate.seq <= since) return say(1, `came before ${wanted.sinceText ?? 'that'}`);
  return wanted.isUsed?.(candidate) === true ? say(0, 'had already served another one') : undefined;
}

/** Why a call that came before could not have been seen. */
function unseenText(call: CallMoment, moment: Moment): [rank: number, text: string] | undefined {
  if (call.seq > moment.seq) return undefined;
  if (call.launchedAt === launchOf(moment)) return [1, 'was launched by the same message'];
  const isSeen = call.seenAt !== undefined && call.seenAt <= launchOf(moment);
  return isSeen ? undefined : [2, 'had not been answered yet: its result had not been seen'];
}

/** A call that a rule speaks of because it failed is told with what it failed with. */
export function describeWithOutcome(moment: Moment, { alternatives }: EventTests): string {
  const told = describeMoment(moment);
  if (moment.kind !== 'call' || !alternatives.some(({ asksOutcome }) => asksOutcome)) return told;
  if (moment.outcome !== 'error') return told;
  return `${told}, which had failed (${describeOutcome({ result: moment.result, outcome: 'error' })})`;
}

function outcomeText(call: CallMoment, need: EventTests): string {
  if (call.outcome === 'error') {
    return `had failed (${describeOutcome({ result: call.result, outcome: 'error' })})`;
  }
  if (call.outcome !== 'ok') return 'had no result';
  const miss = need.alternatives.map((one) => one.missInResult?.(call)).find((one) => one !== undefined);
  return miss === undefined ? 'had succeeded with another result' : `had succeeded, but ${miss}`;
}

function seenText(candidate: Moment, moment: Moment): string {
  if (candidate.seq > moment.seq) return 'came later';
  if (candidate.kind !== 'call') return 'came before';
  return candidate.seenAt !== undefined && candidate.seenAt <= launchOf(moment) ? 'was seen' : 'was called';
}

type Comparison = {
  need: EventTests;
  attempt: Binding;
  asks: EventTests;
  binding: Binding;
  equality: Equality;
  hasResult: boolean;
};

/** `order_id is "A-2" here` for each shared variable with another value. */
function differences({ need, attempt, asks, binding, equality, hasResult }: Comparison): string[] {
  return need.variables.flatMap((variable, index) => {
    const wanted = valueIn(asks, binding, variable);
    const found = attempt[index];
    if (wanted === undefined || (found !== undefined && isSame(found, wanted, equality))) return [];
    const place = need.alternatives.map((one) => one.placeInResult?.(variable)).find((one) => one !== undefined);
    const here = `\`$${variable}\` is ${valueText(wanted)} here`;
    if (place === undefined) return [found === undefined ? `it has no value for \`$${variable}\`` : here];
    // Of a call that failed it is told that it failed.
    if (!hasResult) return [];
    const own = place === '' ? 'its result' : `its \`${place}\``;
    return [found === undefined ? `its result has no \`${place}\`` : `${own} is ${valueText(found)}, and ${here}`];
  });
}

function valueIn({ variables }: EventTests, binding: Binding, name: string): JsonValue | undefined {
  return binding[variables.indexOf(name)];
}

function nothingLike(need: EventTests, { texts }: History, moment: Moment): string {
  if (need.alternatives.some(({ kind }) => kind === 'call')) return 'there was no such call';
  const [kind] = need.alternatives.map((one) => one.kind);
  const last = texts.findLast((one) => one.kind === kind && one.seq < moment.seq);
  if (last === undefined) {
    return kind === 'user' || kind === 'said'
      ? `the ${kind === 'user' ? 'user' : 'agent'} had said nothing`
      : 'there was none';
  }
  const remark = need.alternatives.map((one) => one.remark?.(last)).find((one) => one !== undefined);
  return `the last words of the ${kind === 'user' ? 'user' : 'agent'} were ${valueText(cutText(last.text, 80))}${remark === undefined ? '' : ` (${remark})`}`;
}
