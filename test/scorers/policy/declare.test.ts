import { describe, expect, test } from 'vitest';
import { DECLARE } from '../../../scripts/conformance/policy/declare-rule.ts';
import { logTranscript } from '../../../src/scorers/policy/log-transcript.ts';
import { createPolicyMonitor } from '../../../src/scorers/policy/monitor/policy-monitor.ts';
import { compilePolicy } from '../../../src/scorers/policy/rules/compile-policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import { ORACLE, oracle } from './declare-oracle.ts';

function tracesUpTo(length: number): string[][] {
  if (length === 0) return [[]];
  const shorter = tracesUpTo(length - 1);
  const longest = shorter.filter((trace) => trace.length === length - 1);
  return [...shorter, ...longest.flatMap((trace) => ['a', 'b', 'x'].map((name) => [...trace, name]))];
}

const traces = tracesUpTo(5)
  .filter((trace) => trace.length > 0)
  .map((trace) => ({ trace, log: logTranscript(trace.map((tool) => ({ calls: [{ tool }] }))) }));
const counted = new Set(['existence', 'absence', 'exactly']);

describe('the templates of DECLARE', () => {
  test.each(Object.keys(DECLARE))('%s says what its formula says, of every trace up to length 5', (template) => {
    const differing: string[] = [];
    for (const n of counted.has(template) ? [1, 2, 3] : [1]) {
      const { rules } = compilePolicy({ rules: [DECLARE[template]?.('a', 'b', n) as PolicyRule] });
      for (const { trace, log } of traces) {
        const monitor = createPolicyMonitor(rules);
        for (const event of log) monitor.take(event);
        monitor.finish();
        const holds = monitor.outcomes().every(({ status }) => status === 'satisfied');
        if (holds !== oracle(template, { n, trace })) differing.push(`${trace.join('')} n=${n}: ${holds}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test('are all there', () => {
    expect(Object.keys(DECLARE).toSorted()).toEqual(Object.keys(ORACLE).toSorted());
    expect(traces.length).toBe(363);
  });
});
