import type { UserFactory } from '../domain/authoring/config.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import type { ScriptLine, UserDefinition, UserPart } from '../domain/authoring/user-definition.ts';
import { error, pathTo, unknownName } from './author-problems.ts';
import { checkScript } from './check-script.ts';
import type { UserFacts } from './facts.ts';
import { checkMachine } from './machine/check-machine.ts';

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

export type CheckUserOptions = {
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

function checkPart(part: UserPart, { facts = {}, machines, minTurns = 0, path = '' }: CheckUserOptions): Problem[] {
  if ('script' in part) return checkScript(part.script, { facts, minTurns, path: pathTo(path, 'script') });
  if ('persona' in part) return [personaNeedsModel(pathTo(path, 'persona'))];
  const place = pathTo(path, 'machine');
  if (typeof part.machine !== 'string') return checkMachine(part.machine, { facts, path: place });
  if (machines === undefined || Object.hasOwn(machines, part.machine)) return [];
  return [unknownName('unknown-machine', place, { what: 'machine', name: part.machine, known: Object.keys(machines) })];
}

function personaNeedsModel(path: string): Problem {
  const message = 'a persona user needs a model to speak for it, and this version has none to give it';
  return error(
    'persona-needs-model',
    path,
    message,
    'use a script or a machine for now: `user: [ "…" ]` or `user: { machine: … }`',
  );
}
