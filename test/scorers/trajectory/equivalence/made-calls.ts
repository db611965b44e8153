import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import type { EffectCall } from '../../../../src/scorers/trajectory/equivalence/effect-call.ts';

/** A write that answered `content`. */
export function wrote(name: string, given: JsonValue, content: JsonValue = 'done'): EffectCall {
  return { name, arguments: given, effect: 'write', outcome: 'ok', result: answered({ status: 'ok', content }) };
}

export function readAs(name: string, given: JsonValue, content: JsonValue): EffectCall {
  return { ...wrote(name, given, content), effect: 'read' };
}

export function refused(name: string, given: JsonValue): EffectCall {
  const outcome = { status: 'error', kind: 'tool_error', message: 'not allowed' } as const;
  return { name, arguments: given, effect: 'write', outcome: 'error', result: answered(outcome) };
}

function answered(outcome: NonNullable<EffectCall['result']>['outcome']): NonNullable<EffectCall['result']> {
  return { callId: 'call', outcome, completed: 0 };
}
