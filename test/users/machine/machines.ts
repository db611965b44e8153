import { MachineDefinition } from '../../../src/domain/authoring/machine-definition.ts';

/** Asks where an order is, insists twice, and gives up. Uses every kind of guard. */
export function patientMachine(): MachineDefinition {
  return machineOf({
    initial: 'ask',
    states: {
      ask: {
        say: ['Where is {{order}}?', 'Can you find {{order}}?', 'What about {{order}}?'],
        on: [
          { when: { heard: 'arriv(es|ed)|delivered' }, capture: { day: 'on (\\w+)' }, go: 'thank' },
          { when: { denied: 'shipped' }, go: 'complain' },
          { when: { asked: 'address|地址', number: { over: 'price', near: 'total' } }, go: 'complain' },
          { when: { visits: 3 }, go: 'give_up' },
          { go: 'ask' },
        ],
      },
      complain: {
        say: 'That is too late.',
        on: [
          {
            when: {
              any: [{ heardAny: ['sorry', 'refund'] }, { all: [{ heardAll: ['a', 'b'] }, { not: { silent: true } }] }],
            },
            go: 'thank',
          },
          { when: { notice: 'e-mail', turn: 2 }, go: 'thank' },
          { go: 'give_up' },
        ],
      },
      thank: { say: 'Thank you.', end: 'done' },
      give_up: { end: 'gave_up' },
    },
  });
}

export function machineOf(input: MachineDefinition): MachineDefinition {
  return MachineDefinition.parse(input);
}
