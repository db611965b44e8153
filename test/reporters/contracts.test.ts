import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { FileFormat } from '../../src/domain/contracts/reporter.ts';
import { annotationsReport } from '../../src/reporters/files/annotations-report.ts';
import { csvReport } from '../../src/reporters/files/csv-report.ts';
import { junitReport } from '../../src/reporters/files/junit-report.ts';
import { markdownReport } from '../../src/reporters/files/markdown-report.ts';
import { groundingTable } from '../../src/reporters/grounding-table.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { combineReporters } from '../../src/reporters/multiplexer.ts';
import { terminalReporter } from '../../src/reporters/terminal-reporter.ts';
import { fileFormatContract, reporterContract } from '../contracts/reporter.ts';
import { readWithSaxes, readWithXmldom } from './files/read-xml.ts';

const looks = { columns: 80, colors: false };

reporterContract('a terminal', (sink) => terminalReporter({ ...sink, ...looks, isTty: true }));
reporterContract('a terminal with colours', (sink) =>
  terminalReporter({ ...sink, columns: 30, colors: true, isTty: true }),
);
reporterContract('a log', (sink) => terminalReporter({ ...sink, ...looks, isTty: false, verbosity: 'verbose' }));
reporterContract('a quiet log', (sink) => terminalReporter({ ...sink, ...looks, isTty: false, verbosity: 'quiet' }));
reporterContract('several reporters', (sink) => ({
  ...combineReporters([terminalReporter({ ...sink, ...looks, isTty: false })], (problem) => {
    throw new Error(problem.replace(/^.*: /, ''));
  }),
  name: 'several',
}));

fileFormatContract('json', jsonReporter, (text) => void JSON.parse(text));
fileFormatContract('the grounding table', groundingTable, (text) => expect(text.endsWith('\n')).toBe(true));
fileFormatContract('JUnit', junitReport, (text) => expect(readWithXmldom(text)).toEqual(readWithSaxes(text)));
fileFormatContract(
  'CSV',
  () => withoutReturns(csvReport()),
  (text) => expect(parse(text).length).toBeGreaterThan(0),
);
fileFormatContract('Markdown', markdownReport, (text) => expect(text.length).toBeLessThan(65_536));
fileFormatContract('annotations', annotationsReport, (text) => expect(text).toMatch(/^(?:::(?:error|warning) .*\n)*$/));

/** The ends of lines that its standard asks for are no text that somebody said. */
function withoutReturns(format: FileFormat): FileFormat {
  return {
    ...format,
    async *write(run, sessions) {
      for await (const piece of format.write(run, sessions)) yield piece.replaceAll('\r\n', '\n');
    },
  };
}
