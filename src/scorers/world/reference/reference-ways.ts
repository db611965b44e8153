import type { ReferenceStep, ReferenceWay } from '../../../domain/authoring/reference-solution.ts';
import type { Expectation } from '../../../domain/authoring/scenario.ts';
import type { WorldTool } from '../../../domain/contracts/world.ts';
import { type CompileOptions, mergeMatchOptions } from '../../trajectory/arguments/match-options.ts';
import { CallsSpecification } from '../../trajectory/specification/calls-specification.ts';
import { compileCallPattern, type ExpectedCall } from '../../trajectory/specification/expected-call.ts';
import { EndState } from '../end-state-specification.ts';
import { addWrites } from './add-writes.ts';
import { chooseArguments } from './choose-arguments.ts';
import { layOutSteps, type Message } from './lay-out-steps.ts';
import { type Draft, type DraftMessage, mergeDrafts } from './merge-drafts.ts';

/** More ways than these are not tried; the first one always is. */
const MAX_WAYS = 40;

type Tools = ReadonlyMap<string, WorldTool>;

/**
 * The ways to do what a scenario's `calls` and `end-state.writes` expect, as calls that can be made one after the other:
 * the first way, and one more for each other choice that the author left. Several checks make one solution: a call that
 * more than one of them expects is made once. Empty when no call is expected.
 */
export function referenceWays(expectations: readonly Expectation[], worldTools: readonly WorldTool[]): ReferenceWay[] {
  const tools: Tools = new Map(worldTools.map((tool) => [tool.name, tool]));
  const specifications = readCalls(expectations);
  const requires = (tool: string): string[] => (tools.get(tool)?.requires ?? []).map((one) => one.tool);
  const points = specifications.flatMap(({ spec, path }) => layOutSteps(spec, path, { requires }).points);
  const choices = points.flatMap(({ path, kind, ways }) =>
    Array.from({ length: ways - 1 }, (_, index) => ({ path, kind, way: index + 1 })),
  );
  const solve = (chosen?: { path: string; way: number }): ReferenceStep[] => {
    const drafts = specifications.map(({ spec, path }) =>
      layOutSteps(spec, path, { requires, chosen }).messages.map((message) => draftOf(message, spec, tools)),
    );
    const order = specifications.map(({ spec }) => spec.order ?? 'sequence');
    return numbered(addWrites(mergeDrafts(drafts, order), readWrites(expectations), tools));
  };
  const first = solve();
  if (first.length === 0 && choices.length === 0) return [];
  return [
    { steps: first },
    ...choices.slice(0, MAX_WAYS).map(
      ({ path, kind, way }): ReferenceWay => ({
        steps: solve({ path, way }),
        choice: { kind, path: kind === 'other' ? `${path}.oneOf[${way}]` : path },
      }),
    ),
  ];
}

function readCalls(expectations: readonly Expectation[]): { spec: CallsSpecification; path: string }[] {
  return expectations.flatMap(({ type, id: _id, required: _required, ...specification }, index) => {
    const parsed = type === 'calls' ? CallsSpecification.safeParse(specification) : undefined;
    return parsed?.success === true ? [{ spec: parsed.data, path: `expect[${index}]` }] : [];
  });
}

function readWrites(expectations: readonly Expectation[]): { spec: EndState; path: string }[] {
  return expectations.flatMap(({ type, id: _id, required: _required, ...specification }, index) => {
    const parsed = type === 'end-state' ? EndState.safeParse(specification) : undefined;
    return parsed?.success === true ? [{ spec: parsed.data, path: `expect[${index}]` }] : [];
  });
}

function draftOf(message: Message, spec: CallsSpecification, tools: Tools): DraftMessage {
  return message.map(({ call, path }): Draft => {
    const options = optionsFor(call, spec);
    const test = compileCallPattern(call, options);
    return {
      test,
      step: {
        tool: call.tool,
        arguments: chooseArguments(call, test, { parameters: tools.get(call.tool)?.parameters, options }),
        outcome: call.outcome ?? spec.outcome ?? 'ok',
        ...(call.turn === undefined ? {} : { turn: call.turn }),
        path,
        origin: 'calls',
      },
    };
  });
}

function optionsFor({ tool }: ExpectedCall, spec: CallsSpecification): CompileOptions {
  const own = spec.perTool !== undefined && Object.hasOwn(spec.perTool, tool) ? spec.perTool[tool] : undefined;
  return mergeMatchOptions(spec, own);
}

function numbered(messages: readonly DraftMessage[]): ReferenceStep[] {
  return messages.flatMap((message, index) => message.map(({ step }) => ({ ...step, message: index })));
}
