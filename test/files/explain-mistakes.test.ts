import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { Persona } from '../../src/domain/authoring/persona.ts';
import { formatProblem, type Problem } from '../../src/domain/authoring/problem.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import { explainMistakes } from '../../src/files/explain/explain-mistakes.ts';
import { readYaml } from '../../src/files/yaml/read-yaml.ts';
import { authorPath, type PathSegment } from '../../src/files/yaml/source-places.ts';
import { fullPersona, fullScenario, fullTable } from './full-scenario.ts';

type Path = readonly PathSegment[];
const documents: readonly (readonly [string, z.ZodType, object])[] = [
  ['scenario', Scenario, fullScenario],
  ['table', Scenario, fullTable],
  ['persona', Persona, fullPersona],
];
/** Below these, keys are the author's own. */
const OPEN =
  /^(given|routing\[\d\]\.arguments|world\.state|world\.tools\[\d\]\.(parameters|answers\[\d\]\.(when|result|set)))\b./;
/** Names of the author's own, right below these. */
const NAMES = /(^facts|^gate\.scores|\.states|\.capture)\.[^.[]+$/;

describe('every key of every file, misspelt', () => {
  test.each(documents)('%s', { timeout: 120_000 }, async (name, schema, full) => {
    const paths = pathsOf(full).filter((path) => typeof path.at(-1) === 'string' && isKnown(path));
    expect(paths.length).toBeGreaterThan(name === 'table' ? 10 : 20);
    for (const path of paths) {
      const key = String(path.at(-1));
      const wrong = `${key}${key.at(-1)}`;
      const text = stringify(replace(partWith(full, path), path, { key: wrong }));
      const problems = await problemsIn(schema, text);
      const whole = authorPath([...path.slice(0, -1), wrong]);
      const told = problems.find(({ code, path: at }) => code === 'unknown-key' && at === whole);
      expect(told, `${whole}\n${problems.map(formatProblem).join('\n')}`).toBeDefined();
      expect(told?.hint, whole).toBe(`did you mean \`${key}\`?`);
      expect(told?.place, whole).toEqual({ file: 'a.yaml', ...placeIn(text, `${wrong}:`) });
      expect(problems.filter(({ code }) => code === 'missing-key').map(formatProblem), whole).toEqual([]);
    }
  });
});

describe('every value of every file, of a wrong kind', () => {
  const wrong = ['zzzzzz', 987_654.5, true, ['zzzzzz'], { zzzzzz: 1 }, null];
  test.each(documents)('%s', { timeout: 120_000 }, async (name, schema, full) => {
    let refused = 0;
    for (const path of pathsOf(full).filter((one) => isKnown(one) || NAMES.test(authorPath(one)))) {
      for (const value of wrong) {
        const changed = replace(partWith(full, path), path, { value });
        if (schema.safeParse(changed).success) continue;
        refused += 1;
        const text = stringify(changed);
        const problems = await problemsIn(schema, text);
        const whole = authorPath(path);
        const told = problems.find(({ path: at }) => at.startsWith(whole) || whole.startsWith(at));
        expect(told, `${whole} = ${JSON.stringify(value)}\n${problems.map(formatProblem).join('\n')}`).toBeDefined();
        for (const { message } of problems) expect(message).not.toMatch(/invalid|undefined|received|\[object/i);
        const marker = /zzzzzz|987654\.5/.exec(text);
        if (marker !== null && told?.path.startsWith(whole)) {
          const { line } = placeIn(text, marker[0]);
          expect(Math.abs((told.place?.line ?? 0) - line), `${whole} = ${JSON.stringify(value)}`).toBeLessThanOrEqual(
            1,
          );
        }
      }
    }
    expect(refused).toBeGreaterThan(name === 'table' ? 50 : 100);
  });
});

test('the full files use every key of their schemas', () => {
  for (const [, schema] of documents) {
    const files = documents.filter(([, other]) => other === schema);
    const used = new Set(files.flatMap(([, , full]) => pathsOf(full).map((path) => path.at(-1))));
    expect(keysOf(schema).filter((key) => !used.has(key))).toEqual([]);
  }
});

describe('messages', () => {
  test('several mistakes of one file', async () => {
    const text = `id: Refund!
titel: Refund
user:
  - scrpt: [ "Hello" ]
limits: { maxTurns: 2.5, maxStep: 3 }
facts: { a b: x, c: { value: x, disclosure: opne } }
tier: liv
now: 2026-01-15T09:00:00
trials: 0
gate: { minPassRate: 80 }
policy: 5
world:
  tools:
    - { name: refund, description: Refunds, answers: [ { when: {} }, { result: 1, error: x } ] }
asert: []
`;
    expect((await problemsIn(Scenario, text)).map(formatProblem).join('\n')).toMatchInlineSnapshot(`
      "a.yaml:5:26: limits.maxStep: unknown key \`maxStep\`
        Known keys: \`maxCalls\`, \`maxCostUsd\`, \`maxEqualCalls\`, \`maxSteps\`, \`maxTokens\`, \`maxTurns\`, \`minTurns\`, \`sessionTimeoutMs\`, \`toolTimeoutMs\`, \`turnTimeoutMs\`.
        Hint: did you mean \`maxSteps\`?
      a.yaml:2:1: titel: unknown key \`titel\`
        Known keys: \`$schema\`, \`agent\`, \`expect\`, \`facts\`, \`faults\`, \`firstSpeaker\`, \`gate\`, \`given\`, \`goal\`, \`id\`, \`language\`, \`limits\`, \`now\`, \`onToolCrash\`, \`persona\`, \`policy\`, \`routing\`, \`tags\`, \`tier\`, \`title\`, \`trials\`, \`user\`, \`world\`.
        Hint: did you mean \`title\`?
      a.yaml:15:1: asert: unknown key \`asert\`
        Known keys: \`$schema\`, \`agent\`, \`expect\`, \`facts\`, \`faults\`, \`firstSpeaker\`, \`gate\`, \`given\`, \`goal\`, \`id\`, \`language\`, \`limits\`, \`now\`, \`onToolCrash\`, \`persona\`, \`policy\`, \`routing\`, \`tags\`, \`tier\`, \`title\`, \`trials\`, \`user\`, \`world\`.
      a.yaml:1:5: id: the text \`"Refund!"\` must be lower-case words joined by hyphens, such as \`refund-after-lookup\`
      a.yaml:6:10: facts.a b: the name \`a b\` may hold letters, digits, \`_\`, \`-\` and \`.\` only
      a.yaml:6:45: facts.c.disclosure: found the text \`"opne"\`, expected \`open\`, \`on_request\` or \`never\`
        Hint: did you mean \`open\`?
      a.yaml:4:5: user[0].scrpt: unknown key \`scrpt\`
        Known keys: \`machine\`, \`persona\`, \`script\`.
        Hint: did you mean \`script\`?
      a.yaml:14:56: world.tools[0].answers[0]: needs \`result\` or \`error\`
      a.yaml:14:70: world.tools[0].answers[1]: \`error\` cannot stand beside \`result\`
      a.yaml:11:9: policy: found the number 5, expected a text or a list
      a.yaml:8:6: now: found the text \`"2026-01-15T09:00:00"\`, expected a date and time with its zone, such as \`2026-01-15T09:00:00Z\`
      a.yaml:5:21: limits.maxTurns: found the number 2.5, expected a whole number from 1 to 10000
      a.yaml:9:9: trials: found the number 0, expected a whole number from 1 to 100000
      a.yaml:10:22: gate.minPassRate: found the number 80, expected a number that is more than 0 and at most 1
      a.yaml:7:7: tier: found the text \`"liv"\`, expected \`scripted\` or \`live\`
        Hint: did you mean \`live\`?"
    `);
  });

  test('a check of a persona that mixes two, has none, or misspells one', async () => {
    const text = `name: P
id: p
description: d
behaviours:
  - { instruction: a, check: { maxWord: 5 } }
  - { instruction: a, check: { maxWords: five } }
  - { instruction: a, check: { maxWords: 1, judge: x } }
  - { instruction: a, check: {} }
  - { instruction: a, check: { register: formall } }
  - { instruction: a }
`;
    expect((await problemsIn(Persona, text)).map(formatProblem).join('\n')).toMatchInlineSnapshot(`
      "a.yaml:5:32: behaviours[0].check.maxWord: unknown key \`maxWord\`
        Known keys: \`changesMindAt\`, \`disclosesOnlyWhenAsked\`, \`judge\`, \`language\`, \`maxWords\`, \`mustMention\`, \`mustNotMention\`, \`pattern\`, \`register\`.
        Hint: did you mean \`maxWords\`?
      a.yaml:6:42: behaviours[1].check.maxWords: found the text \`"five"\`, expected a whole number of at least 1
      a.yaml:7:30: behaviours[2].check: \`judge\` cannot stand beside \`maxWords\`
      a.yaml:8:30: behaviours[3].check: needs \`maxWords\`, \`language\`, \`mustMention\`, \`mustNotMention\`, \`disclosesOnlyWhenAsked\`, \`register\`, \`changesMindAt\`, \`pattern\` or \`judge\`
      a.yaml:9:42: behaviours[4].check.register: found the text \`"formall"\`, expected \`formal\`, \`casual\` or \`rude\`
        Hint: did you mean \`formal\`?
      a.yaml:10:5: behaviours[5]: \`check\` is missing: expected an object with \`maxWords\`, \`language\`, \`mustMention\`, \`mustNotMention\`, \`disclosesOnlyWhenAsked\`, \`register\`, \`changesMindAt\`, \`pattern\` or \`judge\`"
    `);
  });

  test('a scenario in which nobody speaks, or two do, and a table whose rows cannot be told apart', async () => {
    const told = async (text: string): Promise<string> =>
      (await problemsIn(Scenario, text)).map(formatProblem).join('\n');
    expect(await told('id: a\ntitle: a\ntrials: 0')).toMatchInlineSnapshot(`
      "a.yaml:3:9: trials: found the number 0, expected a whole number from 1 to 100000
      a.yaml:1:1: \`user\` is missing: expected a list or an object with \`script\`, \`machine\` or \`persona\`"
    `);
    const both = 'id: a\ntitle: a\nuser: [Hello]\nrouting:\n  - { say: Hello, tool: none }';
    expect(await told(both)).toMatchInlineSnapshot(
      `"a.yaml:5:3: routing: cannot stand beside \`user\`: its rows are what users say"`,
    );
    const rows = [
      '{ say: "Where is A-1?", tool: lookup }',
      '{ say: "where is a-1", tool: none }',
      '{ id: where-is-a-1, say: "And A-2?", tool: none }',
      '{ say: "And A-3?", tool: [lookup, none], arguments: { id: A-3 } }',
      '{ say: "And A-4?" }',
    ];
    const table = `id: a\ntitle: a\nrouting:\n${rows.map((row) => `  - ${row}\n`).join('')}`;
    expect(await told(table)).toMatchInlineSnapshot(`
      "a.yaml:7:57: routing[3].arguments: needs one tool in \`tool\` that it is about
      a.yaml:8:5: routing[4]: \`tool\` is missing: expected a text or a list"
    `);
    const unlike = table.replace('  - { say: "And A-4?" }\n', '');
    expect(await told(unlike)).toMatchInlineSnapshot(`
      "a.yaml:7:57: routing[3].arguments: needs one tool in \`tool\` that it is about
      a.yaml:5:5: routing[1]: this row would be named \`where-is-a-1\`, as \`routing[0]\` is: give one of them an \`id\`
      a.yaml:6:5: routing[2]: the row \`where-is-a-1\` is there already, as \`routing[0]\`"
    `);
  });

  test('the driver of a user that was probably meant says what is wrong', async () => {
    const text = `id: a
title: a
user:
  - script: [ "Hello", 5, { sya: x } ]
  - { machin: m }
  - { script: [ "a" ], machine: b }
  - machine: { initial: a, states: { a: { on: [ { goo: b, when: { herd: x } } ], end: don } } }
`;
    expect((await problemsIn(Scenario, text)).map(formatProblem).join('\n')).toMatchInlineSnapshot(`
      "a.yaml:4:24: user[0].script[1]: found the number 5, expected a text or an object with \`say\`
      a.yaml:4:29: user[0].script[2].sya: unknown key \`sya\`
        Known keys: \`discloses\`, \`say\`.
        Hint: did you mean \`say\`?
      a.yaml:5:7: user[1].machin: unknown key \`machin\`
        Known keys: \`machine\`, \`persona\`, \`script\`.
        Hint: did you mean \`machine\`?
      a.yaml:6:5: user[2]: \`machine\` cannot stand beside \`script\`
      a.yaml:7:67: user[3].machine.states.a.on[0].when.herd: unknown key \`herd\`
        Known keys: \`all\`, \`any\`, \`asked\`, \`captured\`, \`denied\`, \`heard\`, \`heardAll\`, \`heardAny\`, \`not\`, \`notice\`, \`number\`, \`silent\`, \`turn\`, \`visits\`.
        Hint: did you mean \`heard\`?
      a.yaml:7:51: user[3].machine.states.a.on[0].goo: unknown key \`goo\`
        Known keys: \`capture\`, \`go\`, \`when\`.
        Hint: did you mean \`go\`?
      a.yaml:7:87: user[3].machine.states.a.end: found the text \`"don"\`, expected \`done\` or \`gave_up\`
        Hint: did you mean \`done\`?"
    `);
    expect((await problemsIn(Scenario, 'id: a\ntitle: a\nuser: Hello')).map(formatProblem)).toMatchInlineSnapshot(`
      [
        "a.yaml:3:7: user: found the text \`"Hello"\`, expected a list or an object with \`script\`, \`machine\` or \`persona\`",
      ]
    `);
    expect((await problemsIn(Scenario, 'id: a\ntitle:\nuser: {}')).map(formatProblem)).toMatchInlineSnapshot(`
      [
        "a.yaml:2:7: title: found nothing, expected a text",
        "a.yaml:3:7: user: needs \`script\`, \`machine\` or \`persona\`",
      ]
    `);
    expect((await problemsIn(Scenario, '- a')).map(formatProblem)).toMatchInlineSnapshot(`
      [
        "a.yaml:1:1: found a list, expected an object with \`id\`, \`title\`",
      ]
    `);
  });

  test('a value of any length and content is shown short', async () => {
    const problems = await problemsIn(Scenario, `id: a\ntitle: a\nuser: ["x"]\ntier: ${'x'.repeat(100_000)}`);
    expect(problems[0]?.message.length).toBeLessThan(200);
  });
});

async function problemsIn(schema: z.ZodType, text: string): Promise<readonly Problem[]> {
  const { value, places, problems } = await readYaml(text, 'a.yaml');
  expect(problems).toEqual([]);
  return explainMistakes(schema, value, { places });
}

/** What must be there, and the part that a path leads to: short documents keep the test quick. */
function partWith(full: object, path: Path): object {
  const [first] = path;
  const needed = ['id', 'title', 'name', 'description', first];
  const part = Object.fromEntries(Object.entries(full).filter(([key]) => needed.includes(key)));
  if (!('title' in full)) return part;
  return first === 'user' ? { ...part, user: userWith(path) } : { ...part, user: ['Hello'] };
}

/** The full user, with no other conditions than the one that a path leads to. */
function userWith([, ...path]: Path): unknown {
  const at = path.indexOf('when') + 1;
  if (at === 0 || path[at] === undefined) return fullScenario.user;
  return pathsOf(fullScenario.user)
    .filter((other) => other.length === at + 1 && authorPath(other.slice(0, at)) === authorPath(path.slice(0, at)))
    .filter((other) => other[at] !== path[at])
    .reduce<unknown>((user, other) => replace(user, other, { drop: true }), fullScenario.user);
}

function isKnown(path: Path): boolean {
  const whole = authorPath(path);
  return !OPEN.test(`${whole}`) && !NAMES.test(whole) && !/^expect\[0\]\.(text|id|required)/.test(whole);
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const entries: [PathSegment, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(path.length === 0 ? [] : [path]), ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replace(
  value: unknown,
  [segment, ...rest]: Path,
  change: { key?: string; value?: unknown; drop?: true },
): unknown {
  if (segment === undefined) return 'value' in change ? change.value : value;
  if (Array.isArray(value)) return value.map((item, index) => (index === segment ? replace(item, rest, change) : item));
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, inner]) => {
      if (key !== segment) return [[key, inner]];
      if (rest.length === 0 && change.drop) return [];
      return [[rest.length === 0 && change.key !== undefined ? change.key : key, replace(inner, rest, change)]];
    }),
  );
}

function placeIn(text: string, words: string): { line: number; column: number } {
  const before = text.slice(0, text.indexOf(words)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Keys of all object schemas inside a schema. */
function keysOf(schema: unknown, seen = new Set<unknown>()): string[] {
  const { _zod } = Object(schema) as { _zod?: { def: Record<string, unknown> } };
  if (_zod === undefined || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = _zod;
  const inner = [def.innerType, def.in, def.element, def.valueType, ...((def.options as unknown[]) ?? [])];
  if (typeof def.getter === 'function') inner.push((def.getter as () => unknown)());
  const shape = (def.shape ?? {}) as Record<string, unknown>;
  return [...Object.keys(shape), ...[...inner, ...Object.values(shape)].flatMap((part) => keysOf(part, seen))];
}
