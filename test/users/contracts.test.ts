import { assign, setup } from 'xstate';
import { functionModel } from '../../src/llm/function-model.ts';
import { chainUser } from '../../src/users/chain-user.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { simulatedUserContract } from '../contracts/simulated-user.ts';
import { patientMachine } from './machine/machines.ts';
import { patientModel, personaOf } from './persona/persona-talk.ts';

simulatedUserContract('a scripted user', () =>
  scriptedUser(['Where is {{order}}?', 'And when will it arrive?', 'Thanks.\nEND'], { facts: { order: 'A-1001' } }),
);

simulatedUserContract('a machine user', () =>
  machineUser(patientMachine(), { facts: { order: 'A-1001', price: '49.90' } }),
);

simulatedUserContract('an XState user', () =>
  machineUser(
    setup({
      types: { context: {} as { asked: number; since: Map<string, number> }, events: {} as { type: 'REPLY' } },
      guards: { isPatient: ({ context }) => context.asked < 3 },
    }).createMachine({
      context: () => ({ asked: 0, since: new Map([['start', 1]]) }),
      initial: 'ask',
      states: {
        ask: {
          meta: { say: ['Where is it?', 'Well, where is it?'] },
          entry: assign({ asked: ({ context }) => context.asked + 1 }),
          on: { REPLY: [{ guard: 'isPatient', target: 'ask', reenter: true }, { target: 'enough' }] },
        },
        enough: { type: 'final', meta: { say: 'Enough.', end: 'gave_up' } },
      },
    }),
  ),
);

simulatedUserContract('a chain', () =>
  chainUser([
    scriptedUser(['Hello.']),
    machineUser(patientMachine(), { facts: { order: 'A-1', price: '5' } }),
    scriptedUser(['Bye.']),
  ]),
);

simulatedUserContract('a persona user', () => personaOf(patientModel()));

simulatedUserContract('a persona user who loses patience', () =>
  personaOf(
    functionModel(({ turn }) => `Then what about point number ${turn}?`),
    { persona: { id: 'a', name: 'A', description: 'Waits for nobody.', patience: 2 } },
  ),
);

simulatedUserContract('a chain that ends with a persona', () =>
  chainUser([scriptedUser(['Hello there.']), personaOf(patientModel()), scriptedUser(['Bye.'])]),
);
