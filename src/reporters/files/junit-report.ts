import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { type JudgedGroup, judgeGroups } from '../../domain/verdicts/judge-groups.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { seconds, testCase } from './junit/test-case.ts';
import { closeTag, openTag, textElement } from './junit/xml-writer.ts';
import { troubleAround, untoldReasons } from './run-groups.ts';
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
  const counts = countsOf(groups);
  const itself = runItself(run, { groups, isRed: counts.failures + counts.errors > 0 });
  const all = {
    tests: counts.tests + itself.tests,
    failures: counts.failures + itself.failures,
    errors: counts.errors + itself.errors,
    skipped: itself.skipped,
  };
  const stories = sessionStories(sessions, { run, ...telling });
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `${openTag('testsuites', { name: 'rehearsal', ...all, time: (run.durationMs / 1_000).toFixed(3) })}\n`;
  try {
    for (const suite of suitesOf(groups)) yield* writeSuite(suite, { run, tell: stories.tell, telling });
  } finally {
    await stories.close();
  }
  if (itself.tests > 0) yield* writeRunItself(run, itself);
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

/** What the run says besides its scenarios: a reader of this file alone must not take it for good. */
type RunItself = {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  around: readonly string[];
  unplayed: readonly UnplayedCase[];
};

function runItself(run: RunResult, { groups, isRed }: { groups: readonly JudgedGroup[]; isRed: boolean }): RunItself {
  const trouble = troubleAround(run);
  const around = [...trouble, ...untoldReasons(run, isRed)];
  const unplayed = unplayedCases(run.missing, groups);
  // A gate that is proven lost is no question of a valid test.
  const failures = around.length > 0 && trouble.length === 0 && run.gate.status === 'lost' ? 1 : 0;
  const errors = around.length > 0 ? 1 - failures : 0;
  return { tests: unplayed.length + failures + errors, failures, errors, skipped: unplayed.length, around, unplayed };
}

function* writeRunItself({ startedAt }: RunResult, { around, unplayed, ...counts }: RunItself): Iterable<string> {
  yield `  ${openTag('testsuite', { name: 'the run itself', ...counts, time: '0.000', timestamp: startedAt })}\n`;
  if (around.length > 0) {
    const { name, type } = counts.failures > 0 ? { name: 'failure', type: 'gate' } : { name: 'error', type: 'run' };
    yield `    ${openTag('testcase', { name: 'the run', classname: 'rehearsal', time: '0.000' })}\n`;
    yield `      ${textElement(name, { message: around[0], type }, around.join('\n'))}\n`;
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
