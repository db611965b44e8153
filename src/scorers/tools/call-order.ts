import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, Mention, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { observedBefore, type TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { equalJson } from '../../domain/values/canonical.ts';
import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { listText, valueText } from '../text/value-text.ts';
import {
  argumentEvidence,
  callEvidence,
  describeCall,
  describeOutcome,
} from '../trajectory/explanation/describe-call.ts';

const CallOrder = z.strictObject({
  /** The tool that must have succeeded, and whose result must have been seen, before. */
  first: Name,
  /** The tool that needs it, each time it is called. */
  // biome-ignore lint/suspicious/noThenProperty: the author's word, and never a function
  then: Name,
  /** Arguments that must be equal in both calls: names, or the name in `then` → the name in `first`. */
  sameArguments: z.union([z.array(Name).min(1), z.record(Name, Name)]).optional(),
});
type CallOrder = z.infer<typeof CallOrder>;
type Binding = readonly (readonly [ofThen: string, ofFirst: string])[];

/** A precondition between two tools, for every call of the second. */
export const callOrder: AnyScorerDefinition = defineScorer({
  type: 'call-order',
  summary: 'Each call of one tool came after a successful call of another, whose result the agent had seen.',
  stages: ['execution', 'arguments'],
  metrics: ['calls', 'fulfilled'],
  schema: CallOrder,
  create: createCallOrder,
  mentions: mentionsOfOrder,
});

function mentionsOfOrder({ first, then, sameArguments = [] }: CallOrder): Mention[] {
  const pairs: readonly (readonly [ofThen: string, ofFirst: string, at: string])[] = Array.isArray(sameArguments)
    ? sameArguments.map((name, index) => [name, name, `[${index}]`] as const)
    : Object.entries(sameArguments).map(([ofThen, ofFirst]) => [ofThen, ofFirst, `.${ofThen}`] as const);
  return [
    { kind: 'tool', tool: first, path: 'first' },
    { kind: 'tool', tool: then, path: 'then' },
    ...pairs.flatMap(([ofThen, ofFirst, at]): Mention[] => [
      { kind: 'argument', tool: then, keys: [ofThen], path: `sameArguments${at}` },
      { kind: 'argument', tool: first, keys: [ofFirst], path: `sameArguments${at}` },
    ]),
  ];
}

function createCallOrder({ first, then, sameArguments }: CallOrder): ScorerPart[] {
  const head = { needs: { toolCalls: true }, deterministic: true } as const;
  const sequence: ScorerPart = {
    ...head,
    part: 'sequence',
    stage: 'execution',
    score: (input: ScoreInput) => scoreSequence(input, first, then),
  };
  if (sameArguments === undefined) return [sequence];
  const binding: Binding = Array.isArray(sameArguments)
    ? sameArguments.map((name) => [name, name] as const)
    : Object.entries(sameArguments);
  const score = (input: ScoreInput) => scoreBinding(input, { first, second: then, binding });
  return [sequence, { ...head, part: 'binding', stage: 'arguments', score }];
}

/** Every attempt counts, also one that was blocked. */
function scoreSequence({ trajectory }: ScoreInput, first: string, then: string): ScoreOutcome {
  const later = trajectory.calls.filter(({ name }) => name === then);
  if (later.length === 0) return notApplicable(`\`${then}\` was not called`);
  const broken = later.filter((call) => seenBefore(call, first, trajectory.calls).length === 0);
  return scoreFindings({
    right: later.length - broken.length,
    judged: later.length,
    findings: broken.map((call) => explainSequence(call, first, trajectory.calls)),
    praise: `each call of \`${then}\` came after a successful \`${first}\``,
    metrics: { calls: later.length, fulfilled: later.length - broken.length },
  });
}

/** Successful calls of `first` that the agent knew when it made this call, oldest first. */
function seenBefore(call: TrajectoryCall, first: string, calls: readonly TrajectoryCall[]): TrajectoryCall[] {
  return calls.filter((earlier) => earlier.name === first && earlier.outcome === 'ok' && observedBefore(earlier, call));
}

function explainSequence(call: TrajectoryCall, first: string, calls: readonly TrajectoryCall[]): Finding {
  const near = nearMiss(
    call,
    calls.filter(({ name, call: { id } }) => name === first && id !== call.call.id),
  );
  return {
    turn: call.turn,
    stage: 'execution',
    code: 'called_too_early',
    severity: 'failure',
    message: `\`${describeCall(call)}\` was called before the agent had seen a successful \`${first}\`; ${near.text}`,
    evidence: [callEvidence(call), ...(near.call === undefined ? [] : [callEvidence(near.call)])],
  };
}

/** The call that nearly licensed this one, and why it does not. */
function nearMiss(
  call: TrajectoryCall,
  candidates: readonly TrajectoryCall[],
): { text: string; call?: TrajectoryCall } {
  const failed = candidates.findLast((one) => one.outcome === 'error' && observedBefore(one, call));
  if (failed !== undefined)
    return { text: `\`${describeCall(failed)}\` had failed (${describeOutcome(failed)})`, call: failed };
  const together = candidates.find((one) => one.step === call.step);
  if (together !== undefined)
    return { text: `\`${describeCall(together)}\` was launched by the same message`, call: together };
  const unseen = candidates.findLast((one) => one.index < call.index);
  if (unseen !== undefined)
    return { text: `the result of \`${describeCall(unseen)}\` had not been seen`, call: unseen };
  const later = candidates.find((one) => one.index > call.index);
  if (later !== undefined)
    return { text: `\`${describeCall(later)}\` came only later, in turn ${later.turn}`, call: later };
  return { text: 'it was never called' };
}

type Rule = { first: string; second: string; binding: Binding };

function scoreBinding({ trajectory }: ScoreInput, rule: Rule): ScoreOutcome {
  const { first, second, binding } = rule;
  const judged = trajectory.calls.flatMap((call) => {
    const earlier = call.name === second ? seenBefore(call, first, trajectory.calls) : [];
    return earlier.length === 0 ? [] : [{ call, earlier }];
  });
  if (judged.length === 0) return notApplicable(`\`${second}\` was not called after a successful \`${first}\``);
  const broken = judged.filter(({ call, earlier }) => !earlier.some((one) => isBound(call, one, binding)));
  return scoreFindings({
    right: judged.length - broken.length,
    judged: judged.length,
    findings: broken.map(({ call, earlier }) => explainBinding(call, earlier, rule)),
    praise: `each call of \`${second}\` was for what \`${first}\` had looked at`,
    metrics: { calls: judged.length, fulfilled: judged.length - broken.length },
  });
}

/** An argument that is absent on either side binds nothing. */
function isBound(call: TrajectoryCall, earlier: TrajectoryCall, binding: Binding): boolean {
  return binding.every(([ofThen, ofFirst]) => {
    const [here, there] = [argumentOf(call, ofThen), argumentOf(earlier, ofFirst)];
    return here !== undefined && there !== undefined && equalJson(here, there);
  });
}

function argumentOf(call: TrajectoryCall, name: string): JsonValue | undefined {
  const { arguments: values } = call;
  return values !== undefined && isObject(values) && Object.hasOwn(values, name) ? values[name] : undefined;
}

function explainBinding(call: TrajectoryCall, earlier: readonly TrajectoryCall[], { first, binding }: Rule): Finding {
  const nearest = earlier.findLast(() => true);
  const different = binding.filter(([ofThen, ofFirst]) => {
    const [here, there] = [argumentOf(call, ofThen), nearest && argumentOf(nearest, ofFirst)];
    return here === undefined || there === undefined || !equalJson(here, there);
  });
  const wanted = listText(different.map(([ofThen, ofFirst]) => `${ofFirst}=${valueText(argumentOf(call, ofThen))}`));
  const seen = nearest === undefined ? 'none' : `\`${describeCall(nearest)}\``;
  return {
    turn: call.turn,
    stage: 'arguments',
    code: 'wrong_binding',
    severity: 'failure',
    message: `\`${describeCall(call)}\` needs an earlier \`${first}\` with ${wanted}; seen was ${seen}`,
    evidence: [
      ...different.map(([ofThen]) => argumentEvidence(call, `/${ofThen}`, valueText(argumentOf(call, ofThen)))),
      ...(nearest === undefined ? [] : [callEvidence(nearest)]),
    ],
  };
}
