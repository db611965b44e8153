import { listText } from '../../text/value-text.ts';
import { type CallMoment, launchOf, type Moment } from '../monitor/moment.ts';
import {
  type CompiledForm,
  type Doubt,
  type History,
  type RuleMonitor,
  SATISFIED,
  VIOLATED,
  type Violation,
} from '../monitor/rule-monitor.ts';
import {
  type Binding,
  type Equality,
  type KeyOf,
  keyOf,
  sharedVariables,
  type ValueKey,
} from '../patterns/bound-values.ts';
import { type Bound, type EventTests, matchWhole } from '../patterns/event-test.ts';
import { boundOf, describeMoment, explainNearest, missingVariables } from './explain.ts';
import { createForm, noteDoubt } from './form.ts';

export type Requires = {
  when: EventTests;
  need: EventTests;
  since?: EventTests | undefined;
  /** How a message tells of `since`, where its patterns say it clumsily. */
  sinceText?: string | undefined;
  oneToOne: boolean;
  order: 'observed' | 'position';
  equality: Equality;
};

/** Something that may license an event. `seenAt` never falls from one entry of a list to the next. */
type Entry = { moment: Moment; seenAt: number; isUsed: boolean };

/** For every event of `when` there was an event of `need` before it. */
export function requiresForm(rule: Requires): CompiledForm {
  const patterns = [rule.when, rule.need, ...(rule.since === undefined ? [] : [rule.since])];
  // What must have been seen is looked at when it is seen: until then, a missing result holds up nothing.
  const blocking = rule.order === 'observed' ? patterns.filter((one) => one !== rule.need) : patterns;
  const form = createForm({ patterns, open: (history) => openRequires(rule, history) });
  return { ...form, isPending: (moment) => blocking.some((pattern) => pattern.isPending(moment)) };
}

function openRequires(rule: Requires, history: History): RuleMonitor {
  const { when, need, since, order, equality } = rule;
  const shared = sharedVariables(when.variables, need.variables);
  const [keyOfWhen, keyOfNeed] = [keyOf(when.variables, shared, equality), keyOf(need.variables, shared, equality)];
  const ofSince = sharedVariables(when.variables, since?.variables ?? []);
  const [keyForSince, keyOfSince] = [
    keyOf(when.variables, ofSince, equality),
    keyOf(since?.variables ?? [], ofSince, equality),
  ];
  const entries = createEntries(rule, keyOfNeed);
  const lastSince = new Map<ValueKey, number>();
  const used = new Set<Moment>();
  const violations: Violation[] = [];
  const doubts: Doubt[] = [];
  /** The last words of which nobody can tell whether they are what is required, or take it back. */
  let unread: Doubt | undefined;
  let activations = 0;
  const judge = (moment: Moment, binding: Binding): void => {
    activations += 1;
    const key = keyOfWhen(binding);
    const sinceKey = since === undefined ? undefined : keyForSince(binding);
    const after = sinceKey === undefined ? -1 : (lastSince.get(sinceKey) ?? -1);
    const isUsable = missingVariables({ asks: when, binding, need }).length === 0 && key !== undefined;
    const entry = isUsable ? findEntry(entries.at(key), { rule, moment, binding, after }) : undefined;
    // Without `since`, what served once serves whatever was said afterwards.
    const mayMatter = entry === undefined || since !== undefined;
    if (mayMatter && unread !== undefined && unread.moment.seq > Math.max(after, entry?.moment.seq ?? -1)) {
      doubts.push(unread);
      return;
    }
    if (entry !== undefined) {
      entry.isUsed = true;
      if (rule.oneToOne) used.add(entry.moment);
      return;
    }
    violations.push({ moment, isOwed: false, explain: () => explain(rule, { moment, binding, after, used, history }) });
  };
  return {
    violations,
    doubts: () => doubts,
    take(moment) {
      const binding = when.match(moment) ?? when.trigger(moment);
      if (binding !== undefined) judge(moment, binding);
      else noteDoubt(doubts, when, moment);
      const why = moment.kind === 'call' ? undefined : (need.doubt(moment) ?? since?.doubt(moment));
      if (why !== undefined) unread = { moment, why };
      const restart = since === undefined ? undefined : matchWhole(since, moment);
      if (restart !== undefined) lastSince.set(keyOfSince(restart) ?? '', moment.seq);
      if (order === 'position' || moment.kind !== 'call') entries.add(moment, moment.seq);
    },
    see(call: CallMoment) {
      if (order === 'observed') entries.add(call, call.seenAt ?? call.seq);
    },
    finish() {},
    state: () => (violations.length > 0 ? VIOLATED : SATISFIED),
    counts: () => ({ activations, fulfilled: Math.max(0, activations - violations.length - doubts.length) }),
  };
}

