import { z } from 'zod';
import { Name } from '../../../domain/authoring/identifier.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { compileArguments } from '../arguments/argument-matcher.ts';
import { ExpectedArguments } from '../arguments/expected-arguments.ts';
import { type CompileOptions, MatchOptions, mergeMatchOptions } from '../arguments/match-options.ts';
import type { ArgumentMatcher } from '../arguments/matcher.ts';
import type { MadeCall } from '../made-call.ts';

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
  /** What must have come of it: `ok` when nothing is said. A call that failed does not count as done. */
  outcome: z.enum(['ok', 'error', 'any']).optional(),
  /** A name for this call, which `after` of others can say. */
  id: Name.optional(),
  /** Ids of calls that must have been made in an earlier message; with `order: partial`. */
  after: z.array(Name).min(1).optional(),
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

/** Words cost as much as reading the arguments, and most are never asked for. */
const lazyText = {
  get text(): string {
    const { tool, asksArguments, arguments: matcher } = this as unknown as Omit<CallTest, 'text'>;
    return asksArguments ? `${tool}(${matcher.text})` : tool;
  },
};

/** Throws `UsageError` for arguments or options that are written wrongly. */
export function compileCallPattern(pattern: CallPattern, options?: CompileOptions): CallTest {
  return compileCall({ ...pattern, outcome: 'any' }, options);
}

export function compileCall(call: ExpectedCall, options?: CompileOptions): CompiledCall {
  const merged = optionsOf(call, options);
  return lazyCall({
    tool: call.tool,
    arguments: compileArguments(call.arguments, merged),
    asksArguments: call.arguments !== undefined && merged.match !== 'ignore',
    turn: call.turn,
    outcome: call.outcome ?? 'ok',
  });
}

function lazyCall({
  tool,
  arguments: matcher,
  asksArguments,
  turn,
  outcome,
}: Omit<CompiledCall, 'text'>): CompiledCall {
  const bare = { __proto__: lazyText, tool, arguments: matcher, asksArguments, turn, outcome };
  return bare as typeof bare & CompiledCall;
}

/** The same call, knowing the JSON Schema of its tool. */
export function withSchema(call: CompiledCall, parameters: JsonValue | undefined): CompiledCall {
  const matcher = call.asksArguments ? call.arguments.withSchema(parameters) : call.arguments;
  const { tool, asksArguments, turn, outcome } = call;
  return matcher === call.arguments ? call : lazyCall({ tool, arguments: matcher, asksArguments, turn, outcome });
}

/** The same call, whatever came of it. */
export function withAnyOutcome({ tool, arguments: matcher, asksArguments, turn }: CompiledCall): CompiledCall {
  return lazyCall({ tool, arguments: matcher, asksArguments, turn, outcome: 'any' });
}

/** Whether a call is what the pattern describes. Arguments that could not be parsed match nothing. */
export function fitsPattern(pattern: CallTest, call: Pick<MadeCall, 'name' | 'arguments'>): boolean {
  if (call.name !== pattern.tool || call.arguments === undefined) return false;
  return !pattern.asksArguments || pattern.arguments.matches(call.arguments);
}

/**
 * Whether a call is the expected one in every respect but its place in the order. Where a call may fail and nothing is
 * asked of its arguments, they may be why it failed.
 */
export function fitsCall(expected: CompiledCall, call: MadeCall): boolean {
  if (call.name !== expected.tool || !hasTurn(expected, call) || !hasOutcome(expected, call)) return false;
  if (!expected.asksArguments) return call.arguments !== undefined || expected.outcome !== 'ok';
  return call.arguments !== undefined && expected.arguments.matches(call.arguments);
}

export function hasTurn(expected: CompiledCall, call: Pick<MadeCall, 'turn'>): boolean {
  return expected.turn === undefined || expected.turn === call.turn;
}

export function hasOutcome(expected: CompiledCall, call: Pick<MadeCall, 'outcome'>): boolean {
  return expected.outcome === 'any' || expected.outcome === call.outcome;
}

/** What a call says of itself stands above what is said for all. */
function optionsOf(pattern: CallPattern, options: CompileOptions = {}): CompileOptions {
  return isPlain(pattern) ? options : mergeMatchOptions(options, pattern);
}

/** Nothing is said of how arguments are compared. */
function isPlain(pattern: CallPattern): boolean {
  for (const key in pattern) if (Object.hasOwn(MatchOptions.shape, key)) return false;
  return true;
}
