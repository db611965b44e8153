import { z } from 'zod';
import type { Problem } from '../../domain/authoring/problem.ts';
import { Expectation, Gate } from '../../domain/authoring/scenario.ts';
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
  scorers: z.array(objectWith('scorer', ['type', 'summary'], ['create'])).optional(),
  reporters: z.array(objectWith('reporter', ['name'], [])).optional(),
  scenarios: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  personas: z.string().min(1).optional(),
  expect: z.array(Expectation).optional(),
  gate: Gate.optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  secrets: z.array(z.string().min(1)).optional(),
});

/** What is wrong with the value that a config module exports. */
export function checkConfig(value: unknown, places: SourcePlaces): readonly Problem[] {
  return explainMistakes(ConfigFile, value, { places });
}
