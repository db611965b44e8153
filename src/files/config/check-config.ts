import { z } from 'zod';
import { Budgets, Price } from '../../domain/authoring/budgets.ts';
import { Gate, RunGate } from '../../domain/authoring/gate.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { Expectation } from '../../domain/authoring/scenario.ts';
import { explainMistakes } from '../explain/explain-mistakes.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';

function objectWith(what: string, keys: readonly string[], methods: readonly string[]): z.ZodType<unknown> {
  const names = [...keys.map((key) => `\`${key}\``), ...methods.map((method) => `\`${method}()\``)];
  const needed = names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return z.custom(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      keys.every((key) => typeof Reflect.get(value, key) === 'string') &&
      methods.every((method) => typeof Reflect.get(value, method) === 'function'),
    { error: `this is no ${what}: expected an object with ${needed}` },
  );
}

const functionOf = (what: string) =>
  z.custom((value) => typeof value === 'function', { error: `this is no ${what}: expected a function` });

const ConfigFile = z.strictObject({
  agents: z.record(z.string(), objectWith('agent', ['name', 'adapter'], ['open'])).optional(),
  worlds: z.record(z.string(), objectWith('world', ['name'], ['open'])).optional(),
  machines: z.record(z.string(), functionOf('machine')).optional(),
  models: z.record(z.string(), objectWith('model', ['name'], ['open'])).optional(),
  prices: z.record(z.string(), Price).optional(),
  budgets: Budgets.optional(),
  cassette: z.string().min(1).optional(),
  calibration: z.string().min(1).optional(),
  scorers: z.array(objectWith('scorer', ['type', 'summary'], ['create'])).optional(),
  reporters: z.array(objectWith('reporter', ['name'], [])).optional(),
  scenarios: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  personas: z.string().min(1).optional(),
  expect: z.array(Expectation).optional(),
  gate: Gate.optional(),
  runGate: RunGate.optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  secrets: z.array(z.string().min(1)).optional(),
});

/** What is wrong with the value that a config module exports; `text` is the module's source. */
export function checkConfig(
  value: unknown,
  { places, text }: { places: SourcePlaces; text: string },
): readonly Problem[] {
  const absent = undefinedParts(value, { places, text });
  const isTold = ({ path }: Problem) => absent.some((problem) => problem.path === path);
  return [...absent, ...explainMistakes(ConfigFile, value, { places }).filter((problem) => !isTold(problem))];
}

/** Agents and worlds that were named and are nothing: mostly an export that was forgotten in the module they come from. */
function undefinedParts(value: unknown, { places, text }: { places: SourcePlaces; text: string }): Problem[] {
  return ['agents', 'worlds', 'machines', 'models'].flatMap((part) => {
    const named: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
    if (typeof named !== 'object' || named === null) return [];
    const names = Object.keys(named).filter((name) => Reflect.get(named, name) === undefined);
    return names.map((name): Problem => {
      const path = `${part}.${name}`;
      const asked = exportOf(name, text);
      const message = asked === undefined ? 'is undefined' : `is undefined; ${asked}`;
      return { severity: 'error', code: 'undefined-part', place: places.placeOf(path), path, message };
    });
  });
}

const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*';

/** Asks whether the module that a part of the config is imported from exports it; undefined when it is not imported. */
function exportOf(part: string, text: string): string | undefined {
  const escaped = part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const written = new RegExp(`(?<=[\\s,{])['"]?${escaped}['"]?\\s*:\\s*(${NAME})\\s*[,}\\n]`, 'u').exec(text);
  const local = written?.[1] ?? part;
  for (const found of text.matchAll(/^\s*import\s+(?!type\b)([^'";]*?)\s*from\s*(['"])([^'"]+)\2/gmu)) {
    const [, names = '', , from = ''] = found;
    const [outside = '', inside = ''] = names.split('{');
    if (outside.replace(',', '').trim() === local) return `does \`${from}\` have a default export?`;
    for (const entry of inside.replace('}', '').split(',')) {
      const [original = '', renamed = original] = entry.trim().split(/\s+as\s+/);
      if (renamed === local) return `does \`${from}\` export \`${original}\`?`;
    }
  }
  return undefined;
}
