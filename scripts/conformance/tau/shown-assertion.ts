import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { answerOf, type EffectCall } from '../../../src/scorers/trajectory/equivalence/effect-call.ts';
import { wordsOf } from '../../../src/scorers/trajectory/equivalence/opposites.ts';
import type { Fact } from './facts.ts';
import type { EnvAssertion } from './simulation.ts';

/** What results say of an assertion on the final state; `unknown` when nothing late enough speaks of it. */
export type Shown = 'holds' | 'fails' | 'unknown';

/**
 * Reads an assertion by its words alone: `assert_can_send_mms` is answered by the tool `can_send_mms`, an amount by the
 * last fact of the same ids whose name shares two words with the assertion's, and a text by the last fact of a name that
 * has had exactly this text. A fact counts when no write came after it that might have changed it.
 */
export function shownAssertion(assertion: EnvAssertion, calls: readonly EffectCall[], facts: readonly Fact[]): Shown {
  const words = wordsOf(assertion.func_name).filter((word) => word !== 'assert');
  const given = Object.entries(assertion.arguments);
  const wishes = given.filter(([key]) => key.startsWith('expected_')).map(([, value]) => value);
  if (wishes.length === 0) return 'unknown';
  const ids = given.filter(([key]) => !key.startsWith('expected_')).map(([, value]) => value);
  const read = (wish: JsonValue): Shown => {
    const said = typeof wish === 'boolean' ? saidByNamesake(words, calls) : undefined;
    if (said !== undefined) return verdictOf(said, wish);
    const fact =
      lastNamed(words, ids, facts, calls) ?? (typeof wish === 'string' ? lastOfDomain(wish, facts) : undefined);
    if (fact === undefined || isStale(fact.at, ids, calls)) return 'unknown';
    return verdictOf(fact.value, wish);
  };
  const shown = wishes.map(read);
  const all = shown.every((one) => one === 'holds') ? 'holds' : shown.length === 1 ? (shown[0] as Shown) : 'unknown';
  if (assertion.assert_value || all === 'unknown') return all;
  return all === 'holds' ? 'fails' : 'holds';
}

function verdictOf(value: string | number | boolean, wish: JsonValue): Shown {
  const wanted = typeof wish === 'string' ? wish.toLowerCase() : wish;
  if (typeof value !== typeof wanted) return 'unknown';
  return value === wanted ? 'holds' : 'fails';
}

/** The answer of the tool that has the assertion's name: its words in a row, or not. */
function saidByNamesake(words: readonly string[], calls: readonly EffectCall[]): boolean | undefined {
  const name = words.join('_');
  const at = calls.findLastIndex((call) => call.name === name && call.outcome === 'ok');
  const call = calls[at];
  if (call === undefined || isStale(at, [], calls)) return undefined;
  const answer = answerOf(call);
  return typeof answer === 'string' ? ` ${wordsOf(answer).join(' ')} `.includes(` ${words.join(' ')} `) : undefined;
}

function lastNamed(
  words: readonly string[],
  ids: readonly JsonValue[],
  facts: readonly Fact[],
  calls: readonly EffectCall[],
): Fact | undefined {
  return facts.findLast(
    ({ label, about, at }) =>
      calls[at]?.outcome === 'ok' &&
      words.filter((word) => label.includes(word)).length >= 2 &&
      (ids.length === 0 || ids.some((id) => about.includes(id))),
  );
}

/** The last fact under a name that has had exactly this text at some time. */
function lastOfDomain(wish: string, facts: readonly Fact[]): Fact | undefined {
  const named = facts.find(({ value }) => value === wish.toLowerCase());
  if (named === undefined) return undefined;
  const name = named.label.join(' ');
  return facts.findLast(({ label }) => label.join(' ') === name);
}

/** A write that names one of the ids, or any write where there are none, may have changed it. */
function isStale(at: number, ids: readonly JsonValue[], calls: readonly EffectCall[]): boolean {
  return calls.slice(at + 1).some(({ effect, outcome, arguments: given }) => {
    if (effect === 'read' || outcome !== 'ok') return false;
    return ids.length === 0 || Object.values(given ?? {}).some((value) => ids.includes(value as JsonValue));
  });
}
