import { isObject } from '../../../src/domain/values/json-shape.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import type { MatchOptions } from '../../../src/scorers/trajectory/arguments/match-options.ts';
import type { WantedWrite } from '../../../src/scorers/trajectory/equivalence/equivalent-writes.ts';
import type { ExpectedAction } from './simulation.ts';

/** What the tools themselves read as the same. */
export const sameToTools: MatchOptions = { coerce: true, nullIsAbsent: true };

/** The reference writes that changed something when they were replayed. */
export function effectiveActions(actions: readonly ExpectedAction[]): ExpectedAction[] {
  return actions.filter(({ kind, effect }) => kind === 'write' && (effect === undefined || effect === null));
}

export function wantedWrite({ name, arguments: given }: ExpectedAction): WantedWrite {
  return { tool: name, arguments: given };
}

export function callText(name: string, given: JsonValue | undefined): string {
  return `${name}(${isObject(given) ? JSON.stringify(given).slice(1, -1) : ''})`;
}
