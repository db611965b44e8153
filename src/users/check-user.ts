import type { UserFactory } from '../domain/authoring/config.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import type { ScriptLine, UserDefinition, UserPart } from '../domain/authoring/user-definition.ts';
import { pathTo, unknownName } from './author-problems.ts';
import { checkScript } from './check-script.ts';
import type { UserFacts } from './facts.ts';
import { checkMachine } from './machine/check-machine.ts';
import { checkPersonaPart, type PersonaSurroundings } from './persona/check-persona-part.ts';

export type UserShape =
  | { shape: 'script'; lines: readonly ScriptLine[] }
  | { shape: 'part'; part: UserPart }
  | { shape: 'chain'; parts: readonly UserPart[] };

/** Which of its forms a user definition has. */
export function shapeOf(definition: UserDefinition): UserShape {
  if (!Array.isArray(definition)) return { shape: 'part', part: definition as UserPart };
  const isChain = definition.some((item) => typeof item === 'object' && !('say' in item));
  return isChain
    ? { shape: 'chain', parts: definition as readonly UserPart[] }
    : { shape: 'script', lines: definition as readonly ScriptLine[] };
}

export type CheckUserOptions = PersonaSurroundings & {
  facts?: UserFacts;
  /** Names that `machine: name` may use; unchecked when absent. */
  machines?: Readonly<Record<string, UserFactory>> | undefined;
  minTurns?: number;
  path?: string;
};

/** Every mistake in a user definition, with paths below `path` (`user`). */
export function checkUser(definition: UserDefinition, options: CheckUserOptions = {}): Problem[] {
  const { facts = {}, minTurns = 0, path = 'user' } = options;
  const user = shapeOf(definition);
  if (user.shape === 'script') return checkScript(user.lines, { facts, minTurns, path });
  if (user.shape === 'part') return checkPart(user.part, { ...options, path });
  return user.parts.flatMap((part, index) => checkPart(part, { ...options, minTurns: 0, path: pathTo(path, index) }));
}

function checkPart(part: UserPart, options: CheckUserOptions): Problem[] {
  const { facts = {}, machines, minTurns = 0, path = '' } = options;
  if ('script' in part) return checkScript(part.script, { facts, minTurns, path: pathTo(path, 'script') });
  if ('persona' in part) return checkPersonaPart(part.persona, { ...options, facts, path: pathTo(path, 'persona') });
  const place = pathTo(path, 'machine');
  if (typeof part.machine !== 'string') return checkMachine(part.machine, { facts, path: place });
  if (machines === undefined || Object.hasOwn(machines, part.machine)) return [];
  return [unknownName('unknown-machine', place, { what: 'machine', name: part.machine, known: Object.keys(machines) })];
}
