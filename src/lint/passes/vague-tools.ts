import type { Problem, SourcePlace } from '../../domain/authoring/problem.ts';
import type { World } from '../../domain/contracts/world.ts';
import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import type { LintedScenario, LintPass } from '../lint-project.ts';

/** A tool as it is offered to a model. */
export type OfferedTool = {
  name: string;
  description?: string | undefined;
  /** JSON Schema of the arguments, or parameter name → JSON Schema of it. */
  parameters?: JsonValue | undefined;
};
export type ToolPlaces = {
  /** Path of the tool in author's notation. */
  path: string;
  placeOf: (path: string) => SourcePlace | undefined;
  /** How grave it is when a model cannot know what to pass. */
  severity: Problem['severity'];
};

/** Names that say nothing of what a model should put there. */
const VAGUE_PARAMETERS = new Set(
  'arg args argument arguments body config content contents data details dict field fields info information input inputs item items json map object obj options opts param parameter parameters params payload request stuff thing things val value values var variable'.split(
    ' ',
  ),
);
const VAGUE_TOOLS = new Set('call do execute function handle perform process run tool'.split(' '));

/** Warns of tools of worlds that a model would have to guess about. */
export function vagueTools(): LintPass {
  return {
    name: 'vague-tools',
    check: ({ scenarios, config, configFile }) => {
      const written = scenarios.flatMap(toolsOfScenario);
      const place = configFile === undefined ? undefined : { file: configFile, line: 1, column: 1 };
      const named = Object.entries(config.worlds ?? {}).flatMap(([name, world]) =>
        toolsOf(world).flatMap((tool) =>
          checkTool(tool, { path: `worlds.${name}.${tool.name}`, placeOf: () => place, severity: 'warning' }),
        ),
      );
      return [...written, ...named];
    },
  };
}

/** None of a world that cannot be opened without what a scenario hands to it. */
function toolsOf(world: World): readonly OfferedTool[] {
  try {
    return world.open({ seed: 0, now: '2026-01-15T09:00:00Z' }).tools;
  } catch {
    return [];
  }
}

function toolsOfScenario({ scenario: { world }, placeOf }: LintedScenario): readonly Problem[] {
  if (typeof world !== 'object') return [];
  return world.tools.flatMap((tool, index) =>
    checkTool(tool, { path: `world.tools[${index}]`, placeOf, severity: 'warning' }),
  );
}

/** What a model would have to guess: names that say nothing, parameters without a type, no description. */
export function checkTool(tool: OfferedTool, places: ToolPlaces): readonly Problem[] {
  const tell = teller(places);
  const { description = '' } = tool;
  const problems: Problem[] = [];
  if (description.trim() === '') {
    problems.push(tell('no-description', 'description', `the tool \`${tool.name}\` has no description`));
  }
  if (VAGUE_TOOLS.has(tool.name.toLowerCase())) {
    const message = `\`${tool.name}\` says nothing of what the tool does`;
    problems.push({ ...tell('vague-tool', 'name', message), severity: 'warning' });
  }
  const { parameters, path } = parametersOf(tool.parameters);
  for (const [name, schema] of Object.entries(parameters)) {
    problems.push(...checkParameter(name, schema, { tool: tool.name, at: `${path}.${name}`, tell }));
  }
  return problems;
}

type Teller = (code: string, below: string, message: string, hint?: string) => Problem;

function teller({ path, placeOf, severity }: ToolPlaces): Teller {
  return (code, below, message, hint) => {
    const whole = `${path}.${below}`;
    const place = placeOf(whole);
    return { severity, code, ...(place && { place }), path: whole, message, ...(hint === undefined ? {} : { hint }) };
  };
}

/** A JSON Schema has its parameters under `properties`; the short form is the parameters, one of which may have that name. */
function parametersOf(schema: JsonValue | undefined): { parameters: JsonObject; path: string } {
  if (!isObject(schema)) return { parameters: {}, path: 'parameters' };
  const { properties } = schema;
  const isSchema = schema.type === 'object' || (isObject(properties) && Object.values(properties).every(isObject));
  if (!isSchema) return { parameters: schema, path: 'parameters' };
  return { parameters: isObject(properties) ? properties : {}, path: 'parameters.properties' };
}

function checkParameter(
  name: string,
  given: JsonValue | undefined,
  { tool, at, tell }: { tool: string; at: string; tell: Teller },
): readonly Problem[] {
  const problems: Problem[] = [];
  const which = `\`${name}\` of \`${tool}\``;
  if (VAGUE_PARAMETERS.has(name.toLowerCase().replaceAll(/[_-]/g, ''))) {
    const hint = 'name what it holds, such as `order_id` or `refund_amount`';
    problems.push(tell('vague-parameter', at, `the parameter ${which} does not say what it holds`, hint));
  }
  // In the short form the type may stand alone: `order_id: string`.
  const schema = typeof given === 'string' ? { type: given } : given;
  if (!isObject(schema) || !saysType(schema)) {
    const hint = 'say `type`, `enum` or `const`';
    return [...problems, tell('untyped-parameter', at, `the parameter ${which} has no type: any value would do`, hint)];
  }
  if (schema.type === 'object' && !isObject(schema.properties) && schema.additionalProperties === undefined) {
    const hint = 'list its `properties`';
    problems.push(tell('untyped-parameter', at, `the parameter ${which} is an object of unknown keys`, hint));
  }
  return problems;
}

function saysType(schema: JsonObject): boolean {
  const words = [
    'type',
    'enum',
    'const',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
    'properties',
    'items',
    'format',
    'pattern',
  ];
  return words.some((word) => schema[word] !== undefined);
}
