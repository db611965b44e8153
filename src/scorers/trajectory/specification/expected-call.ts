import { z } from 'zod';
import { Name } from '../../../domain/authoring/identifier.ts';
import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { compileArguments } from '../arguments/argument-matcher.ts';
import { ExpectedArguments } from '../arguments/expected-arguments.ts';
import { MatchOptions, mergeMatchOptions } from '../arguments/match-options.ts';
import type { ArgumentMatcher } from '../arguments/matcher.ts';

/** A tool, or a call of it whose arguments match. */
export const CallPattern = z.strictObject({
  tool: Name,
  /** What the arguments must hold: deep, partial, with matchers; without it any arguments will do. */
  arguments: ExpectedArguments.optional(),
  ...MatchOptions.shape,
});
export type CallPattern = z.infer<typeof CallPattern>;

export const ExpectedCall = CallPattern.extend({
  /** Turn, from 0, in which the call must be made. */
  turn: z.int().min(0).optional(),
  /** What must have come of it; a call that failed does not count as done. */
  outcome: z.enum(['ok', 'error', 'any']).default('ok'),
});
export type ExpectedCall = z.infer<typeof ExpectedCall>;

/** A pattern read once. */
export type CallTest = {
  tool: string;
  arguments: ArgumentMatcher;
  /** False when any arguments will do. */
  asksArguments: boolean;
  /** As it stands in messages: `refund(order_id="A-1")`. */
  text: string;
};
export type CompiledCall = CallTest & { turn?: number | undefined; outcome: 'ok' | 'error' | 'any' };

export function compileCallPattern(pattern: CallPattern): CallTest {
  const { tool } = pattern;
  const matcher = compileArguments(pattern.arguments, mergeMatchOptions(pattern));
  const asksArguments = pattern.arguments !== undefined;
  return { tool, arguments: matcher, asksArguments, text: asksArguments ? `${tool}(${matcher.text})` : tool };
}

export function compileCall(call: ExpectedCall): CompiledCall {
  const { tool, arguments: matcher, asksArguments, text } = compileCallPattern(call);
  return { tool, arguments: matcher, asksArguments, text, turn: call.turn, outcome: call.outcome };
}

/** Whether a call is what the pattern describes. Arguments that could not be parsed match nothing. */
export function fitsPattern(pattern: CallTest, call: TrajectoryCall): boolean {
  if (call.name !== pattern.tool || call.call.arguments.status !== 'parsed') return false;
  return !pattern.asksArguments || pattern.arguments.matches(call.arguments);
}

/** Whether a call is the expected one in every respect but its place in the order. */
export function fitsCall(expected: CompiledCall, call: TrajectoryCall): boolean {
  return hasTurn(expected, call) && hasOutcome(expected, call) && fitsPattern(expected, call);
}

export function hasTurn(expected: CompiledCall, call: TrajectoryCall): boolean {
  return expected.turn === undefined || expected.turn === call.turn;
}

export function hasOutcome(expected: CompiledCall, call: TrajectoryCall): boolean {
  return expected.outcome === 'any' || expected.outcome === call.outcome;
}
