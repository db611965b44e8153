import type { UserFactory } from '../domain/authoring/config.ts';
import type { Persona } from '../domain/authoring/persona.ts';
import { pickModel } from '../domain/authoring/pick-model.ts';
import type { PersonaPart, UserDefinition, UserPart } from '../domain/authoring/user-definition.ts';
import type { ChatModel } from '../domain/contracts/chat-model.ts';
import type { SimulatedUser } from '../domain/contracts/simulated-user.ts';
import { UsageError } from '../domain/errors.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { throwProblems } from './author-problems.ts';
import { chainUser } from './chain-user.ts';
import { checkUser, shapeOf } from './check-user.ts';
import { factValues, type UserFacts } from './facts.ts';
import { machineUser } from './machine-user.ts';
import { personaUser } from './persona-user.ts';
import { scriptedUser } from './scripted-user.ts';

export type CreateUserOptions = {
  facts?: UserFacts;
  /** Machines of the config, by name. */
  machines?: Readonly<Record<string, UserFactory>>;
  persona?: Persona;
  /** Models of the config, by name, of which one speaks for the persona. */
  models?: Readonly<Record<string, ChatModel>>;
  /** What the user wants to have reached when the talk ends. */
  goal?: string | undefined;
  /** BCP 47 tag; else the persona's. */
  language?: string | undefined;
  firstSpeaker?: 'user' | 'agent';
  /** Turns before which the user may not end; a script that is shorter is refused. */
  minTurns?: number;
};

/** The user that a scenario defines. Throws UsageError with every mistake found, with paths below `user`. */
export function createUser(definition: UserDefinition, options: CreateUserOptions = {}): SimulatedUser {
  const { facts = {}, machines = {}, models = {}, persona, goal, minTurns = 0 } = options;
  const problems = checkUser(definition, {
    facts,
    machines,
    models: Object.keys(models),
    minTurns,
    scenario: { goal, persona },
  });
  throwProblems(`the simulated user${persona === undefined ? '' : ` for \`${persona.id}\``} cannot be used`, problems);
  const user = shapeOf(definition);
  switch (user.shape) {
    case 'script':
      return scriptedUser(user.lines, { facts, minTurns });
    case 'part':
      return createPart(user.part, options);
    case 'chain':
      // Only the last part ends the talk.
      return chainUser(
        user.parts.map((part, index) =>
          createPart(part, { ...options, minTurns: index === user.parts.length - 1 ? minTurns : 0 }),
        ),
      );
  }
}

function createPart(part: UserPart, options: CreateUserOptions): SimulatedUser {
  const { facts = {}, machines = {} } = options;
  if ('script' in part) return scriptedUser(part.script, { facts });
  if ('persona' in part) return createPersona(part.persona, options);
  if (typeof part.machine !== 'string') return machineUser(part.machine, { facts });
  const factory = Object.hasOwn(machines, part.machine) ? machines[part.machine] : undefined;
  if (factory === undefined) throw new UsageError(`unknown machine \`${part.machine}\``);
  return ownUser(part.machine, () => factory({ facts: factValues(facts) }));
}

function createPersona(
  { model: wanted, realism }: PersonaPart['persona'],
  { models = {}, persona, ...rest }: CreateUserOptions,
): SimulatedUser {
  const model = pickModel(models, { role: 'user', wanted })?.model;
  if (model === undefined || persona === undefined) throw new UsageError('a persona user needs a persona and a model');
  return personaUser({ ...rest, model, persona, realism });
}

/** A machine of the config is the author's code: what it throws, and what it makes of nothing, is the author's mistake. */
function ownUser(name: string, make: () => unknown): SimulatedUser {
  let user: unknown;
  try {
    user = make();
  } catch (cause) {
    if (cause instanceof UsageError) {
      // biome-ignore lint/style/useErrorCause: the mistakes are passed on, each with its path
      throw new UsageError(`the machine \`${name}\` of the config cannot be used`, cause.problems);
    }
    // biome-ignore lint/style/useErrorCause: an author's mistake is told in a sentence, without a stack
    throw new UsageError(`the machine \`${name}\` of the config cannot be made: ${safeErrorText(cause).message}`);
  }
  if (isUser(user)) return user;
  throw new UsageError(
    `the machine \`${name}\` of the config is no simulated user: return what \`machineUser(…)\` gives, or an object with \`driver\`, \`fixed\` and \`open()\``,
  );
}

function isUser(value: unknown): value is SimulatedUser {
  if (typeof value !== 'object' || value === null) return false;
  const { driver, fixed, open } = value as Partial<SimulatedUser>;
  return typeof driver === 'string' && Array.isArray(fixed) && typeof open === 'function';
}
