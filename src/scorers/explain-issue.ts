import type { z } from 'zod';
import type { Problem } from '../domain/authoring/problem.ts';
import { toJsonValue } from '../domain/values/json-value.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { listText, valueText } from './text/value-text.ts';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;
type Of = { path: string; schema: Schema; value: unknown };

/**
 * Tells all issues of a value that a scorer's schema refused. A key that is missing because it is misspelt is told once,
 * at its misspelling.
 */
export function explainIssues(issues: readonly Issue[], of: Of): Problem[] {
  return withoutMisspelt(issues.flatMap((issue) => explainIssue(issue, of)));
}

function withoutMisspelt(problems: readonly Problem[]): Problem[] {
  const meant = new Set(problems.flatMap((problem) => (problem.code === 'unknown-key' ? [meantPath(problem)] : [])));
  return problems.filter(({ code, path }) => code !== 'missing-key' || !meant.has(path));
}

function meantPath({ path, hint }: Problem): string | undefined {
  const meant = hint === undefined ? undefined : /`(.+)`/.exec(hint)?.[1];
  return meant === undefined ? undefined : `${path.slice(0, path.lastIndexOf('.'))}.${meant}`;
}

/** Tells an issue of a scorer's schema as a person would, with its path in author's notation. */
export function explainIssue(issue: Issue, { path, schema, value }: Of): Problem[] {
  const at = issue.path.filter((part): part is string | number => typeof part !== 'symbol');
  const here = path + pathText(at);
  const inner = schemaAt(schema, at);
  const found = valueAtPath(value, at);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, here + pathText([key]), { schema: inner, value: found }));
    case 'invalid_union':
      if (found === undefined && at.length > 0)
        return [{ severity: 'error', code: 'missing-key', path: here, message: 'is missing.' }];
      return explainUnion(issue, { path: here, schema: inner ?? schema, value: found });
    default:
      return [{ severity: 'error', code: codeOf(issue, found), path: here, ...describe(issue, found) }];
  }
}

function unknownKey(
  key: string,
  path: string,
  { schema, value }: { schema: Schema | undefined; value: unknown },
): Problem {
  const known = keysOf(schema);
  return {
    severity: 'error',
    code: 'unknown-key',
    path,
    message: `unknown key \`${key}\`.`,
    details: known.length === 0 ? [] : [`Known keys: ${listText(known.map((name) => `\`${name}\``))}.`],
    hint: hintFor(key, { known, schema, value }),
  };
}

type Known = { known: readonly string[]; schema: Schema | undefined; value: unknown };

/** The name that was meant: a near one, one that is spelled out or cut short, or the one key that has it as a value. */
function hintFor(key: string, { known, schema, value }: Known): string | undefined {
  const holds = (name: string): boolean => schema !== undefined && wordsOf(schemaAt(schema, [name])).includes(key);
  const holder = valueAtPath(value, [key]) === true ? onlyOne(known.filter(holds)) : undefined;
  if (holder !== undefined) return `write \`${holder}: ${key}\`.`;
  const nearest = nearestName(key, known) ?? onlyOne(known.filter((name) => isCutShort(name, key)));
  return nearest === undefined || nearest === key ? undefined : `did you mean \`${nearest}\`?`;
}

/** `minimum` for `min`, or `args` for `arguments`. */
function isCutShort(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const stem = short.toLowerCase().replace(/s$/, '');
  return stem.length >= 3 && long.toLowerCase().startsWith(stem);
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

/** The words that a schema takes. */
function wordsOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  return optionsOf(schema).flatMap((option) =>
    Object.values((unwrap(option)._zod.def as { entries?: Record<string, string> }).entries ?? {}),
  );
}

/** The branch that came nearest: it complains deepest inside the value, or about the fewest things. */
function explainUnion(issue: Issue & { code: 'invalid_union' }, of: Of): Problem[] {
  const branches = issue.errors.map((issues, index) => {
    const schema = optionsOf(of.schema)[index] ?? of.schema;
    const isOfKind = !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
    return { issues, isOfKind, problems: isOfKind ? explainIssues(issues, { ...of, schema }) : [] };
  });
  const fitting = branches.filter(({ isOfKind }) => isOfKind);
  const [best] = fitting.toSorted((a, b) => a.problems.length - b.problems.length);
  if (best !== undefined) return best.problems;
  const wanted = [...new Set(branches.flatMap(({ issues }) => issues.map(expectedText)))];
  return [{ severity: 'error', code: 'wrong-type', path: of.path, message: found(of.value, listText(wanted, 'or')) }];
}

function describe(issue: Issue, value: unknown): { message: string; hint?: string | undefined } {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return { message: `is missing: expected ${expectedText(issue)}.` };
      return { message: found(value, expectedText(issue)) };
    case 'invalid_value': {
      const known = issue.values.map((one) => String(one));
      const nearest = typeof value === 'string' ? nearestName(value, known) : undefined;
      return {
        message: found(value, expectedText(issue)),
        hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
      };
    }
    case 'too_small':
    case 'too_big':
      if (!issue.message.startsWith('Too ')) return { message: sentence(issue.message) };
      return { message: found(value, expectedText(issue)) };
    default:
      return { message: sentence(issue.message) };
  }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function expectedText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return words[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return listText(
        issue.values.map((one) => `\`${String(one)}\``),
        'or',
      );
    case 'too_small':
      return issue.inclusive === false
        ? `a number that is more than ${issue.minimum}`
        : sizeText(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return issue.inclusive === false
        ? `a number that is less than ${issue.maximum}`
        : sizeText(issue.origin, 'most', issue.maximum);
    default:
      return issue.message;
  }
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'keys and values',
  record: 'keys and values',
};

function sizeText(origin: string, side: 'least' | 'most', limit: number | bigint): string {
  if (origin === 'string') return `a text of at ${side} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `a list of at ${side} ${limit}`;
  return `a number of at ${side} ${limit}`;
}

function found(value: unknown, expected: string): string {
  if (value === undefined) return `is missing; expected ${expected}.`;
  return `expected ${expected}, found ${valueText(toJsonValue(value).value)}.`;
}

function codeOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type' && value === undefined) return 'missing-key';
  return issue.code === 'invalid_type' ? 'wrong-type' : 'wrong-value';
}

function pathText(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
}

function valueAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = Reflect.get(current, part);
  }
  return current;
}

/** Inner schemas by what zod says of itself: wrappers are taken off, unions answer with their first fitting option. */
function schemaAt(schema: Schema, path: readonly (string | number)[]): Schema | undefined {
  const [part, ...rest] = path;
  const plain = unwrap(schema);
  if (part === undefined) return plain;
  for (const option of optionsOf(plain)) {
    const { def } = unwrap(option)._zod as { def: { shape?: Record<string, Schema>; element?: Schema } };
    const next = typeof part === 'number' ? def.element : def.shape?.[part];
    const deeper = next === undefined ? undefined : schemaAt(next, rest);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function unwrap(schema: Schema): Schema {
  const { innerType, in: input, out } = schema._zod.def as { innerType?: Schema; in?: Schema; out?: Schema };
  // What is looked at before it is read has its shape in what it is read as.
  const inner = innerType ?? (input?._zod.def.type === 'transform' ? out : input);
  return inner === undefined ? schema : unwrap(inner);
}

function optionsOf(schema: Schema): readonly Schema[] {
  return (unwrap(schema)._zod.def as { options?: readonly Schema[] }).options ?? [schema];
}

function keysOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  return optionsOf(schema).flatMap((option) =>
    Object.keys((unwrap(option)._zod.def as { shape?: object }).shape ?? {}),
  );
}
