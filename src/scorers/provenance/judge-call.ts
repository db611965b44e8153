import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { walkLeaves } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Evidence } from './index/evidence.ts';
import { type LeafSchema, leafSchemaAt } from './leaf-schema.ts';
import { recordKeysIn } from './record-keys.ts';
import { isNamed, type ProvenanceRules, ruleFor } from './rules.ts';
import { type AcceptsSource, isKnown } from './sources/source.ts';
import { applySourceRule } from './verdict/apply-source-rule.ts';
import { judgeDerived } from './verdict/judge-derived.ts';
import { judgeLeaf } from './verdict/judge-leaf.ts';
import type { LeafContext } from './verdict/leaf-context.ts';
import type { LeafVerdict } from './verdict/leaf-verdict.ts';

/** What of a call its provenance depends on. */
export type CallInSight = {
  name: string;
  arguments: JsonValue;
  /** `seq` of the message that launched it. */
  launchedAt: number;
  /** Position among the calls of the session. */
  index: number;
  /** Number of the message that launched it. */
  step: number;
  /** JSON Schema of the arguments, where it is known. */
  parameters?: JsonValue | undefined;
  effect?: TrajectoryCall['effect'] | undefined;
};

export type JudgedLeaf = { pointer: string; leaf: JsonValue; verdict: LeafVerdict };

/** Judges every value of a call's arguments, in order and after the keys of records among them, but those that the author ignores. */
export function judgeCall(call: CallInSight, evidence: Evidence, rules: ProvenanceRules): JudgedLeaf[] {
  const seen = seenBy(call, rules);
  const accepted: AcceptsSource = (source) => {
    const agreement = evidence.agreements().get(source);
    return agreement !== undefined && seen(agreement);
  };
  const judged: JudgedLeaf[] = [];
  const isIgnored = (pointer: string) =>
    pointer === '' || rules.ignore.some((name) => isNamed(name, call.name, pointer));
  const contextAt = (pointer: string, schema: LeafSchema): LeafContext => ({
    evidence,
    seen,
    accepted,
    launchedAt: call.launchedAt,
    index: call.index,
    schema,
    key: pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '',
    isRead: call.effect === 'read',
    isFreeText: rules.freeText.some((name) => isNamed(name, call.name, pointer)),
  });
  for (const { name, pointer } of recordKeysIn(call.arguments, call.parameters)) {
    if (isIgnored(pointer)) continue;
    const verdict = judgeLeaf(name, { ...contextAt(pointer, []), key: 'id' });
    judged.push({ pointer, leaf: name, verdict: applySourceRule(verdict, ruleFor(rules.sources, call.name, pointer)) });
  }
  walkLeaves(call.arguments, (leaf, pointer) => {
    if (isIgnored(pointer)) return;
    const context = contextAt(pointer, leafSchemaAt(call.parameters, pointer));
    const derivation = ruleFor(rules.derived, call.name, pointer);
    const verdict = derivation === undefined ? judgeLeaf(leaf, context) : judgeDerived(leaf, derivation, context);
    judged.push({ pointer, leaf, verdict: applySourceRule(verdict, ruleFor(rules.sources, call.name, pointer)) });
  });
  return judged;
}

function seenBy({ launchedAt, index, step }: CallInSight, { observation }: ProvenanceRules): AcceptsSource {
  return (source) => {
    if (isKnown(source, launchedAt)) return true;
    const { call } = source;
    return observation === 'sequential' && call !== undefined && call.step <= step && call.index < index;
  };
}
