import type { Problem } from '../domain/authoring/problem.ts';
import type { Requirement, StubAnswer, ToolStub, WorldDefinition } from '../domain/authoring/tool-stub.ts';
import { describeFaults } from '../domain/json-schema/argument-fault.ts';
import { checkJsonSchema } from '../domain/json-schema/check-json-schema.ts';
import { matchJsonSchema } from '../domain/json-schema/match-json-schema.ts';
import { isObject } from '../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../domain/values/json-value.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { namesIn } from './stub/fill-value.ts';
import { pointerSegments } from './stub/set-at-pointer.ts';
import { isFullSchema, parameterNames, parametersOfStub } from './stub/stub-parameters.ts';

/**
 * Mistakes in a world of tool stubs that its schema cannot see, in the order of the definition. Paths begin at the
 * definition: `tools[0].answers[1].when.order_id`. Warnings do not keep the world from being used.
 */
export function checkWorldDefinition(definition: WorldDefinition): Problem[] {
  return definition.tools.flatMap((tool, index) => checkTool(tool, index, definition.tools));
}

function checkTool(tool: ToolStub, index: number, tools: readonly ToolStub[]): Problem[] {
  const path = `tools[${index}]`;
  const first = tools.findIndex(({ name }) => name === tool.name);
  return [
    ...(first < index
      ? [problem('duplicate-tool', `${path}.name`, `\`${tool.name}\` is also the name of tools[${first}]`)]
      : []),
    ...(/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)
      ? []
      : [
          warning(
            'tool-name',
            `${path}.name`,
            `\`${tool.name}\`: model providers accept 1 to 64 ASCII letters, digits, \`_\` and \`-\` only`,
          ),
        ]),
    ...checkParameters(tool.parameters, `${path}.parameters`),
    ...tool.requires.flatMap((requirement, at) =>
      checkRequirement(requirement, `${path}.requires[${at}]`, { tool, tools }),
    ),
    ...checkAnswers(tool, path),
  ];
}

function checkParameters(parameters: JsonObject, path: string): Problem[] {
  if (isFullSchema(parameters)) return [...checkJsonSchema(parameters, path).problems];
  const isSchema = (given: JsonValue) => isObject(given) || typeof given === 'string' || typeof given === 'boolean';
  const entries = Object.entries(parameters);
  const wrong = entries.filter(([, given]) => !isSchema(given));
  const { problems } = checkJsonSchema(
    parametersOfStub(Object.fromEntries(entries.filter(([, given]) => isSchema(given)))),
    path,
  );
  return [
    ...wrong.map(([name, given]) =>
      problem(
        'bad-schema',
        `${path}.${name}`,
        `expected the JSON Schema of a parameter, found ${JSON.stringify(given)}`,
      ),
    ),
    // The author of the short form never wrote `properties`.
    ...problems.map((found) => ({ ...found, path: found.path.replace(`${path}.properties.`, `${path}.`) })),
  ];
}

function checkRequirement(
  requirement: string | Requirement,
  path: string,
  { tool, tools }: { tool: ToolStub; tools: readonly ToolStub[] },
): Problem[] {
  const { tool: required, sameArguments = [] } = typeof requirement === 'string' ? { tool: requirement } : requirement;
  const other = tools.find(({ name }) => name === required);
  if (other === undefined) return [unknownName(path, required, { noun: 'tool', known: tools.map(({ name }) => name) })];
  if (required === tool.name)
    return [problem('impossible-requirement', path, `\`${required}\` requires itself, so it can never run`)];
  if (leadsBack(required, tool.name, tools)) {
    return [
      problem(
        'impossible-requirement',
        path,
        `\`${required}\` itself requires \`${tool.name}\`, so neither can ever run`,
      ),
    ];
  }
  const pairs = Array.isArray(sameArguments)
    ? sameArguments.map((name) => [name, name] as const)
    : Object.entries(sameArguments);
  return pairs.flatMap(([own, theirs]) => [
    ...checkParameterName(own, tool, `${path}.sameArguments`),
    ...checkParameterName(theirs, other, `${path}.sameArguments`),
  ]);
}

/** Whether `from` requires `target`, at once or through others. */
function leadsBack(
  from: string,
  target: string,
  tools: readonly ToolStub[],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (seen.has(from)) return false;
  const requires = tools.find(({ name }) => name === from)?.requires ?? [];
  const names = requires.map((requirement) => (typeof requirement === 'string' ? requirement : requirement.tool));
  return names.some((name) => name === target || leadsBack(name, target, tools, new Set([...seen, from])));
}

