import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { type JudgedGroup, judgeGroups } from '../../domain/verdicts/judge-groups.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { seconds, testCase } from './junit/test-case.ts';
import { closeTag, openTag, textElement } from './junit/xml-writer.ts';
import { troubleAround } from './run-groups.ts';
import { sessionStories, type Telling } from './session-story.ts';

/**
 * `--junit`: a suite for each scenario and a test case for each variant, under names that stay the same from run to run. A
 * case is all of its trials: failures are `failure`, or `flakyFailure` in a case that passed all the same, and what was no
 * valid test is `error`, as Maven Surefire writes reruns (surefire-test-report-3.0.xsd).
 */
export function junitReport(telling: Telling = {}): FileFormat {
  return { name: 'junit', write: (run, sessions) => writeSuites(run, { sessions, telling }) };
}

async function* writeSuites(
  run: RunResult,
  { sessions, telling }: { sessions: Parameters<FileFormat['write']>[1]; telling: Telling },
): AsyncIterable<string> {
  const groups = judgeGroups(run);
  const around = troubleAround(run);
  const unplayed = unplayedCases(run.missing, groups);
  const counts = countsOf(groups);
  const all = {
    tests: counts.tests + unplayed.length + (around.length > 0 ? 1 : 0),
    failures: counts.failures,
    errors: counts.errors + (around.length > 0 ? 1 : 0),
    skipped: unplayed.length,
  };
  const stories = sessionStories(sessions, { run, ...telling });
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `${openTag('testsuites', { name: 'rehearsal', ...all, time: (run.durationMs / 1_000).toFixed(3) })}\n`;
  try {
    for (const suite of suitesOf(groups)) yield* writeSuite(suite, { run, tell: stories.tell, telling });
  } finally {
    await stories.close();
  }
  if (around.length + unplayed.length > 0) yield* writeRunItself(run, { around, unplayed });
  yield `${closeTag('testsuites')}\n`;
}

type SuiteContext = { run: RunResult; tell: Parameters<typeof testCase>[1]['tell']; telling: Telling };

async function* writeSuite(groups: readonly JudgedGroup[], { run, tell, telling }: SuiteContext) {
  const [first] = groups;
  const sessions = groups.flatMap((group) => group.sessions);
  yield `  ${openTag('testsuite', {
    name: first?.scenario,
    ...countsOf(groups),
    skipped: 0,
    time: seconds(sessions),
    timestamp: run.startedAt,
    file: first?.sessions[0]?.place?.file,
  })}\n`;
  yield `    ${openTag('properties')}${property('run', run.id)}${property('seed', run.seed)}${closeTag('properties')}\n`;
  for (const group of groups) yield* testCase(group, { tell, telling });
  yield `  ${closeTag('testsuite')}\n`;
}

/** What did not run, and what went wrong around the sessions: a reader of this file alone must not take the run for good. */
function* writeRunItself(
  { startedAt }: RunResult,
  { around, unplayed }: { around: readonly string[]; unplayed: readonly UnplayedCase[] },
): Iterable<string> {
  const errors = around.length > 0 ? 1 : 0;
  yield `  ${openTag('testsuite', {
    name: 'the run itself',
    tests: unplayed.length + errors,
    failures: 0,
    errors,
    skipped: unplayed.length,
    time: '0.000',
    timestamp: startedAt,
  })}\n`;
  if (errors > 0) {
    yield `    ${openTag('testcase', { name: 'the run', classname: 'rehearsal', time: '0.000' })}\n`;
    yield `      ${textElement('error', { message: around[0], type: 'run' }, around.join('\n'))}\n`;
    yield `    ${closeTag('testcase')}\n`;
  }
  for (const { name, classname } of unplayed) {
    yield `    ${openTag('testcase', { name, classname, time: '0.000' })}\n`;
    yield `      ${textElement('skipped', { message: 'it did not run' })}\n`;
    yield `    ${closeTag('testcase')}\n`;
  }
  yield `  ${closeTag('testsuite')}\n`;
}

type UnplayedCase = { name: string; classname: string };

/** Scenarios of which no trial ran, by the names that they would have had. */
function unplayedCases(missing: readonly string[], groups: readonly JudgedGroup[]): readonly UnplayedCase[] {
  const played = new Set(groups.map(({ scenario, variant }) => `${scenario}/${variant}`));
  const paths = new Set(missing.map((path) => path.replace(/\/[^/]*$/, '')));
  return [...paths]
    .filter((path) => !played.has(path))
    .map((path) => {
      const [scenario = path, variant = 'default'] = path.split('/');
      return { name: variant === 'default' ? scenario : `${scenario} (${variant})`, classname: scenario };
    });
}

function suitesOf(groups: readonly JudgedGroup[]): readonly (readonly JudgedGroup[])[] {
  const suites = new Map<string, JudgedGroup[]>();
  for (const group of groups) suites.set(group.scenario, [...(suites.get(group.scenario) ?? []), group]);
  return [...suites.values()];
}

function countsOf(groups: readonly JudgedGroup[]): { tests: number; failures: number; errors: number } {
  const count = (verdict: string): number => groups.filter((group) => group.verdict === verdict).length;
  return { tests: groups.length, failures: count('failed'), errors: count('invalid') };
}

function property(name: string, value: string | number): string {
  return textElement('property', { name, value });
}
