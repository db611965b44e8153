import { optionNames, refuseMistakes, unknownOptions } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { call } from '../builders/call.ts';
import { expectCalls, expectNoCalls } from '../builders/expect-calls.ts';
import { invocationsOf, toolUsesOf } from './adk-invocations.ts';
import { argumentsAsData } from './as-data.ts';

/** The criterion `tool_trajectory_avg_score` of Google's Agent Development Kit, in its words, snake case or camel case. */
export type AdkOptions = {
  /** `EXACT` is the default. */
  matchType?: 'EXACT' | 'IN_ORDER' | 'ANY_ORDER';
  match_type?: 'EXACT' | 'IN_ORDER' | 'ANY_ORDER';
  /** Share of the turns that must be right, 0 to 1; 1 by default. */
  threshold?: number;
  /** Only names and order count. */
  ignoreArgs?: boolean;
  ignore_args?: boolean;
};

const matchTypes = {
  EXACT: { order: 'exact', extra: 'forbid' },
  IN_ORDER: { order: 'sequence', extra: 'allow' },
  ANY_ORDER: { order: 'any', extra: 'allow' },
} as const;
const known = optionNames<AdkOptions>({
  matchType: true,
  match_type: true,
  threshold: true,
  ignoreArgs: true,
  ignore_args: true,
});

type CallsExpectation = ReturnType<typeof expectCalls> | ReturnType<typeof expectNoCalls>;

/**
 * A check with the rules of ADK: `fromAdk({ matchType: 'IN_ORDER' })(evalCase.conversation)`, where each invocation of the
 * conversation is a turn with its `intermediate_data.tool_uses`. Throws `UsageError` for options and invocations that it
 * cannot use.
 */
export function fromAdk(options: AdkOptions = {}): (conversation: readonly unknown[]) => CallsExpectation {
  refuseMistakes('fromAdk', mistakesIn(options));
  const { threshold = 1 } = options;
  const rules = matchTypes[matchTypeOf(options)];
  const ignoresArguments = options.ignoreArgs ?? options.ignore_args ?? false;
  return (conversation) => {
    const invocations = invocationsOf(conversation);
    const calls = invocations.flatMap((invocation, turn) =>
      toolUsesOf(invocation, turn).map(({ name, arguments: values }) => {
        const more = { turn, outcome: 'any' } as const;
        return ignoresArguments
          ? call(name, undefined, more)
          : call(name, argumentsAsData(values), { ...more, match: 'exact' });
      }),
    );
    // Where all turns must be right, no turn may hold a call.
    if (calls.length === 0 && rules.extra === 'forbid' && threshold === 1) return expectNoCalls();
    if (calls.length === 0 && rules.extra === 'allow') {
      throw new UsageError(
        `fromAdk: the conversation holds no tool use, and with \`${matchTypeOf(options)}\` every call is allowed: this can never fail`,
      );
    }
    // An invocation without tool uses is a turn in which nothing may be called, and counts as one.
    const turns = invocations.length;
    const rest = { atLeast: threshold, foldRetries: false, unknownKeys: 'allow' } as const;
    return expectCalls({ calls, unit: 'turn', turns, ...rules, ...rest });
  };
}

function matchTypeOf({ matchType, match_type: snakeCase }: AdkOptions): keyof typeof matchTypes {
  return matchType ?? snakeCase ?? 'EXACT';
}

function mistakesIn(options: AdkOptions): string[] {
  const unknown = unknownOptions(options, known);
  if (unknown.length > 0) return unknown;
  const { threshold = 1, matchType, match_type: snakeCase, ignoreArgs, ignore_args: ignoreSnakeCase } = options;
  const isShare = typeof threshold === 'number' && threshold >= 0 && threshold <= 1;
  return [
    ...(matchType !== undefined && snakeCase !== undefined ? ['`matchType` and `match_type` are the same option'] : []),
    ...(Object.hasOwn(matchTypes, matchTypeOf(options))
      ? []
      : ['`matchType` takes `EXACT`, `IN_ORDER` or `ANY_ORDER`']),
    ...(isShare ? [] : ['`threshold` takes a number from 0 to 1']),
    ...([ignoreArgs, ignoreSnakeCase].every((value) => value === undefined || typeof value === 'boolean')
      ? []
      : ['`ignoreArgs` takes `true` or `false`']),
  ];
}
