/**
 * The model that speaks in a role: the one that was asked for by name, else the one that is called like the role, else
 * `default`, else the only one there is. Undefined when the name is unknown, or nothing says which.
 */
export function pickModel<M>(
  models: Readonly<Record<string, M>>,
  { role, wanted }: { role: 'user' | 'judge'; wanted?: string | undefined },
): { name: string; model: M } | undefined {
  const name = pickModelName(Object.keys(models), { role, wanted });
  const model = name === undefined ? undefined : models[name];
  return name === undefined || model === undefined ? undefined : { name, model };
}

/** As `pickModel`, where only the names are known. */
export function pickModelName(
  names: readonly string[],
  { role, wanted }: { role: 'user' | 'judge'; wanted?: string | undefined },
): string | undefined {
  // Each role's own name is no candidate for the other.
  const others = names.filter((name) => name !== (role === 'user' ? 'judge' : 'user'));
  const only = others.length === 1 ? others : [];
  const candidates = wanted === undefined ? [role, 'default', ...only] : [wanted];
  return candidates.find((candidate) => names.includes(candidate));
}
