import type { Mention } from '../../domain/contracts/scorer.ts';
import { branchesOf, schemasAt } from '../../domain/json-schema/schema-node.ts';
import { compileGlob, isGlob } from '../../domain/values/glob.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { CONDITIONS } from '../policy/patterns/conditions.ts';
import { listText } from '../text/value-text.ts';
import { MATCHER_WORDS } from '../trajectory/arguments/key-matcher.ts';
import { meantMatcher } from '../trajectory/arguments/misspelt-matcher.ts';
import type { Mistake } from './mistake.ts';
import { quotedNames } from './mistake.ts';
import type { KnownTool } from './surroundings.ts';

type ToolMention = Extract<Mention, { kind: 'tool' }>;
type ArgumentMention = Extract<Mention, { kind: 'argument' }>;
type NameMention = Extract<Mention, { kind: 'argument_name' }>;

/**
 * A name that is nearly that of a tool is a mistake. Any other is one only where nobody could call it: an agent may have
 * tools of its own, and may make up the tool that a check forbids.
 */
export function checkTool(
  { tool, mayBeMadeUp = false }: ToolMention,
  tools: readonly KnownTool[],
  { mayReportTools, isListed }: { mayReportTools: boolean; isListed?: boolean | undefined },
): Mistake | undefined {
  const names = tools.map(({ name }) => name);
  if (names.includes(tool)) return undefined;
  const details = [namesText(names, isListed)];
  if (isGlob(tool)) {
    if (names.some(compileGlob(tool))) return undefined;
    const isMistake = isListed === true && !mayReportTools && !mayBeMadeUp;
    return emptyGlob(tool, { isListed, isMistake, details, nearest: nearestGlob(tool, names) });
  }
  const nearest = nearestName(tool, names);
  const isMistake = nearest !== undefined || (!mayReportTools && !mayBeMadeUp);
  const lacks = isListed ? `the list of tools has no \`${tool}\`` : `the world has no tool \`${tool}\``;
  return {
    severity: isMistake ? 'error' : 'warning',
    code: 'unknown-tool',
    message: isMistake
      ? lacks
      : `${lacks}: ${
          mayBeMadeUp
            ? 'this can only find an agent that makes the name up'
            : 'this can only mean a tool that the agent itself brings and reports'
        }`,
    details,
    nearest,
  };
}

type EmptyGlob = Pick<Mistake, 'details' | 'nearest'> & { isListed: boolean | undefined; isMistake: boolean };

/** A pattern that no tool fits makes its check empty; an agent may bring a tool that fits. */
function emptyGlob(glob: string, { isListed, isMistake, details, nearest }: EmptyGlob): Mistake {
  const where = `no tool of the ${isListed ? 'list' : 'world'} fits \`${glob}\``;
  const others = isListed ? 'that are not on it' : 'that the agent itself brings';
  return {
    severity: isMistake ? 'error' : 'warning',
    code: 'unknown-tool',
    message: isMistake ? where : `${where}: the rule can only speak of tools ${others}`,
    details,
    nearest,
  };
}

const WILD = /[*?]/;

/** The pattern that was probably meant, by how it begins: `refund*` for `refnd*`. */
export function nearestGlob(glob: string, names: readonly string[]): string | undefined {
  const head = glob.slice(0, glob.search(WILD));
  const begins = names.flatMap((name) => [-1, 0, 1].map((more) => name.slice(0, head.length + more)));
  const nearest = head.length < 4 ? undefined : nearestName(head, [...new Set(begins)]);
  return nearest === undefined ? undefined : nearest + glob.slice(head.length);
}

function namesText(names: readonly string[], isListed: boolean | undefined): string {
  if (names.length > 0) return `Known tools: ${quotedNames(names)}.`;
  return isListed ? 'The list is empty.' : 'The world has no tools.';
}

/** An argument that the tool's schema does not have. Nothing is said of a tool that is not known. */
export function checkArgument({ tool, keys }: ArgumentMention, tools: readonly KnownTool[]): Mistake | undefined {
  const parameters = tools.find(({ name }) => name === tool)?.parameters;
  const closed = parameters === undefined ? undefined : closedValue(parameters, keys);
  if (closed !== undefined) return neverAnObject(tool, closed);
  const missing = parameters === undefined ? undefined : missingArgument(parameters, keys);
  if (missing === undefined) return undefined;
  const place = missing.inside.length === 0 ? '' : ` in \`${missing.inside.join('.')}\``;
  return {
    severity: 'error',
    code: 'unknown-argument',
    message: `\`${tool}\` takes no argument \`${missing.key}\`${place}`,
    details: [missing.known.length === 0 ? 'It takes none.' : `Known arguments: ${quotedNames(missing.known)}.`],
    nearest: nearestName(missing.key, missing.known),
  };
}

