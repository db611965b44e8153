import type { JsonObject, JsonValue } from '../../../src/domain/values/json-value.ts';
import type { EventPattern, EventPatterns } from '../../../src/scorers/policy/rules/event-pattern.ts';
import type { PolicyRule, Within } from '../../../src/scorers/policy/rules/policy-rule.ts';

export type NeutralPattern = {
  tool?: string | string[];
  args?: JsonObject;
  ok?: boolean;
  resultContains?: JsonValue;
  result?: JsonValue;
  user?: string;
  said?: string;
  assistant?: string;
  assistantAsked?: boolean;
  turnStart?: boolean;
};
type NeutralPatterns = NeutralPattern | NeutralPattern[];

export type NeutralRule = {
  form: string;
  what?: NeutralPatterns;
  when?: NeutralPatterns;
  need?: NeutralPatterns;
  then?: NeutralPatterns;
  after?: NeutralPatterns;
  until?: NeutralPatterns;
  unless?: NeutralPatterns;
  since?: NeutralPattern;
  within?: Within;
  n?: number;
  per?: string[];
  order?: 'observed' | 'position';
  oneToOne?: boolean;
  values?: 'strict' | 'loose';
};

/** A rule of the neutral format in the words of a policy. Throws for a form that the format does not have. */
export function policyOfNeutral(rule: NeutralRule): PolicyRule {
  return { ...formOf(rule), ...(rule.values === undefined ? {} : { values: rule.values }) };
}

function formOf(rule: NeutralRule): PolicyRule {
  const { form, n = 1, per, order, oneToOne, within } = rule;
  const counted = () => ({ of: events(rule.what), ...(per === undefined ? {} : { per }) });
  switch (form) {
    case 'requires':
      return {
        when: events(rule.when),
        requires: events(rule.need),
        ...(order === undefined ? {} : { order }),
        ...(oneToOne === undefined ? {} : { oneToOne }),
        ...(rule.since === undefined ? {} : { since: events(rule.since) }),
      };
    case 'leadsTo':
      return {
        when: events(rule.when),
        leadsTo: events(rule.then),
        ...(within === undefined ? {} : { within }),
        ...(rule.unless === undefined ? {} : { unless: events(rule.unless) }),
      };
    case 'noneAfter':
      return {
        noneAfter: events(rule.after),
        of: events(rule.what),
        ...(rule.until === undefined ? {} : { until: events(rule.until) }),
        ...(within === undefined ? {} : { within }),
      };
    case 'atMost':
      return { atMost: n, ...counted() };
    case 'atLeast':
      return { atLeast: n, ...counted() };
    case 'exactly':
      return { exactly: n, ...counted() };
    case 'never':
    case 'only':
    case 'first':
    case 'last':
      return { [form]: events(rule.what) };
    default:
      throw new Error(`the format has no form \`${form}\``);
  }
}

function events(patterns: NeutralPatterns | undefined): EventPatterns {
  if (patterns === undefined) throw new Error('the rule leaves out a pattern that its form needs');
  return Array.isArray(patterns) ? patterns.map(event) : event(patterns);
}

function event({
  tool,
  args,
  ok,
  resultContains,
  result,
  user,
  said,
  assistant,
  assistantAsked,
  turnStart,
}: NeutralPattern): EventPattern {
  if (user !== undefined) return { user: `/${user}/i` };
  const words = said ?? assistant;
  if (words !== undefined) return { said: `/${words}/i` };
  if (assistantAsked === true) return { asked: true };
  if (turnStart === true) return { turnStart: true };
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(args === undefined || Object.keys(args).length === 0 ? {} : { arguments: conditionsIn(args) as JsonObject }),
    ...(ok === undefined ? {} : { ok }),
    ...(resultContains === undefined ? {} : { result: { contains: resultContains } }),
    ...(result === undefined ? {} : { result }),
  };
}

/** Conditions of the format that a policy writes with another word. */
const WORDS: Readonly<Record<string, string>> = { in: 'oneOf', eq: 'equals', ne: 'not', ge: 'gte', le: 'lte' };

function conditionsIn(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(conditionsIn);
  const [[key, inner] = ['', null], ...more] = Object.entries(value);
  const word = more.length === 0 ? WORDS[key] : undefined;
  if (word !== undefined) return { [word]: inner };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, conditionsIn(one)]));
}
