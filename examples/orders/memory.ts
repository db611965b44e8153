import type { Request } from './understand.ts';

/** What the desk keeps in mind of one conversation. */
export type Memory = {
  /** The e-mail address that the user gave. */
  email: string | undefined;
  /** Order numbers that came up, the latest last. */
  mentioned: string[];
  /** The lines of the last list that was told, in order. */
  listed: { order_id: string; name: string }[];
  /** What the user wants while something for it is missing. */
  pending: Request | undefined;
  /** What was asked for last, for "and the other one?". */
  last: Request | undefined;
  language: 'en' | 'zh';
};

export function emptyMemory(language: 'en' | 'zh'): Memory {
  return { email: undefined, mentioned: [], listed: [], pending: undefined, last: undefined, language };
}

/** Notes that the talk is now about this order. */
export function mention(memory: Memory, orderId: string): void {
  memory.mentioned = [...memory.mentioned.filter((id) => id !== orderId), orderId];
}

/** The order that the talk is about. */
export function currentOrder(memory: Memory): string | undefined {
  return memory.mentioned.at(-1);
}

/** "The other one": of two orders, the one that the talk is not about; undefined when it is not clear. */
export function otherOrder(memory: Memory): string | undefined {
  const listed = memory.listed.map(({ order_id }) => order_id);
  if (listed.length === 2) return listed.find((id) => id !== currentOrder(memory));
  return memory.mentioned.at(-2);
}
