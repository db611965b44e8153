import type { WorldTool } from '../../../domain/contracts/world.ts';
import { equalJson } from '../../../domain/values/canonical.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { compileCallPattern } from '../../trajectory/specification/expected-call.ts';
import type { EndState } from '../end-state-specification.ts';
import { chooseArguments } from './choose-arguments.ts';
import { type Draft, type DraftMessage, fits } from './merge-drafts.ts';

type Tools = ReadonlyMap<string, WorldTool>;

/**
 * Adds the writes of `end-state` checks that no expected call is, each with the calls before it that its tool requires: an
 * agent makes those on its own, and a list of writes does not name them.
 */
export function addWrites(
  messages: readonly DraftMessage[],
  checks: readonly { spec: EndState; path: string }[],
  tools: Tools,
): DraftMessage[] {
  const all = [...messages];
  for (const { spec, path } of checks) {
    const free = all.flat().filter(({ step }) => step.outcome !== 'error');
    for (const [index, write] of (spec.writes ?? []).entries()) {
      const test = compileCallPattern(write);
      const done = free.findIndex(({ step }) => step.tool === write.tool && isIt(test, step));
      if (done >= 0) {
        free.splice(done, 1);
        continue;
      }
      const tool = tools.get(write.tool);
      const values = chooseArguments(write, test, { parameters: tool?.parameters, options: {} });
      const draft: Draft = {
        test,
        step: {
          tool: write.tool,
          arguments: values,
          outcome: 'ok',
          path: `${path}.writes[${index}]`,
          origin: 'writes',
        },
      };
      all.push(...neededBefore(draft, all, tools), [draft]);
    }
  }
  return all;
}

/** What cannot be told of a call may be what is wanted. */
function isIt(test: Draft['test'], step: Draft['step']): boolean {
  return step.arguments.status === 'open' || fits({ test }, { step });
}

function neededBefore({ step }: Draft, all: readonly DraftMessage[], tools: Tools): DraftMessage[] {
  const { arguments: values } = step;
  if (values.status === 'open') return [];
  return (tools.get(step.tool)?.requires ?? []).flatMap(({ tool, sameArguments = [] }): DraftMessage[] => {
    const bound = boundArguments(sameArguments, values.value);
    const isMade = all.flat().some((other) => other.step.tool === tool && holdsAll(other.step.arguments, bound));
    if (isMade || tools.get(tool)?.check(bound).status !== 'ok') return [];
    const test = compileCallPattern({ tool });
    const needed = { status: 'known', value: bound } as const;
    return [[{ test, step: { tool, arguments: needed, outcome: 'any', path: step.path, origin: 'needed' } }]];
  });
}

function boundArguments(same: readonly string[] | Readonly<Record<string, string>>, mine: JsonValue): JsonObject {
  const pairs = Array.isArray(same)
    ? (same as readonly string[]).map((name) => [name, name] as const)
    : Object.entries(same as Readonly<Record<string, string>>);
  return Object.fromEntries(
    pairs.flatMap(([own, other]) => {
      const value = isObject(mine) && Object.hasOwn(mine, own) ? mine[own] : undefined;
      return value === undefined ? [] : [[other, value] as const];
    }),
  );
}

function holdsAll(values: Draft['step']['arguments'], bound: JsonObject): boolean {
  if (values.status === 'open' || !isObject(values.value)) return false;
  const known: JsonObject = values.value;
  return Object.entries(bound).every(
    ([key, value]) => Object.hasOwn(known, key) && equalJson(known[key] as JsonValue, value),
  );
}
