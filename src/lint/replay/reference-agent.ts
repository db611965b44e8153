import type { ReferenceStep } from '../../domain/authoring/reference-solution.ts';
import type { Agent } from '../../domain/contracts/agent.ts';
import type { SimulatedUser, UserTrace } from '../../domain/contracts/simulated-user.ts';
import { plainJson } from '../../domain/values/plain-json.ts';

/** A step with the turn in which it is carried out. */
export type TimedStep = ReferenceStep & { turn: number };

/** Makes these calls and says nothing: the calls of each message in one step, each message in its turn. */
export function referenceAgent(steps: readonly TimedStep[]): Agent {
  return {
    name: 'reference',
    adapter: 'function',
    toolCallsVisible: true,
    fixed: ['model'],
    open: ({ tools }) => ({
      async *reply({ turn }) {
        const own = steps.filter((step) => step.turn === turn);
        for (const message of new Set(own.map((step) => step.message))) {
          yield { type: 'step_started' };
          const calls = own.filter((step) => step.message === message);
          await Promise.all(
            calls.map(({ tool, arguments: values }) =>
              tools.call({ name: tool, rawArguments: values.status === 'known' ? plainJson(values.value) : '{}' }),
            ),
          );
        }
      },
    }),
  };
}

/** A user who lets so many turns take place. */
export function patientUser(turns: number): SimulatedUser {
  return {
    driver: 'scripted',
    fixed: ['counterparty'],
    open() {
      let said = 0;
      return {
        next() {
          said += 1;
          return said > turns
            ? { kind: 'end', end: { reason: 'user_done' }, trace: TRACE }
            : { kind: 'say', text: `Turn ${said - 1}.`, trace: TRACE };
        },
        snapshot: () => said,
        restore(snapshot) {
          said = Number(snapshot);
        },
      };
    },
  };
}

const TRACE: UserTrace = {
  driver: 'scripted',
  part: 0,
  left: [],
  entered: [],
  transitions: [],
  guards: [],
  captures: [],
  disclosed: [],
};
