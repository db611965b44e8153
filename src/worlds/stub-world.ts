import type { z } from 'zod';
import type { Problem } from '../domain/authoring/problem.ts';
import { type StubAnswer, type ToolStub, WorldDefinition } from '../domain/authoring/tool-stub.ts';
import type { World } from '../domain/contracts/world.ts';
import { UsageError } from '../domain/errors.ts';
import { quote } from '../domain/json-schema/describe-schema.ts';
import { fromJsonValue } from '../domain/values/from-json-value.ts';
import { isObject } from '../domain/values/json-shape.ts';
import { type JsonObject, type JsonValue, toJsonValue } from '../domain/values/json-value.ts';
import { checkWorldDefinition } from './check-world-definition.ts';
import { defineTool, type Tool } from './define-tool.ts';
import { defineWorld } from './define-world.ts';
import { fillPointer, fillValue } from './stub/fill-value.ts';
import { matchesPartial } from './stub/match-partial.ts';
import { setAtPointer } from './stub/set-at-pointer.ts';
import { parameterNames, parametersOfStub } from './stub/stub-parameters.ts';

/**
 * A world written as data. A call gets the first answer whose `when` its arguments hold; a write's `set` then changes the
 * state. A call that no answer fits is told so as a failure of the tool. The scenario's `given` is laid over the first
 * level of `state`. Keys with a default may be left out, as in a file. Throws UsageError with all mistakes of the
 * definition.
 */
export function stubWorld(written: z.input<typeof WorldDefinition>, name: string): World {
  const parsed = WorldDefinition.safeParse(written);
  if (!parsed.success) return refuse(name, parsed.error.issues.map(problemOf));
  const definition = parsed.data;
  const mistakes = checkWorldDefinition(definition).filter(({ severity }) => severity === 'error');
  if (mistakes.length > 0) return refuse(name, mistakes);
  return defineWorld({
    name,
    state: ({ given }) => firstState(definition.state, given),
    tools: definition.tools.map(toolOfStub),
  });
}

function refuse(name: string, mistakes: readonly Problem[]): never {
  const list = mistakes.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw new UsageError(`the world \`${name}\` cannot be used: ${list}`, mistakes);
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  return { severity: 'error', code: 'invalid-world', path: placeText(issue.path), message: issueText(issue) };
}

/** Where a value may have one of several shapes, what is wrong with it as each of them. */
function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  const shapes = issue.errors.map((issues) => issues.map(shapeText).join(', '));
  return `fits none of its shapes: ${[...new Set(shapes)].join(' · or: ')}`;
}

function shapeText(issue: z.core.$ZodIssue): string {
  const place = placeText(issue.path);
  return place === '' ? issueText(issue) : `${place}: ${issueText(issue)}`;
}

function placeText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

type StubState = Record<string, unknown>;

function firstState(state: JsonObject, given: JsonValue): StubState {
  const own = isObject(given) ? given : {};
  return fromJsonValue({ ...state, ...own }) as StubState;
}

function toolOfStub({ name, description, effect, parameters, requires, answers }: ToolStub): Tool<StubState> {
  const absent: JsonObject = Object.fromEntries(parameterNames(parameters).map((parameter) => [parameter, null]));
  return defineTool<JsonObject, StubState>({
    name,
    description,
    effect,
    parameters: parametersOfStub(parameters),
    requires,
    run: (received, { state, fail }) => {
      const given = toJsonValue(received).value as JsonObject;
      const answer = answers.find(({ when }) => when === undefined || matchesPartial(when, given));
      if (answer === undefined) return fail(`\`${name}\` has no answer for ${quote(given)}`);
      const values = { ...absent, ...given };
      if ('error' in answer) return fail(textOf(fillValue(answer.error, values)));
      change(state, answer, values);
      return fromJsonValue(fillValue(answer.result, values));
    },
  });
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : quote(value);
}

function change(state: StubState, { set = {} }: Extract<StubAnswer, { result: JsonValue }>, given: JsonObject): void {
  for (const [pointer, value] of Object.entries(set)) {
    setAtPointer(state, fillPointer(pointer, given), fromJsonValue(fillValue(value, given)));
  }
}
