import { messagesOf, type RoutingRow, rowName, wantedOf } from './routing.ts';
import type { Expectation, Scenario } from './scenario.ts';

/** What a plan and a result know of a row. */
export type RowHead = {
  id: string;
  /** The message as it is written. */
  say: string;
  wanted: readonly string[];
  /** Place in the table, from 0: for the order in which rows are shown, and nothing else. */
  position: number;
};

/** One row as a scenario of its own. */
export type RowScenario = { row: RowHead; scenario: Scenario };

/** The rows of a scenario's table, in its order; none where it has no table. */
export function rowScenarios(scenario: Scenario): readonly RowScenario[] {
  const { routing = [], ...rest } = scenario;
  return routing.map((row, position) => {
    const messages = messagesOf(row);
    const say = messages.at(-1) ?? '';
    const expect = [...scenario.expect, rowExpectation(row, scenario)];
    return {
      row: { id: rowName(row), say, wanted: wantedOf(row), position },
      scenario: { ...rest, title: say, user: [...messages], expect },
    };
  });
}

/** The check that a row stands for. */
export function rowExpectation(
  row: RoutingRow,
  { expect, firstSpeaker }: Pick<Scenario, 'expect' | 'firstSpeaker'>,
): Expectation {
  const isTaken = expect.some(({ id }) => id === 'routing');
  return {
    type: 'routing',
    ...(isTaken ? {} : { id: 'routing' }),
    required: true,
    tool: row.tool,
    // A greeting of the agent is a turn of its own.
    turn: messagesOf(row).length - 1 + (firstSpeaker === 'agent' ? 1 : 0),
    ...(row.arguments === undefined ? {} : { arguments: row.arguments }),
  };
}

/** The variant of a row's sessions, where `variant` is what the run as a whole overrides: at most 80 characters. */
export function rowVariant(row: string, variant: string): string {
  if (variant === 'default') return row;
  return `${variant.slice(0, 79 - row.length).replace(/-+$/, '')}-${row}`;
}