function checkParameterName(name: string, tool: ToolStub, path: string): Problem[] {
  const known = parameterNames(tool.parameters);
  return known.includes(name) ? [] : [unknownName(path, name, { noun: `parameter of \`${tool.name}\``, known })];
}

function checkAnswers(tool: ToolStub, path: string): Problem[] {
  const always = tool.answers.findIndex(({ when }) => when === undefined);
  return tool.answers.flatMap((answer, index) => {
    const at = `${path}.answers[${index}]`;
    const isHidden = always !== -1 && index > always;
    return [
      ...(isHidden
        ? [problem('unreachable-answer', at, `never given: answers[${always}] has no \`when\`, so it fits every call`)]
        : []),
      ...checkWhen(answer.when, tool, `${at}.when`),
      ...('error' in answer
        ? checkPlaceholders(answer.error, tool, { path: `${at}.error`, severity: 'warning' })
        : checkResult(answer, tool, at)),
    ];
  });
}

function checkWhen(when: JsonValue | undefined, tool: ToolStub, path: string): Problem[] {
  if (when === undefined) return [];
  if (!isObject(when))
    return [problem('bad-when', path, `expected the arguments that fit, found ${JSON.stringify(when)}`)];
  const schema = parametersOfStub(tool.parameters);
  const { problems, patterns } = checkJsonSchema(schema, '');
  const { properties } = schema;
  return Object.entries(when).flatMap(([name, value]) => {
    const unknown = checkParameterName(name, tool, `${path}.${name}`);
    if (unknown.length > 0 || problems.length > 0 || isObject(value) || !isObject(properties)) return unknown;
    const part: JsonObject = { ...schema, properties: { [name]: properties[name] ?? true }, required: [] };
    const faults = matchJsonSchema({ [name]: value }, part, patterns);
    if (faults.length === 0) return [];
    return [
      problem(
        'unreachable-answer',
        `${path}.${name}`,
        `never fits: ${describeFaults(faults, part, { [name]: value })}`,
      ),
    ];
  });
}

function checkResult(
  { result, set = {} }: Extract<StubAnswer, { result: JsonValue }>,
  tool: ToolStub,
  path: string,
): Problem[] {
  const entries = Object.entries(set);
  const isRead = entries.length > 0 && tool.effect === 'read';
  return [
    ...checkPlaceholders(result, tool, { path: `${path}.result`, severity: 'warning' }),
    ...(isRead
      ? [
          problem(
            'read-that-writes',
            `${path}.set`,
            `\`${tool.name}\` is a read and may not change the state: say \`effect: write\``,
          ),
        ]
      : []),
    ...entries.flatMap(([pointer, value]) => [
      ...(pointerSegments(pointer) === undefined
        ? [problem('bad-pointer', `${path}.set`, `\`${pointer}\` is no JSON Pointer such as \`/orders/A-1001/status\``)]
        : []),
      ...checkPlaceholders(pointer, tool, { path: `${path}.set`, severity: 'error' }),
      ...checkPlaceholders(value, tool, { path: `${path}.set`, severity: 'error' }),
    ]),
  ];
}

function checkPlaceholders(
  value: JsonValue,
  tool: ToolStub,
  { path, severity }: { path: string; severity: Problem['severity'] },
): Problem[] {
  const known = parameterNames(tool.parameters);
  const missing = [...new Set(namesIn(value))].filter((name) => !known.includes(name));
  return missing.map((name) => ({
    ...unknownName(path, name, { noun: `parameter of \`${tool.name}\``, known }),
    severity,
  }));
}

function unknownName(path: string, name: string, { noun, known }: { noun: string; known: readonly string[] }): Problem {
  const near = nearestName(name, known);
  return {
    ...problem('unknown-name', path, `\`${name}\` is no ${noun}`),
    details: [
      known.length === 0 ? 'There are none.' : `Known: ${[...new Set(known)].map((one) => `\`${one}\``).join(', ')}.`,
    ],
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}

function problem(code: string, path: string, message: string): Problem {
  return { severity: 'error', code, path, message };
}

function warning(code: string, path: string, message: string): Problem {
  return { severity: 'warning', code, path, message };
}
