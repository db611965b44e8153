import type { SourceRule } from '../rules.ts';
import type { LeafVerdict, Origin } from './leaf-verdict.ts';

/** `forbidden` when a value, or a part of it, stands only where nothing may come from. */
export function applySourceRule(verdict: LeafVerdict, rule: SourceRule | undefined): LeafVerdict {
  if (rule === undefined || verdict.verdict === 'ungrounded') return verdict;
  const parts = verdict.parts.filter(
    (origins) => origins.length > 0 && !origins.some((origin) => allows(rule, origin)),
  );
  return parts.length === 0 ? verdict : { verdict: 'forbidden', parts };
}

function allows(rule: SourceRule, origin: Origin): boolean {
  return 'from' in rule
    ? rule.from.some((name) => isFrom(name, origin))
    : !rule.notFrom.some((name) => isFrom(name, origin));
}

function isFrom(name: string, { kind, tool }: Origin): boolean {
  if (kind !== 'tool') return name === kind;
  return name === 'tools' || name === tool;
}
