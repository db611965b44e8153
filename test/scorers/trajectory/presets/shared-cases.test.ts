import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/domain/errors.ts';
import type { Transcript } from '../../../../src/domain/transcript/transcript-event.ts';
import { fromAdk } from '../../../../src/scorers/trajectory/presets/from-adk.ts';
import { type AgentevalsOptions, fromAgentevals } from '../../../../src/scorers/trajectory/presets/from-agentevals.ts';
import { fromPromptfoo } from '../../../../src/scorers/trajectory/presets/from-promptfoo.ts';
import { parallel, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { type Check, scoresOf } from '../../score-transcript.ts';

const file = fileURLToPath(new URL('../../../../../shared/data/trajectory/cases.jsonl', import.meta.url));
const hasData = existsSync(file);
const note = hasData ? '' : ' (skipped: no shared data)';

type Call = { name: string; arguments?: unknown };
type Groups = { steps: Call[][] } | { turns: Call[][] } | Call[];
type Answer = { pass?: boolean; error?: string };
type Case = {
  id: string;
  peer: string;
  mode: string;
  args_mode: string;
  options?: { overrides?: Record<string, unknown>; threshold?: number };
  expected: unknown;
  actual: Groups;
  expect: Answer;
  ours?: Answer;
};

const cases: Case[] = hasData
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case)
  : [];

/** Groups as steps of one turn, or each as a turn with its calls one by one. */
function transcriptOfCase(actual: Groups): Transcript {
  const groups = 'steps' in actual ? actual.steps : 'turns' in actual ? actual.turns : actual.map((one) => [one]);
  const names = [...new Set(groups.flat().map(({ name }) => name))];
  const parts = groups.flatMap((group) => {
    const steps = 'turns' in actual ? group.map((one) => [one]) : [group];
    const calls = steps
      .filter((step) => step.length > 0)
      .flatMap((step) => [
        parallel(...step.map((one) => [one.name, one.arguments ?? {}] as const)),
        ...step.map(() => result(1)),
      ]);
    return 'turns' in actual ? [user('Go on.'), ...calls] : calls;
  });
  return transcriptOf(
    started({ tools: names.map((name) => toolOf(name, 'write')) }),
    ...('turns' in actual ? [] : [user('Go.')]),
    ...parts,
  );
}

/** A mistake of the author is no pass. */
function answerOf(make: () => Check, actual: Groups): Answer {
  try {
    const scores = scoresOf(make(), transcriptOfCase(actual)).filter(({ status }) => status !== 'not_applicable');
    return { pass: scores.every((score) => score.status === 'scored' && score.passed) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { error: error.message, pass: false };
  }
}

function agrees(one: Case, answer: Answer): boolean {
  const wanted = one.ours ?? one.expect;
  return wanted.error === undefined ? wanted.pass === answer.pass : answer.error !== undefined;
}

const disagreements = (peer: string, answer: (one: Case) => Answer): [string, Answer][] =>
  cases
    .filter((one) => one.peer === peer)
    .map((one) => [one, answer(one)] as const)
    .filter(([one, found]) => !agrees(one, found))
    .map(([one, found]) => [one.id, found]);

function agentevalsAnswer({ mode, args_mode, options, expected, actual }: Case): Answer {
  const reference = (expected as { steps: Call[][] }).steps.map((step) => ({
    role: 'assistant',
    tool_calls: step.map(({ name, arguments: args = {} }) => ({ function: { name, arguments: JSON.stringify(args) } })),
  }));
  const overrides = Object.entries(options?.overrides ?? {}).map(([tool, override]) => [tool, overrideOf(override)]);
  const words = {
    trajectoryMatchMode: mode,
    toolArgsMatchMode: args_mode,
    toolArgsMatchOverrides: Object.fromEntries(overrides),
  } as AgentevalsOptions;
  return answerOf(() => fromAgentevals(words)(reference), actual);
}

/** The functions that the cases describe. */
function overrideOf(override: unknown): unknown {
  if (typeof override !== 'object' || override === null || !('custom' in override)) return override;
  const { custom, path, values, needle } = override as {
    custom: string;
    path: string;
    values?: unknown[];
    needle?: string;
  };
  const at = (args: unknown) => (args as Record<string, unknown>)[path];
  const has = (args: unknown) => String(at(args)).includes(needle ?? '');
  return custom === 'both-in'
    ? (actual: unknown, wanted: unknown) => values?.includes(at(actual)) === true && values.includes(at(wanted))
    : (actual: unknown, wanted: unknown) => !has(wanted) || has(actual);
}

function adkAnswer({ mode, args_mode, options, expected, actual }: Case): Answer {
  const conversation = (expected as { turns: Call[][] }).turns.map((turn) => ({
    intermediate_data: { tool_uses: turn.map(({ name, arguments: args }) => ({ name, args })) },
  }));
  const words = {
    match_type: mode as 'EXACT',
    ignore_args: args_mode === 'ignore',
    threshold: options?.threshold ?? 1,
  };
  return answerOf(() => fromAdk(words)(conversation), actual);
}

function promptfooAnswer({ mode, expected, actual }: Case): Answer {
  const isInverted = mode.startsWith('not-');
  const type = `${isInverted ? 'not-' : ''}trajectory:${isInverted ? mode.slice(4) : mode}`;
  return answerOf(() => fromPromptfoo({ type, value: expected }), actual);
}

/** What a preset refuses on purpose, where the other tool gives an answer. */
const refusals = /every call is allowed: this can never fail|has no counterpart/;
const unexplained = (peer: string, answer: (one: Case) => Answer): [string, Answer][] =>
  disagreements(peer, answer).filter(([, { error }]) => error === undefined || !refusals.test(error));

describe(`presets answer the shared cases as other tools do, or as we want it, or refuse them${note}`, () => {
  test.skipIf(!hasData).each([
    ['agentevals', agentevalsAnswer],
    ['adk', adkAnswer],
    ['promptfoo', promptfooAnswer],
  ] as const)('%s', (peer, answer) => {
    expect(cases.filter((one) => one.peer === peer).length).toBeGreaterThan(0);
    expect(unexplained(peer, answer)).toEqual([]);
  });
});
