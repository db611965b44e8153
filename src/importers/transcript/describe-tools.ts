import type { Problem } from '../../domain/authoring/problem.ts';
import { Effect } from '../../domain/authoring/tool-stub.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { fitsGlob } from '../fits-glob.ts';
import { oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, nameOf, textOf } from '../messages/json-members.ts';

/**
 * The tools of a request in either spelling: `{ type: 'function', function: {…} }`, or the inner object alone. Undefined
 * where there is no list of them.
 */
export function readTools(
  given: JsonValue | undefined,
  path: string,
  problems: Problem[],
): ToolDescription[] | undefined {
  if (given === undefined) return undefined;
  if (!isList(given)) {
    const text = `expected a list of tools, found ${kindOf(given)}: it is not read, and nobody knows which tools there were`;
    problems.push(oddity('unreadable-tools', path, text));
    return undefined;
  }
  return given.flatMap((value, index) => {
    const outer = membersOf(value);
    const tool = membersOf(memberOf(outer, 'function', 'custom')) ?? outer;
    const name = nameOf(memberOf(tool, 'name'));
    if (name === undefined) {
      problems.push(
        oddity('unreadable-tool', `${path}[${index}]`, `expected a tool with a \`name\`, found ${kindOf(value)}`),
      );
      return [];
    }
    const parameters = memberOf(tool, 'parameters', 'input_schema', 'inputSchema') ?? {};
    if (membersOf(parameters) === undefined) {
      const text = `expected a JSON Schema, found ${kindOf(parameters)}: the parameters of \`${name}\` are not known`;
      problems.push(oddity('unreadable-tool', `${path}[${index}]`, text));
    }
    const effect = memberOf(outer, 'effect') ?? memberOf(tool, 'effect');
    if (effect !== undefined && !Effect.safeParse(effect).success) {
      const text = `the effect of \`${name}\` is none of ${Effect.options.map((one) => `\`${one}\``).join(', ')} and is not read`;
      problems.push(oddity('unreadable-tool', `${path}[${index}]`, text));
    }
    return {
      name,
      description: textOf(memberOf(tool, 'description')) ?? '',
      parameters: membersOf(parameters) === undefined ? {} : parameters,
      effect: statedEffect(outer) ?? statedEffect(tool) ?? 'unknown',
    };
  });
}

/** `effect` of our own, or the hint of the Model Context Protocol. */
function statedEffect(tool: JsonObject | undefined): Effect | undefined {
  const stated = Effect.safeParse(memberOf(tool, 'effect'));
  if (stated.success) return stated.data;
  const isReadOnly = memberOf(membersOf(memberOf(tool, 'annotations')), 'readOnlyHint');
  if (typeof isReadOnly !== 'boolean') return undefined;
  return isReadOnly ? 'read' : 'write';
}

type Effects = Readonly<Record<string, Effect>>;

/**
 * The tools of a conversation with what they do. Without a list of tools, `effects` say which of the called ones the agent
 * had; where none is said to be there, nobody can know.
 */
export function describeTools(
  tools: readonly ToolDescription[] | undefined,
  { effects, called }: { effects: Effects | undefined; called: ReadonlySet<string> },
): ToolDescription[] | 'unknown' {
  if (tools !== undefined) {
    return tools.map((tool) => {
      const effect = effects === undefined ? undefined : effectOf(tool.name, effects);
      return effect === undefined ? tool : { ...tool, effect };
    });
  }
  if (effects === undefined) return 'unknown';
  const names = new Set([...Object.keys(effects).filter((name) => !name.includes('*')), ...called]);
  const described = [...names].flatMap((name) => {
    const effect = effectOf(name, effects);
    return effect === undefined ? [] : { name, description: '', parameters: {}, effect };
  });
  return described.length === 0 && called.size > 0 ? 'unknown' : described;
}

/** A name counts before a pattern, and of patterns the first. */
function effectOf(name: string, effects: Effects): Effect | undefined {
  if (Object.hasOwn(effects, name)) return effects[name];
  return Object.entries(effects).find(([pattern]) => fitsGlob(name, pattern))?.[1];
}
