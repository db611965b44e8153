import { callsOfMessages } from '../../../src/scorers/trajectory/calls-of-messages.ts';
import { compareCalls } from '../../../src/scorers/trajectory/compare-calls.ts';
import type { ExpectedCall } from '../../../src/scorers/trajectory/specification/expected-call.ts';
import { type Message, MODE, measurePairs } from './pairs.ts';

const rules = {
  strict: { order: 'exact', match: 'exact' },
  unordered: { order: 'any', extra: 'forbid', match: 'exact' },
  superset: { order: 'any', extra: 'allow', match: 'exact' },
} as const;
const rule = rules[MODE];

/** Both sides are parsed, a specification is read for each pair, and all figures are counted. */
measurePairs('compareCalls', ({ outputs, reference }) => {
  return compareCalls({ calls: wantedOf(reference), ...rule }, callsOfMessages(outputs)).passed;
});

function wantedOf(reference: readonly Message[]): ExpectedCall[] {
  return callsOfMessages(reference).map(({ name, arguments: given }) => ({
    tool: name,
    arguments: given as object as { [name: string]: string },
    outcome: 'ok',
  }));
}
