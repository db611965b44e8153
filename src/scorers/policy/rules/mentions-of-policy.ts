import type { Mention } from '../../../domain/contracts/scorer.ts';
import { isGlob } from '../../../domain/values/glob.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject } from '../../../domain/values/json-value.ts';
import { isMatcher } from '../../trajectory/arguments/key-matcher.ts';
import { isCondition } from '../patterns/conditions.ts';
import { rulesOf } from './compile-policy.ts';
import { joinPath, placesOf } from './compile-rule.ts';
import type { EventPattern, EventPatterns } from './event-pattern.ts';
import type { ClosedRule, PolicySpec } from './policy-rule.ts';

/** The tools and arguments that a policy names. */
export function mentionsOfPolicy(spec: PolicySpec): Mention[] {
  const effects = (['reads', 'writes'] as const).flatMap((key) => mentionsOfTools(spec[key], key));
  const settings = Object.entries(spec.settings ?? {}).flatMap(([name, { tools }]) =>
    mentionsOfTools(tools, `settings.${name}.tools`),
  );
  return [...rulesOf(spec).flatMap(({ rule, path }) => mentionsOfRule(rule, path)), ...effects, ...settings];
}

/** Names and patterns of tools; `*` speaks of none. */
function mentionsOfTools(tools: readonly string[] = [], path: string): Mention[] {
  return tools.flatMap((tool, index): Mention[] =>
    tool === '*' ? [] : [{ kind: 'tool', tool, path: `${path}[${index}]` }],
  );
}

function mentionsOfRule(rule: ClosedRule, path: string): Mention[] {
  const inner = [
    ...(rule.all ?? []).map((one, index) => ({ one, at: `all[${index}]` })),
    ...(rule.any ?? []).map((one, index) => ({ one, at: `any[${index}]` })),
    ...(rule.not === undefined ? [] : [{ one: rule.not, at: 'not' }]),
  ];
  return [
    ...placesOf(rule).flatMap(({ key, patterns }) =>
      mentionsOfEvents(patterns, joinPath(path, key), isForbidden(rule, key)),
    ),
    ...inner.flatMap(({ one, at }) => mentionsOfRule(one, joinPath(path, at))),
  ];
}

/** Where a name that no tool has may be meant: an agent may make it up. */
function isForbidden({ atMost, noneAfter }: ClosedRule, key: string): boolean {
  return key === 'never' || key.startsWith('notBoth') || (key === 'of' && (atMost ?? noneAfter) !== undefined);
}

function mentionsOfEvents(patterns: EventPatterns, path: string, mayBeMadeUp: boolean): Mention[] {
  if (!Array.isArray(patterns)) return mentionsOfEvent(patterns, path, mayBeMadeUp);
  return patterns.flatMap((pattern, index) => mentionsOfEvent(pattern, `${path}[${index}]`, mayBeMadeUp));
}

function mentionsOfEvent(pattern: string | EventPattern, path: string, mayBeMadeUp: boolean): Mention[] {
  if (typeof pattern === 'string') return pattern === '*' ? [] : [{ kind: 'tool', tool: pattern, path, mayBeMadeUp }];
  const { tool, arguments: wanted } = pattern;
  if (tool === undefined) return [];
  const isSeveral = Array.isArray(tool);
  return (isSeveral ? tool : [tool]).flatMap((name, index): Mention[] => [
    ...(name === '*'
      ? []
      : [
          {
            kind: 'tool',
            tool: name,
            path: isSeveral ? `${path}.tool[${index}]` : `${path}.tool`,
            mayBeMadeUp,
          } as const,
        ]),
    ...(isGlob(name)
      ? []
      : placesIn(wanted ?? {}).map(
          (keys): Mention => ({ kind: 'argument', tool: name, keys, path: [path, 'arguments', ...keys].join('.') }),
        )),
  ]);
}

/** Keys that lead to the values that are compared; conditions and matchers are such, and lists are as a whole. */
function placesIn(value: JsonObject, keys: readonly string[] = []): (readonly string[])[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...keys, key];
    const isOpen = isObject(member) && !isCondition(member) && !isMatcher(member) && Object.keys(member).length > 0;
    return isOpen && here.length < MAX_DEPTH ? placesIn(member, here) : [here];
  });
}

/** Deeper places are not followed: nobody writes them by hand. */
const MAX_DEPTH = 20;
