import type { SourceRule } from '../rules.ts';
import type { LeafVerdict, UngroundedReason, WeakReason } from './leaf-verdict.ts';

/** What is made up although no place holds it; the other reasons point at where the value really is from. */
const FROM_NO_PLACE: readonly UngroundedReason[] = ['nowhere', 'put_together'];
/** Weak wherever it stands. */
const TOO_COMMON: readonly WeakReason[] = ['small_number', 'short'];

/** Whether the verdict could be another one if the agent's instructions, which nobody knows, held the value. */
export function hangsOnPolicy(verdict: LeafVerdict, rule: SourceRule | undefined): boolean {
  if (rule !== undefined && !allowsPolicy(rule)) return false;
  switch (verdict.verdict) {
    case 'ungrounded':
      return FROM_NO_PLACE.includes(verdict.why);
    case 'weak':
      return !TOO_COMMON.includes(verdict.why);
    case 'forbidden':
      // Who lists the policy as a source expects it to hold such values.
      return rule !== undefined && 'from' in rule;
    default:
      return false;
  }
}

function allowsPolicy(rule: SourceRule): boolean {
  return 'from' in rule ? rule.from.includes('policy') : !rule.notFrom.includes('policy');
}
