import type { Reporter, TestModule } from 'vitest/node';

/** How many tests ended how; a file that could not be collected and an unhandled error are each one failure. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Prints `N passed, N failed, N skipped` alone on a line after Vitest's own summary, for people and for any tool that
 * reads a log.
 */
export function closingLine(write: (text: string) => void = (text) => void process.stdout.write(text)): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const { passed, failed, skipped } = countTests(modules, unhandledErrors.length);
      write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    },
  };
}

function countTests(modules: readonly TestModule[], unhandledErrors: number): TestCounts {
  const counts: TestCounts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // A test that is still pending when the run ends was never judged.
      if (state === 'passed' || state === 'skipped') counts[state] += 1;
      else counts.failed += 1;
    }
  }
  return counts;
}
