import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readProject } from '../../src/cli/open-project.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import { tierOf } from '../../src/domain/authoring/tier.ts';

const project = await readProject({ cwd: fileURLToPath(new URL('../../', import.meta.url)), wanted: [] });

test('the shipped files have no mistake', () => {
  expect(project.problems.map(formatProblem)).toEqual([]);
});

test('there are personas and scenarios enough, at both desks, scripted and machine driven', () => {
  const { scenarios, personas } = project;
  const count = (tag: string): number => scenarios.filter(({ scenario }) => scenario.tags.includes(tag)).length;
  expect(personas.length).toBeGreaterThanOrEqual(10);
  expect(scenarios.length).toBeGreaterThanOrEqual(18);
  expect(count('orders') + count('hr')).toBe(scenarios.length);
  expect(count('scripted') + count('machine') + count('live')).toBe(scenarios.length);
  expect(scenarios.filter(({ scenario }) => tierOf(scenario) === 'live')).toHaveLength(count('live'));
  expect(count('live')).toBeGreaterThanOrEqual(3);
  expect(count('machine')).toBeGreaterThanOrEqual(6);
  expect(count('hr')).toBeGreaterThanOrEqual(6);
});

test('every persona is at work in some scenario, and every scenario has one', () => {
  const atWork = new Set(project.scenarios.map(({ persona }) => persona?.id));
  const files = readdirSync(new URL('../../personas/', import.meta.url)).map((file) => file.replace('.yaml', ''));
  expect([...atWork].sort()).toEqual(files.sort());
});

test('every scenario with a talk asks what was called, what the world became and what was said', () => {
  for (const { scenario } of project.scenarios.filter((one) => one.scenario.routing === undefined)) {
    const types = new Set(scenario.expect.map(({ type }) => type));
    expect([scenario.id, types.has('calls'), types.has('end-state'), types.has('said')]).toEqual([
      scenario.id,
      true,
      true,
      true,
    ]);
  }
});
