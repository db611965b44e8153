import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { type LoggedMessage, logTranscript } from '../../../src/scorers/policy/log-transcript.ts';
import { compilePolicy } from '../../../src/scorers/policy/rules/compile-policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import { verdictsOf } from '../../../src/scorers/policy/score-policy.ts';
import { DECLARE } from './declare-rule.ts';
import { type NeutralRule, policyOfNeutral } from './neutral-rule.ts';

type NeutralCall = { tool: string; args?: JsonValue; ok?: boolean; result?: JsonValue };
type NeutralMessage =
  | { user: string }
  | { ask: string }
  | { say: string }
  | { assistant: string }
  | { steps: readonly NeutralCall[] };
type Expected = { holds: boolean; violations?: readonly number[]; activations?: number; vacuous?: boolean };

export type PolicyCase = { id: string; trace: readonly NeutralMessage[]; expect: Expected } & (
  | { kind: 'declare'; template: string; a: string; b?: string; n?: number }
  | { kind: 'policy'; rule: NeutralRule }
);

/** What differs from what a case expects, in words; undefined where both agree. */
export function checkCase(one: PolicyCase): string | undefined {
  const rule = one.kind === 'declare' ? templateOf(one) : policyOfNeutral(one.rule);
  // The format lets a variable stand in one place only.
  const policy = compilePolicy({ rules: [rule] }, { allowsLonely: true });
  const [verdict] = verdictsOf(policy, logTranscript(one.trace.map(messageOf)));
  const holds = verdict?.status === 'satisfied';
  const { expect } = one;
  const violations = [...new Set(verdict?.violations.flatMap(({ call }) => call ?? []))].toSorted((a, b) => a - b);
  const activations = verdict?.activations ?? 0;
  const found = { holds, violations, activations, vacuous: verdict?.vacuous };
  const differing = (Object.keys(expect) as (keyof Expected)[]).filter(
    (key) => key in found && JSON.stringify(found[key]) !== JSON.stringify(expect[key]),
  );
  if (differing.length === 0) return undefined;
  const texts = differing.map((key) => `${key} ${JSON.stringify(found[key])}, expected ${JSON.stringify(expect[key])}`);
  return texts.join('; ');
}

function templateOf({ template, a, b = a, n = 1 }: Extract<PolicyCase, { kind: 'declare' }>): PolicyRule {
  const build = DECLARE[template];
  if (build === undefined) throw new Error(`there is no template \`${template}\``);
  return build(a, b, n) as PolicyRule;
}

function messageOf(message: NeutralMessage): LoggedMessage {
  if ('user' in message) return message;
  if ('say' in message) return { agent: message.say };
  if ('assistant' in message) return { agent: message.assistant };
  // The format says that it is a question, whatever its words are.
  if ('ask' in message) return { agent: message.ask.includes('?') ? message.ask : `${message.ask}?` };
  return {
    calls: message.steps.map(({ tool, args = {}, ok = true, result = null }) => ({
      tool,
      arguments: args,
      ok,
      result,
    })),
  };
}
