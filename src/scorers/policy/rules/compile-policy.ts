import { formatProblem, type Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';
import { canonicalText } from '../../../domain/values/canonical.ts';
import { stableHash } from '../../../domain/values/hash.ts';
import { toJsonValue } from '../../../domain/values/json-value.ts';
import type { KnownEffects } from '../monitor/call-book.ts';
import type { CompiledRule } from '../monitor/policy-monitor.ts';
import { PACK_RULES, standardPack } from '../pack/standard-pack.ts';
import { compileRule } from './compile-rule.ts';
import { FORMS, type PolicyRule, type PolicySpec } from './policy-rule.ts';

/** A policy read once: its rules, and what its author says of tools. */
export type CompiledPolicy = { rules: readonly CompiledRule[]; effects: KnownEffects; failOnVacuous: boolean };

/** Rules of a policy, each with the path of its keys. */
export function rulesOf(spec: PolicySpec): { rule: PolicyRule; path: string }[] {
  const {
    rules = [],
    pack: _pack,
    except: _except,
    settings: _settings,
    reads: _reads,
    writes: _writes,
    ...rest
  } = spec;
  const { failOnVacuous: _failOnVacuous, stop, prevent, ...own } = rest;
  const listed = rules.map((rule, index) => ({
    rule: { ...rule, stop: rule.stop ?? stop, prevent: rule.prevent ?? prevent },
    path: `rules[${index}]`,
  }));
  return isEmpty(own) ? listed : [{ rule: { ...own, stop, prevent }, path: '' }, ...listed];
}

function isEmpty(rule: object): boolean {
  return Object.values(rule).every((value) => value === undefined);
}

type Reading = {
  allowsLonely?: boolean;
  /** Name of the check, which is that of its rule where it has only one. */
  id?: string | undefined;
};

/** Reads a policy once. Throws `UsageError` that lists every mistake, each with its path. */
export function compilePolicy(spec: PolicySpec, { allowsLonely = false, id }: Reading = {}): CompiledPolicy {
  const problems: Problem[] = [];
  const own = rulesOf(spec);
  const only = own.length === 1 && spec.pack === undefined ? id : undefined;
  const rules = own.flatMap(({ rule, path }): CompiledRule[] => {
    const { say, stop = false, prevent = false } = rule;
    const form = compileRule(rule, { path, problems, allowsLonely });
    return form === undefined ? [] : [{ id: rule.id ?? only ?? automaticId(rule), say, stop, prevent, form }];
  });
  const { stop = false, prevent = false } = spec;
  if (spec.pack !== undefined) {
    rules.push(...standardPack(spec, problems).map((rule) => ({ ...rule, stop, prevent })));
  }
  problems.push(...packProblems(spec), ...repeatedNames(rules));
  if (rules.length === 0 && problems.length === 0) {
    problems.push(mistake('', 'the policy has no rule: write `rules`, one rule in place, or `pack: standard`'));
  }
  if (problems.length > 0) throw new UsageError(problems.map(formatProblem).join('\n'), problems);
  const { reads, writes, failOnVacuous = false } = spec;
  return { rules, effects: { reads, writes }, failOnVacuous };
}

/** The form and a hash of the rule, so that moving a rule never renames it. */
function automaticId({ stop: _stop, prevent: _prevent, ...rule }: PolicyRule): string {
  const form = FORMS.find((name) => rule[name] !== undefined) ?? 'rule';
  return `${form}-${stableHash(canonicalText(toJsonValue(rule).value)).slice(0, 8)}`;
}

function packProblems({ pack, except = [], settings }: PolicySpec): Problem[] {
  if (pack === undefined) {
    const keys = [...(except.length > 0 ? ['except'] : []), ...(settings === undefined ? [] : ['settings'])];
    return keys.map((key) => mistake(key, `\`${key}\` means nothing without \`pack\``));
  }
  const isNothing = PACK_RULES.every((name) => except.includes(name));
  return isNothing ? [mistake('except', 'every rule of the pack is left out')] : [];
}

function repeatedNames(rules: readonly CompiledRule[]): Problem[] {
  return rules.flatMap(({ id }, index) => {
    const isRepeated = rules.findIndex((other) => other.id === id) < index;
    return isRepeated ? [mistake('', `two rules have the name \`${id}\``)] : [];
  });
}

function mistake(path: string, message: string): Problem {
  return { severity: 'error', code: 'invalid-rule', path, message };
}
