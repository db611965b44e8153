import { canonicalText } from '../values/canonical.ts';
import { isList, isObject } from '../values/json-shape.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';
import type { ArgumentFault } from './argument-fault.ts';
import { fitsScalar, type Patterns } from './match-scalar.ts';
import { resolveNode, type ValuePath } from './schema-node.ts';

type Match = { root: JsonValue; patterns: Patterns; depth: number; budget: { left: number } };

/** Deeper than any value, so only a schema that refers to itself without end comes here. */
const MAX_DEPTH = 1_500;
/** Alternatives that refer to themselves double the work with each level of a value. */
const MAX_VISITS = 200_000;

/**
 * What keeps `value` from fitting the schema, in the order of the value; empty when it fits. The schema must have passed
 * `checkJsonSchema`. Semantics: JSON Schema 2020-12, with `format` asserted.
 */
export function matchJsonSchema(value: JsonValue, root: JsonValue, patterns: Patterns): readonly ArgumentFault[] {
  return matchNode(value, root, [], { root, patterns, depth: 0, budget: { left: MAX_VISITS } });
}

function matchNode(
  value: JsonValue,
  node: JsonValue | undefined,
  path: ValuePath,
  match: Match,
): readonly ArgumentFault[] {
  if (node === undefined || node === true) return [];
  if (node === false) return [{ path, kind: 'wrong', message: 'nothing is allowed here' }];
  if (!isObject(node)) return [];
  if (match.depth > MAX_DEPTH) throw new Error('the schema of the arguments refers to itself without end');
  match.budget.left -= 1;
  if (match.budget.left < 0) throw new Error('the arguments take too many steps to be held against their schema');
  const inner = { ...match, depth: match.depth + 1 };
  if (typeof node.$ref === 'string') {
    const referred = matchNode(value, resolveNode(node, match.root), path, inner);
    if (referred.length > 0) return referred;
  }
  if (!fitsType(value, node.type) || !fitsScalar(value, node, match.patterns)) return [{ path, kind: 'wrong' }];
  const parts = isList(value)
    ? matchItems(value, node, path, inner)
    : isObject(value)
      ? matchMembers(value, node, path, inner)
      : [];
  return [...parts, ...matchCombinations(value, node, path, inner)];
}

function fitsType(value: JsonValue, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const types = isList(type) ? type : [type];
  return types.some((name) => {
    switch (name) {
      case 'object':
        return isObject(value);
      case 'array':
        return isList(value);
      case 'null':
        return value === null;
      case 'integer':
        return Number.isInteger(value);
      default:
        return typeof value === name;
    }
  });
}

function matchMembers(value: JsonObject, node: JsonObject, path: ValuePath, match: Match): ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  const properties = isObject(node.properties) ? node.properties : {};
  const patternProperties = isObject(node.patternProperties) ? Object.entries(node.patternProperties) : [];
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key];
    if (node.propertyNames !== undefined && matchNode(key, node.propertyNames, at, match).length > 0)
      faults.push({ path: at, kind: 'unknown' });
    const isListed = Object.hasOwn(properties, key);
    if (isListed) faults.push(...matchNode(member, properties[key], at, match));
    const fitting = patternProperties.filter(([pattern]) => match.patterns.get(pattern)?.test(key));
    for (const [, schema] of fitting) faults.push(...matchNode(member, schema, at, match));
    if (isListed || fitting.length > 0) continue;
    if (node.additionalProperties === false) faults.push({ path: at, kind: 'unknown' });
    else faults.push(...matchNode(member, node.additionalProperties, at, match));
  }
  const required = isList(node.required) ? node.required : [];
  for (const key of required) {
    if (typeof key === 'string' && !Object.hasOwn(value, key)) faults.push({ path: [...path, key], kind: 'missing' });
  }
  const count = Object.keys(value).length;
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = node;
  if (count < Number(minProperties))
    faults.push({ path, kind: 'wrong', message: `expected at least ${minProperties} keys` });
  if (count > Number(maxProperties))
    faults.push({ path, kind: 'wrong', message: `expected at most ${maxProperties} keys` });
  return faults;
}

function matchItems(value: readonly JsonValue[], node: JsonObject, path: ValuePath, match: Match): ArgumentFault[] {
  const placed = isList(node.prefixItems) ? node.prefixItems : [];
  const faults = value.flatMap((item, index) => matchNode(item, placed[index] ?? node.items, [...path, index], match));
  if (node.uniqueItems === true && new Set(value.map(canonicalText)).size < value.length) {
    faults.push({ path, kind: 'wrong', message: 'expected no item twice' });
  }
  if (node.contains !== undefined) {
    const count = value.filter((item) => matchNode(item, node.contains, path, match).length === 0).length;
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node;
    if (count < Number(minContains))
      faults.push({ path, kind: 'wrong', message: `expected at least ${minContains} items that fit` });
    if (count > Number(maxContains))
      faults.push({ path, kind: 'wrong', message: `expected at most ${maxContains} items that fit` });
  }
  return faults;
}

function matchCombinations(value: JsonValue, node: JsonObject, path: ValuePath, match: Match): ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  const test = (branch: JsonValue) => matchNode(value, branch, path, match);
  if (isList(node.allOf)) faults.push(...node.allOf.flatMap(test));
  if (isList(node.anyOf)) faults.push(...nearestBranch(node.anyOf.map(test), path));
  if (isList(node.oneOf)) {
    const results = node.oneOf.map(test);
    const fitting = results.filter((result) => result.length === 0).length;
    if (fitting > 1)
      faults.push({
        path,
        kind: 'wrong',
        message: `expected exactly one of ${results.length} forms, and ${fitting} fit`,
      });
    else faults.push(...nearestBranch(results, path));
  }
  if (node.not !== undefined && test(node.not).length === 0)
    faults.push({ path, kind: 'wrong', message: 'this value is excluded' });
  if (node.if !== undefined) {
    const next = test(node.if).length === 0 ? node.then : node.else;
    if (next !== undefined) faults.push(...test(next));
  }
  return faults;
}

/** A branch that fails only deeper inside is the one that was meant; else the value as a whole is wrong. */
function nearestBranch(results: readonly (readonly ArgumentFault[])[], path: ValuePath): readonly ArgumentFault[] {
  if (results.length === 0 || results.some((result) => result.length === 0)) return [];
  const deeper = results.filter((result) => result.every((fault) => fault.path.length > path.length));
  const [nearest] = deeper.toSorted((a, b) => a.length - b.length);
  return nearest ?? [{ path, kind: 'wrong' }];
}
