import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import { variableIn } from '../patterns/compile-shape.ts';
import type { EventPattern, EventPatterns } from './event-pattern.ts';

/** A place in a rule where patterns stand, by its key. */
export type PatternPlace = { key: string; patterns: EventPatterns };

type Use = { name: string; path: string };

/** Variables that stand in one place of a rule only, and so bind nothing: most often a misspelling. */
export function lonelyVariables(
  places: readonly PatternPlace[],
  per: readonly string[] = [],
): readonly { path: string; message: string; hint: string }[] {
  const uses: Use[] = [
    ...places.flatMap(usesIn),
    ...per.map((name, index) => ({ name: name.replace(/^\$/, ''), path: `per[${index}]` })),
  ];
  const times = new Map<string, number>();
  for (const { name } of uses) times.set(name, (times.get(name) ?? 0) + 1);
  return uses
    .filter(({ name }) => times.get(name) === 1)
    .map(({ name, path }) => {
      const near = nearestName(
        name,
        [...times.keys()].filter((other) => other !== name),
      );
      return {
        path,
        message: `\`$${name}\` stands in this rule only once, so that it is compared with nothing`,
        hint: near === undefined ? 'for "any value" write `{ any: true }`.' : `did you mean \`$${near}\`?`,
      };
    });
}

function usesIn({ key, patterns }: PatternPlace): Use[] {
  const isSeveral = Array.isArray(patterns);
  const list = isSeveral ? patterns : [patterns];
  const found = list.flatMap((pattern, index) =>
    typeof pattern === 'string' ? [] : usesInPattern(pattern, isSeveral ? `${key}[${index}]` : key),
  );
  // Alternatives name the same variable once each.
  return isSeveral ? found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index) : found;
}

function usesInPattern({ arguments: wanted, result, user, said }: EventPattern, path: string): Use[] {
  return [
    ...(wanted === undefined ? [] : walk(wanted, `${path}.arguments`)),
    ...(result === undefined ? [] : walk(result, `${path}.result`)),
    ...(typeof user === 'object' ? walk(user.contains, `${path}.user.contains`) : []),
    ...(typeof said === 'object' ? walk(said.contains, `${path}.said.contains`) : []),
  ];
}

function walk(value: JsonValue, path: string): Use[] {
  const name = variableIn(value);
  if (name !== undefined) return [{ name, path }];
  if (isList(value)) return value.flatMap((item, index) => walk(item, `${path}[${index}]`));
  if (!isObject(value) || Object.hasOwn(value, 'equals')) return [];
  return Object.entries(value).flatMap(([key, member]) => walk(member, `${path}.${key}`));
}
