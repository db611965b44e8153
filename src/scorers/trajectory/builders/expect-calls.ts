import type { CallsSpecificationInput } from '../specification/calls-specification.ts';

/** What every check of a scenario may say besides what it asks. */
type CheckOptions = {
  /** The author's name for the check. */
  id?: string;
  /** A check that is not required is shown and does not decide; true by default. */
  required?: boolean;
};

/** The check `calls`, as the object that a file holds: `expectCalls({ calls: [call('lookup')], order: 'any' })`. */
export function expectCalls(
  specification: CallsSpecificationInput & CheckOptions,
): { type: 'calls' } & CallsSpecificationInput & CheckOptions {
  return { type: 'calls', ...specification };
}

/** The check `no-calls`: nothing may be called, in the whole session or in one turn. */
export function expectNoCalls(
  options: { turn?: number } & CheckOptions = {},
): { type: 'no-calls'; turn?: number } & CheckOptions {
  return { type: 'no-calls', ...options };
}
