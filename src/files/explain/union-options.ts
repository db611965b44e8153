import { z } from 'zod';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { type AnySchema, acceptsKind, isMissing, kindOf, mayBeMissing, partAt, shapeOf } from './schema-shape.ts';

type Issue = z.core.$ZodIssue;
export type OptionChoice = {
  option: AnySchema;
  issues: readonly Issue[];
  /** When several alternatives fit equally well: the key that each of them still needs. Else empty. */
  missing: readonly string[];
};

/** An alternative that wants another kind of value is never what was meant. */
const OTHER_KIND = 100_000;
/** The keys tell alternatives apart; what is wrong below them weighs less, however much it is. */
const UNKNOWN_KEY = 1000;
const MISSPELT_KEY = 400;
/** One entry of a list that is of another kind does not make the list another list. */
const WRONG_ENTRY = 1500;
const MISSING_KEY = 20;
const ANY_MISTAKE = 10;
const MOST_BELOW = 300;

/** The alternative of a union that a wrong value comes nearest to. `options` is not empty. */
export function chooseOption(options: readonly AnySchema[], value: unknown): OptionChoice {
  const tried = options.map((option) => {
    const issues = z.safeParse(option, value).error?.issues ?? [];
    return { option, issues, cost: acceptsKind(option, kindOf(value)) ? costOf(issues, value) : OTHER_KIND };
  });
  const lowest = Math.min(...tried.map(({ cost }) => cost));
  const best = tried.filter(({ cost }) => cost === lowest);
  const [first] = best;
  if (first === undefined) throw new Error('a union has at least one alternative');
  const missing = best.map(({ option }) => missingKey(option, value));
  const isTie = best.length > 1 && missing.every((key) => key !== undefined);
  return {
    option: first.option,
    issues: first.issues,
    missing: isTie ? missing.filter((key) => key !== undefined) : [],
  };
}

function costOf(issues: readonly Issue[], value: unknown): number {
  const missing = issues.filter((issue) => isMissing(value, issue.path)).map((issue) => String(issue.path.at(-1)));
  let cost = 0;
  let below = 0;
  for (const issue of issues) {
    const mistake = costOfIssue(issue, value, missing);
    if (issue.path.length === 0 || (issue.path.length === 1 && isMissing(value, issue.path))) cost += mistake;
    else below += mistake;
  }
  // Entries of a list are what tells one kind of list from another.
  return cost + Math.min(below, Array.isArray(value) ? OTHER_KIND - 1 : MOST_BELOW);
}

function costOfIssue(issue: Issue, value: unknown, missing: readonly string[]): number {
  if (isMissing(value, issue.path)) return MISSING_KEY;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const misspelt = issue.keys.filter((key) => nearestName(key, missing) !== undefined).length;
      return (issue.keys.length - misspelt) * UNKNOWN_KEY + misspelt * MISSPELT_KEY;
    }
    case 'invalid_union':
      return Math.min(WRONG_ENTRY, ...issue.errors.map((errors) => costOf(errors, partAt(value, issue.path))));
    case 'invalid_type':
      return issue.path.length === 0 ? OTHER_KIND : ANY_MISTAKE;
    default:
      return ANY_MISTAKE;
  }
}

function missingKey(option: AnySchema, value: unknown): string | undefined {
  const shape = shapeOf(option) ?? {};
  return Object.keys(shape).find((key) => {
    const schema = shape[key];
    return schema !== undefined && !mayBeMissing(schema) && !Object.hasOwn(Object(value), key);
  });
}
