type Fields = { readonly role?: unknown; readonly type?: unknown };

/** Who a chat message is from: its `role`, or the `type` of a message of LangChain. */
export function roleOf(message: Fields): string | undefined {
  // Messages of LangChain say what they are with a method.
  for (const method of ['getType', '_getType']) {
    const read: unknown = Reflect.get(message, method);
    if (typeof read !== 'function') continue;
    const type: unknown = Reflect.apply(read, message, []);
    if (typeof type === 'string') return type;
  }
  const said = message.role ?? message.type;
  return typeof said === 'string' ? said : undefined;
}

/** Whether a chat message is the user's, which begins a turn. */
export function isOfUser(message: Fields): boolean {
  const role = typeof message.role === 'string' ? message.role : roleOf(message);
  return role === 'user' || role === 'human';
}
