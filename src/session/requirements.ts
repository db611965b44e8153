import type { Requirement } from '../domain/authoring/tool-stub.ts';
import type { WorldTool } from '../domain/contracts/world.ts';
import { equalJson } from '../domain/values/canonical.ts';
import type { JsonValue } from '../domain/values/json-value.ts';

/** A call that came to a result, as preconditions look at it. */
export type PastCall = { id: string; name: string; arguments: JsonValue; ok: boolean };

/**
 * The sentence that tells the agent which precondition of `tool` is not met; undefined when all are. Only calls whose
 * result the agent has been given count: what it launched in the same message it has not seen.
 */
export function unmetRequirement(tool: WorldTool, value: JsonValue, past: readonly PastCall[]): string | undefined {
  for (const requirement of tool.requires) {
    const successes = past.filter((call) => call.name === requirement.tool && call.ok);
    if (successes.some((call) => agrees(requirement, value, call.arguments))) continue;
    return describe(tool.name, requirement, { value, successes });
  }
  return undefined;
}

function agrees({ sameArguments }: Requirement, mine: JsonValue, theirs: JsonValue): boolean {
  return pairsOf(sameArguments).every(([own, other]) => {
    const left = argumentOf(mine, own);
    const right = argumentOf(theirs, other);
    return left !== undefined && right !== undefined && equalJson(left, right);
  });
}

function describe(
  name: string,
  requirement: Requirement,
  { value, successes }: { value: JsonValue; successes: readonly PastCall[] },
): string {
  const bound = pairsOf(requirement.sameArguments).map(([own, other]) => {
    const wanted = argumentOf(value, own);
    return `${other} ${wanted === undefined ? 'equal to an argument that is missing' : JSON.stringify(wanted)}`;
  });
  const forWhat = bound.length === 0 ? '' : ` for ${bound.join(' and ')}`;
  const near = bound.length > 0 && successes.length > 0 ? `; \`${requirement.tool}\` succeeded, but not${forWhat}` : '';
  return `blocked: \`${name}\` needs a successful \`${requirement.tool}\`${forWhat} first, whose result has been seen${near}`;
}

function pairsOf(same: Requirement['sameArguments']): readonly (readonly [own: string, other: string])[] {
  if (same === undefined) return [];
  return Array.isArray(same) ? same.map((name): [string, string] => [name, name]) : Object.entries(same);
}

function argumentOf(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as Readonly<Record<string, JsonValue>>)[name];
}
