import type { ChatModel } from '../../domain/contracts/chat-model.ts';

/**
 * Which of the config's models speaks for a persona: the wanted one; else `user`, else `default`, else the only one.
 * Undefined when there is no such model, or when several could be meant.
 */
export function chooseModelName(names: readonly string[], wanted: string | undefined): string | undefined {
  if (wanted !== undefined) return names.find((name) => name === wanted);
  const usual = ['user', 'default'].find((name) => names.includes(name));
  return usual ?? (names.length === 1 ? names[0] : undefined);
}

export function chooseModel(
  models: Readonly<Record<string, ChatModel>>,
  wanted: string | undefined,
): ChatModel | undefined {
  const name = chooseModelName(Object.keys(models), wanted);
  return name === undefined ? undefined : models[name];
}
