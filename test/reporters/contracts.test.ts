import { expect } from 'vitest';
import { groundingTable } from '../../src/reporters/grounding-table.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { combineReporters } from '../../src/reporters/multiplexer.ts';
import { terminalReporter } from '../../src/reporters/terminal-reporter.ts';
import { fileFormatContract, reporterContract } from '../contracts/reporter.ts';

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
