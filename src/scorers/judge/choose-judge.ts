import type { ChatModel } from '../../domain/contracts/chat-model.ts';

/**
 * The model that judges: the one of this name, else `judge`, else `default`, else the only one there is. Undefined when
 * the project has none of that name, or several and none of those.
 */
export function chooseJudge(
  models: Readonly<Record<string, ChatModel>>,
  name?: string,
): { name: string; model: ChatModel } | undefined {
  const names = Object.keys(models);
  const wanted = name ?? ['judge', 'default'].find((usual) => names.includes(usual)) ?? onlyOf(names);
  const model = wanted !== undefined && Object.hasOwn(models, wanted) ? models[wanted] : undefined;
  return wanted === undefined || model === undefined ? undefined : { name: wanted, model };
}

function onlyOf(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}
