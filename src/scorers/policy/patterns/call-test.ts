import { compileGlob, isGlob } from '../../../domain/values/glob.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { listText, valueText } from '../../text/value-text.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';
import type { CallMoment, Moment } from '../monitor/moment.ts';
import type { EventPattern } from '../rules/event-pattern.ts';
import type { Binding, Equality } from './bound-values.ts';
import { compileShape, type Shape, type ShapeReader, variableIn } from './compile-shape.ts';
import type { Bound, EventTest } from './event-test.ts';
import { containsValue } from './find-value.ts';

type Contained = { kind: 'variable'; name: string } | { kind: 'value'; value: JsonValue };
type Parts = {
  pattern: EventPattern;
  globs: readonly string[];
  arguments?: Shape | undefined;
  result?: Shape | undefined;
  readArguments?: ShapeReader | undefined;
  readResult?: ShapeReader | undefined;
  collectResult?: ReturnType<Shape['collector']> | undefined;
  contains?: Contained | undefined;
  variables: readonly string[];
  equality: Equality;
};

/** Reads a pattern of calls. Throws `UsageError` for a condition that is written wrongly. */
export function compileCallTest(pattern: EventPattern, equality: Equality): EventTest {
  const { tool = '*', effect, ok, arguments: wanted, result } = pattern;
  const globs = typeof tool === 'string' ? [tool] : tool;
  const contains = readContains(result);
  const shapes = {
    arguments: wanted === undefined ? undefined : compileShape(wanted, equality),
    result: result === undefined || contains !== undefined ? undefined : compileShape(result, equality),
  };
  const named = [...(shapes.arguments?.variables ?? []), ...(shapes.result?.variables ?? [])];
  const variables = [...new Set(named)].toSorted();
  const readArguments = shapes.arguments?.reader(variables);
  const readResult = shapes.result?.reader(variables);
  const collectResult = shapes.result?.collector(variables);
  const parts: Parts = {
    collectResult,
    pattern,
    globs,
    ...shapes,
    readArguments,
    readResult,
    contains,
    variables,
    equality,
  };
  const names = compileNames(globs);
  const fits = (moment: Moment): moment is CallMoment =>
    moment.kind === 'call' && names(moment.name) && (effect === undefined || moment.effect === effect);
  return {
    kind: 'call',
    variables: parts.variables,
    borrowed: contains?.kind === 'variable' ? [contains.name] : [],
    asksOutcome: ok !== undefined || result !== undefined,
    asksEffect: effect !== undefined,
    names,
    match: (moment) => (fits(moment) && hasOutcome(moment, parts) ? bindCall(moment, parts) : undefined),
    matchAttempt: (moment) => (fits(moment) ? bindAttempt(moment, parts) : undefined),
    placeInResult: (variable) =>
      shapes.arguments?.variables.includes(variable) ? undefined : shapes.result?.placeOf(variable),
    missInResult: (moment) => {
      const outcome = moment.kind === 'call' ? moment.result?.outcome : undefined;
      return outcome?.status === 'ok' ? shapes.result?.miss(outcome.content) : undefined;
    },
    missInArguments: (moment) => {
      if (!fits(moment) || globs.includes('*') || shapes.arguments === undefined) return undefined;
      if (moment.arguments === undefined) return 'its arguments are no JSON';
      return shapes.arguments.miss(moment.arguments, 'call');
    },
    trigger: (moment) => (fits(moment) && hasOutcome(moment, parts) ? bindTrigger(moment, parts) : undefined),
    doubt: (moment) => (fits(moment) && hasOutcome(moment, parts) ? doubtOf(moment, parts) : undefined),
    holds: (moment, lookUp) => {
      if (contains?.kind !== 'variable') return true;
      const wanted = lookUp(contains.name);
      const outcome = moment.kind === 'call' ? moment.result?.outcome : undefined;
      return wanted !== undefined && outcome?.status === 'ok' && containsValue(outcome.content, wanted, equality);
    },
    describe: (bound) => describe(parts, bound),
  };
}

/** Most patterns name one tool; what globs say of a name is remembered. */
function compileNames(globs: readonly string[]): (name: string) => boolean {
  const [first] = globs;
  if (first !== undefined && globs.length === 1 && (first === '*' || !isGlob(first))) return compileGlob(first);
  const tests = globs.map(compileGlob);
  const known = new Map<string, boolean>();
  return (name) => {
    const fits = known.get(name) ?? tests.some((test) => test(name));
    known.set(name, fits);
    return fits;
  };
}