/** A name such as `order_id`, `items.0.sku` or `refund.reason` that no tool has an argument for. */
export function checkArgumentName(
  { name }: NameMention,
  { tools, isListed }: { tools: readonly KnownTool[]; isListed?: boolean | undefined },
): Mistake | undefined {
  const isKnown = tools.some(({ name: tool, parameters }) => {
    const rest = name.startsWith(`${tool}.`) ? name.slice(tool.length + 1) : undefined;
    return [name, rest].some(
      (path) => path !== undefined && missingArgument(parameters, path.split('.')) === undefined,
    );
  });
  if (isKnown) return undefined;
  const known = tools.flatMap(({ name: tool, parameters }) =>
    argumentNames(parameters).map((argument) => ({ argument, whole: `${tool}.${argument}` })),
  );
  const names = [...new Set(known.map(({ argument }) => argument))];
  return {
    severity: 'error',
    code: 'unknown-argument',
    message: `no tool of the ${isListed ? 'list' : 'world'} takes an argument \`${name}\``,
    details: [names.length === 0 ? 'None takes any.' : `Known arguments: ${quotedNames(names)}.`],
    nearest:
      nearestName(name, names) ??
      nearestName(
        name,
        known.map(({ whole }) => whole),
      ),
  };
}

type ClosedValue = { key: string; inside: readonly string[]; types: readonly string[] };

/** The first key that is looked for inside a value that the schema lets be no object: no call can ever have it. */
function closedValue(parameters: JsonValue, keys: readonly string[]): ClosedValue | undefined {
  for (let length = 1; length < keys.length; length += 1) {
    const inside = keys.slice(0, length);
    const key = keys[length] as string;
    const ends = schemasAt(parameters, inside.map(partOf)).filter((schema) => branchesOf(schema).length === 0);
    const types = ends.map(typesOf);
    const mayHold = types.some(
      (one) => one === undefined || one.includes('object') || (one.includes('array') && /^\d+$/.test(key)),
    );
    if (types.length > 0 && !mayHold) return { key, inside, types: [...new Set(types.flatMap((one) => one ?? []))] };
  }
  return undefined;
}

/** Undefined where any type will do. */
function typesOf({ type }: JsonObject): string[] | undefined {
  if (typeof type === 'string') return [type];
  return isList(type) ? type.filter((one): one is string => typeof one === 'string') : undefined;
}

/** With `coerce`, a text may be that of an object; a key that is nearly a matcher's word was meant as one all the same. */
function neverAnObject(tool: string, { key, inside, types }: ClosedValue): Mistake {
  const nearest = meantMatcher(key, CONDITIONS);
  const kinds = listText(
    types.map((type) => `\`${type}\``),
    'or',
  );
  return {
    severity: nearest === undefined ? 'warning' : 'error',
    code: 'wrong-type',
    message: `\`${inside.join('.')}\` of \`${tool}\` is a ${kinds}, and an object with \`${key}\` never is`,
    details: [`Matchers: ${quotedNames(MATCHER_WORDS)}.`],
    nearest,
  };
}

type Missing = { key: string; inside: readonly string[]; known: readonly string[] };

/** The first of the keys that the schema has no place for; objects that leave other keys open have a place for any. */
function missingArgument(parameters: JsonValue, keys: readonly string[]): Missing | undefined {
  for (const [index, key] of keys.entries()) {
    const inside = keys.slice(0, index);
    const objects = schemasAt(parameters, inside.map(partOf)).filter(({ properties }) => isObject(properties));
    if (objects.length === 0 || objects.some((schema) => hasPlaceFor(key, schema))) continue;
    return { key, inside, known: [...new Set(objects.flatMap((schema) => propertiesOf(schema)))] };
  }
  return undefined;
}

function hasPlaceFor(key: string, schema: JsonObject): boolean {
  if (propertiesOf(schema).includes(key)) return true;
  const { additionalProperties, patternProperties } = schema;
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}

function partOf(key: string): string | number {
  return /^\d+$/.test(key) ? Number(key) : key;
}

function argumentNames(parameters: JsonValue): string[] {
  return schemasAt(parameters, []).flatMap(propertiesOf);
}

function propertiesOf({ properties }: JsonObject): string[] {
  return properties !== undefined && isObject(properties) ? Object.keys(properties) : [];
}
