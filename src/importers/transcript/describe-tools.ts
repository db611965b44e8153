import type { Problem } from '../../domain/authoring/problem.ts';
import type { Effect } from '../../domain/authoring/tool-stub.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, nameOf, textOf } from '../messages/json-members.ts';

/** The tools of a request in either spelling: `{ type: 'function', function: {…} }`, or the inner object alone. */
export function readTools(list: readonly JsonValue[], path: string, problems: Problem[]): ToolDescription[] {
  return list.flatMap((value, index) => {
    const outer = membersOf(value);
    const tool = membersOf(memberOf(outer, 'function', 'custom')) ?? outer;
    const name = nameOf(memberOf(tool, 'name'));
    if (name === undefined) {
      problems.push(
        oddity('unreadable-tool', `${path}[${index}]`, `expected a tool with a \`name\`, found ${kindOf(value)}`),
      );
      return [];
    }
    return {
      name,
      description: textOf(memberOf(tool, 'description')) ?? '',
      parameters: memberOf(tool, 'parameters', 'input_schema', 'inputSchema') ?? {},
      effect: 'unknown' as const,
    };
  });
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
  return Object.entries(effects).find(([pattern]) => fits(name, pattern))?.[1];
}

/** `*` stands for any characters. Linear in the name for each part of the pattern. */
function fits(name: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  const tail = rest.pop() ?? '';
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  let at = head.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - tail.length) return false;
    at = found + part.length;
  }
  return true;
}
