import { optionNames, refuseMistakes, unknownOptions } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { pathOfKey, valueAtPath } from '../arguments/argument-path.ts';
import { call } from '../builders/call.ts';
import { expectCalls, expectNoCalls } from '../builders/expect-calls.ts';
import { callsOfMessages } from '../calls-of-messages.ts';
import type { MadeCall } from '../made-call.ts';
import { isOfUser } from '../message-role.ts';
import type { CallsSpecificationInput } from '../specification/calls-specification.ts';
import { argumentsAsData, argumentsAsWholes } from './as-data.ts';
import { referenceMessages } from './reference-messages.ts';

type ArgumentsMode = 'exact' | 'ignore' | 'superset' | 'subset';
/** Decides by itself whether the arguments of a call will do, as in agentevals; must answer at once. */
type ArgumentsTest = (actual: JsonValue, reference: JsonValue) => boolean;

/** The options of agentevals' `createTrajectoryMatchEvaluator`, in its words. */
export type AgentevalsOptions = {
  /** `strict` (the default): message by message · `unordered`, `superset`, `subset`: the calls of the whole talk. */
  trajectoryMatchMode?: 'strict' | 'unordered' | 'superset' | 'subset';
  /** How arguments are compared; `exact` by default. */
  toolArgsMatchMode?: ArgumentsMode;
  /** The same for single tools: a mode, paths that alone count, or a function. */
  toolArgsMatchOverrides?: Readonly<Record<string, ArgumentsMode | readonly string[] | ArgumentsTest>>;
};

const trajectoryModes: Readonly<Record<string, Pick<CallsSpecificationInput, 'order' | 'extra' | 'missing' | 'unit'>>> =
  {
    strict: { unit: 'step', order: 'exact', extra: 'forbid' },
    unordered: { order: 'any', extra: 'forbid' },
    superset: { order: 'any', extra: 'allow' },
    subset: { order: 'any', extra: 'forbid', missing: 'allow' },
  };
const argumentModes: readonly string[] = ['exact', 'ignore', 'superset', 'subset'];
const known = optionNames<AgentevalsOptions>({
  trajectoryMatchMode: true,
  toolArgsMatchMode: true,
  toolArgsMatchOverrides: true,
});

type CallsExpectation = ReturnType<typeof expectCalls> | ReturnType<typeof expectNoCalls>;
/** Chat messages, or what agentevals takes in their place. */
type Reference = readonly unknown[] | { readonly messages: readonly unknown[] };

/**
 * A check with the rules of agentevals: `fromAgentevals({ trajectoryMatchMode: 'superset' })(referenceOutputs)`, where
 * `referenceOutputs` are chat messages whose `tool_calls` are expected, or `{ messages }`. Throws `UsageError` for options
 * and references that it cannot use.
 */
export function fromAgentevals(options: AgentevalsOptions = {}): (referenceOutputs: Reference) => CallsExpectation {
  refuseMistakes('fromAgentevals', mistakesIn(options));
  const { trajectoryMatchMode = 'strict' } = options;
  const rules = trajectoryModes[trajectoryMatchMode] as (typeof trajectoryModes)[string];
  return (referenceOutputs) => {
    const messages = referenceMessages(referenceOutputs);
    const made = callsOfMessages(messages);
    made.forEach(refuseUnreadable);
    if (made.length === 0 && rules.extra === 'allow') {
      throw new UsageError(
        'fromAgentevals: the reference holds no call, and with `superset` every call is allowed: this can never fail',
      );
    }
    if (made.length === 0) return expectNoCalls();
    // A message without calls ends a turn: what comes after it must be called after the same word of the user.
    const hasTurns = rules.unit === 'step' && messages.some(isOfUser);
    const wanted = made.map((one) => {
      const wantedCall = expectedCall(one, options);
      return { step: one.step, call: hasTurns ? { ...wantedCall, turn: one.turn } : wantedCall };
    });
    const calls = rules.unit === 'step' ? byMessage(wanted) : wanted.map((one) => one.call);
    return expectCalls({ ...rules, calls, foldRetries: false, unknownKeys: 'allow' });
  };
}

function mistakesIn(options: AgentevalsOptions): string[] {
  const unknown = unknownOptions(options, known);
  if (unknown.length > 0) return unknown;
  const { trajectoryMatchMode = 'strict', toolArgsMatchMode = 'exact', toolArgsMatchOverrides = {} } = options;
  const notMode = (value: unknown) => typeof value !== 'string' || !argumentModes.includes(value);
  return [
    ...(Object.hasOwn(trajectoryModes, trajectoryMatchMode)
      ? []
      : [`\`trajectoryMatchMode\` takes \`strict\`, \`unordered\`, \`superset\` or \`subset\``]),
    ...(notMode(toolArgsMatchMode) ? [`\`toolArgsMatchMode\` takes ${modesText}`] : []),
    ...Object.entries(toolArgsMatchOverrides).flatMap(([tool, override]) =>
      typeof override === 'function' || isPaths(override) || !notMode(override)
        ? []
        : [`\`toolArgsMatchOverrides.${tool}\` takes ${modesText}, a list of paths, or a function`],
    ),
  ];
}

const modesText = '`exact`, `ignore`, `superset` or `subset`';

function isPaths(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === 'string' && path !== '');
}

function refuseUnreadable({ name, arguments: values }: MadeCall, index: number): void {
  if (values === undefined) {
    throw new UsageError(
      `fromAgentevals: the arguments of \`${name}\`, call ${index + 1} of the reference, are no JSON`,
    );
  }
}

type Wanted = { step: number; call: ReturnType<typeof call> };

/** Calls of one message, in any order. */
function byMessage(wanted: readonly Wanted[]): CallsSpecificationInput['calls'] {
  const steps = [...new Set(wanted.map(({ step }) => step))];
  return steps.map((step) => {
    const calls = wanted.filter((one) => one.step === step).map((one) => one.call);
    return calls.length === 1 ? (calls[0] as Wanted['call']) : call.together(...calls);
  });
}

function expectedCall({ name, arguments: given = {} }: MadeCall, options: AgentevalsOptions): ReturnType<typeof call> {
  const { toolArgsMatchMode = 'exact', toolArgsMatchOverrides = {} } = options;
  const override = Object.hasOwn(toolArgsMatchOverrides, name) ? toolArgsMatchOverrides[name] : undefined;
  const mode = override ?? toolArgsMatchMode;
  const reference = isObject(given) ? given : {};
  // Each result counts: agentevals does not look at them.
  const outcome = 'any' as const;
  if (typeof mode === 'function')
    return call(name, (actual: JsonValue | undefined) => mode(actual ?? null, given), { outcome });
  if (typeof mode !== 'string') {
    const fields = mode.map((path) => pathFor(path, { name, reference }));
    return call(name, argumentsAsData(reference), { outcome, match: { fields }, nullIsAbsent: true });
  }
  if (mode === 'ignore') return call(name, undefined, { outcome });
  if (mode === 'exact') return call(name, argumentsAsData(reference), { outcome, match: 'exact' });
  return call(name, argumentsAsWholes(reference), { outcome, match: mode === 'superset' ? 'partial' : 'subset' });
}

/** agentevals takes a path that neither side has for equal, which hides a misspelt one. */
function pathFor(path: string, { name, reference }: { name: string; reference: JsonObject }): string {
  const keys = path.split('.');
  if (valueAtPath(reference, keys) === undefined) {
    throw new UsageError(
      `fromAgentevals: the path \`${path}\` is not in the arguments of \`${name}\` in the reference`,
    );
  }
  return keys.map(pathOfKey).join('.').replaceAll('.[', '[');
}