function readContains(result: JsonValue | undefined): Contained | undefined {
  if (!isObject(result) || Object.keys(result).length !== 1 || !Object.hasOwn(result, 'contains')) return undefined;
  const value = result.contains as JsonValue;
  const name = variableIn(value);
  return name === undefined ? { kind: 'value', value } : { kind: 'variable', name };
}

function hasOutcome({ outcome, result }: CallMoment, { pattern, contains, equality }: Parts): boolean {
  const { ok } = pattern;
  if (ok !== undefined && outcome !== (ok ? 'ok' : 'error')) return false;
  if (pattern.result === undefined) return true;
  if (result?.outcome.status !== 'ok') return false;
  return contains?.kind !== 'value' || containsValue(result.outcome.content, contains.value, equality);
}

function bindCall(moment: CallMoment, { readArguments, readResult, variables }: Parts): Binding | undefined {
  if (readArguments === undefined && readResult === undefined) return NOTHING;
  const values = new Array<JsonValue | undefined>(variables.length).fill(undefined);
  if (readArguments !== undefined && !readArguments(moment.arguments, values)) return undefined;
  if (readResult === undefined) return values;
  const content = moment.result?.outcome.status === 'ok' ? moment.result.outcome.content : undefined;
  return content !== undefined && readResult(content, values) ? values : undefined;
}

/** The arguments must fit, the result may be any; what it holds is told. */
function bindAttempt(moment: CallMoment, parts: Parts): Binding | undefined {
  const binding = bindCall(moment, { ...parts, readResult: undefined });
  const content = moment.result?.outcome.status === 'ok' ? moment.result.outcome.content : undefined;
  if (binding === undefined || content === undefined || parts.collectResult === undefined) return binding;
  const values =
    parts.readArguments === undefined ? new Array<JsonValue | undefined>(parts.variables.length) : [...binding];
  parts.collectResult(content, values);
  return values;
}

const NOTHING: Binding = [];

function bindTrigger(moment: CallMoment, parts: Parts): Binding | undefined {
  if (moment.arguments !== undefined || parts.readArguments === undefined) return bindCall(moment, parts);
  return bindCall(moment, { ...parts, readArguments: () => true });
}

/** Of arguments and result together: what is plainly not meant leaves no doubt, whatever else cannot be read. */
function doubtOf(moment: CallMoment, parts: Parts): string | undefined {
  const { arguments: wanted, result } = parts;
  if (wanted === undefined && result === undefined) return undefined;
  if (bindCall(moment, parts) !== undefined) return undefined;
  const told = `\`${describeCall(moment)}\``;
  const content = moment.result?.outcome.status === 'ok' ? moment.result.outcome.content : undefined;
  const areRight = bindCall(moment, { ...parts, readResult: undefined }) !== undefined;
  const isResultRight = bindCall(moment, { ...parts, readArguments: undefined }) !== undefined;
  const ofResult = isResultRight || content === undefined ? undefined : result?.doubt(content);
  if (!isResultRight && ofResult === undefined) return undefined;
  if (areRight) return ofResult === undefined ? undefined : `in the result of ${told}, ${ofResult}`;
  if (moment.arguments === undefined) return `the arguments of ${told} are no JSON`;
  const ofArguments = wanted?.doubt(moment.arguments);
  return ofArguments === undefined ? undefined : `of ${told}, ${ofArguments}`;
}

function describe({ pattern, globs, arguments: wanted, result, contains }: Parts, bound: Bound): string {
  const lookUp = (name: string): string => bound?.get(name) ?? `$${name}`;
  const isAny = globs.includes('*');
  const names = isAny ? (pattern.effect === undefined ? 'any call' : `a ${pattern.effect}`) : listText(globs, 'or');
  const values = wanted?.describe(lookUp) ?? '';
  const head = values === '' ? names : isAny ? `${names} with ${values}` : `${names}(${values})`;
  const told = isAny && values === '' ? head : isAny ? head : `\`${head}\``;
  const found =
    contains === undefined
      ? result?.describe(lookUp)
      : contains.kind === 'value'
        ? valueText(contains.value)
        : lookUp(contains.name);
  const ofResult = found === undefined ? '' : ` whose result holds ${found}`;
  if (ofResult !== '') return `${told}${ofResult}`;
  return pattern.ok === undefined ? told : `${told} that ${pattern.ok ? 'succeeded' : 'failed'}`;
}
