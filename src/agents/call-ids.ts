import type { ModelToolCall } from '../domain/contracts/chat-model.ts';

/**
 * Gives the calls of one message ids that tell them apart: the model's own, where it gave one and no call before has it.
 * `changed` lists what had to be replaced, in words.
 */
export function distinctIds(
  calls: readonly ModelToolCall[],
  { turn, step }: { turn: number; step: number },
): { calls: readonly ModelToolCall[]; changed: readonly string[] } {
  const used = new Set<string>();
  const changed: string[] = [];
  const renamed = calls.map((call, index) => {
    let { id } = call;
    if (id === '' || used.has(id)) {
      const base = `call_${turn}_${step}_${index}`;
      changed.push(
        id === ''
          ? `call ${index} of \`${call.name}\` came without an id: \`${base}\` was used`
          : `the id \`${id}\` came twice: \`${base}\` was used for call ${index} of \`${call.name}\``,
      );
      id = base;
      while (used.has(id) || calls.some((other) => other.id === id)) id += '_';
    }
    used.add(id);
    return Object.freeze({ ...call, id });
  });
  return { calls: Object.freeze(renamed), changed };
}