/** What may license an event, by the values that it must have. */
function createEntries({ need, since, oneToOne }: Requires, keyOfNeed: KeyOf) {
  const known = new Map<ValueKey, Entry[]>();
  const keepsAll = since !== undefined || oneToOne || need.borrowed.length > 0;
  return {
    at: (key: ValueKey): Entry[] => known.get(key) ?? [],
    add(moment: Moment, seenAt: number): void {
      const binding = matchWhole(need, moment);
      const key = binding === undefined ? undefined : keyOfNeed(binding);
      if (key === undefined) return;
      const entries = known.get(key);
      if (entries === undefined) known.set(key, [{ moment, seenAt, isUsed: false }]);
      else if (keepsAll) entries.push({ moment, seenAt, isUsed: false });
    },
  };
}

type Search = { rule: Requires; moment: Moment; binding: Binding; after: number };

/** The earliest entry that serves: what is older than the others serves fewer events that come. */
function findEntry(entries: Entry[], { rule, moment, binding, after }: Search): Entry | undefined {
  const { oneToOne, order, need, when } = rule;
  const isObserved = order === 'observed';
  const launchedAt = launchOf(moment);
  const lookUp = (name: string) => binding[when.variables.indexOf(name)];
  const fits = (entry: Entry): boolean =>
    !(oneToOne && entry.isUsed) &&
    entry.moment.seq > after &&
    (isObserved && entry.moment.kind === 'call' ? entry.seenAt <= launchedAt : entry.moment.seq < moment.seq) &&
    need.holds(entry.moment, lookUp);
  if (oneToOne) {
    // What is used stays so, and most of it stands at the beginning.
    while (entries[0]?.isUsed === true) entries.shift();
    return entries.find(fits);
  }
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index] as Entry;
    if (fits(entry)) return entry;
    // What was seen before the last `since` was also called before it, and so was all that was seen earlier.
    if (entry.seenAt <= after) return undefined;
  }
  return undefined;
}

type Broken = { moment: Moment; binding: Binding; after: number; used: ReadonlySet<Moment>; history: History };

function explain(rule: Requires, { moment, binding, after, used, history }: Broken): ReturnType<Violation['explain']> {
  const { when, need, since, order, equality } = rule;
  const mustBeSeen = order === 'observed';
  const sinceText =
    rule.sinceText ?? (since === undefined ? undefined : lastText(since, boundOf(when.variables, binding)));
  const nearest = explainNearest(
    {
      moment,
      asks: when,
      binding,
      need,
      equality,
      since: after,
      sinceText,
      mustBeSeen,
      isUsed: (candidate) => used.has(candidate),
    },
    history,
  );
  const bound = boundOf(when.variables, binding);
  const fresh = since === undefined || after < 0 ? '' : ` after ${sinceText}`;
  return {
    ...nearest,
    text: `${describeMoment(moment)} came ${withoutText(need, mustBeSeen)(need.describe(bound))}${fresh}; ${nearest.text}`,
  };
}

function lastText({ alternatives }: EventTests, bound: Bound): string {
  return listText([...new Set(alternatives.map((one) => one.asLast ?? one.describe(bound)))], 'or');
}

/** `before the agent had seen …`, `without … before it`: calls are seen by their results, words as they come. */
function withoutText({ alternatives }: EventTests, mustBeSeen: boolean): (need: string) => string {
  const isCall = alternatives.some(({ kind }) => kind === 'call');
  if (isCall && mustBeSeen) return (need) => `before the agent had seen ${need}`;
  return isCall ? (need) => `without ${need} before it` : (need) => `without ${need}`;
}
