import { startOf } from '../../domain/transcript/endings.ts';
import { stableHash } from '../../domain/values/hash.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { ReadTranscript } from '../../importers/text/read-transcript.ts';
import type { KnownTool } from '../../scorers/mentions/surroundings.ts';

/** Gathers the tools that conversations list themselves. */
export type ListedTools = {
  add(conversation: ReadTranscript): void;
  /** All of them, and those besides that were called. */
  tools(called: ReadonlySet<string>): readonly KnownTool[];
  /** `all` conversations that can be read list their tools, or `some`, or `none`. */
  share(): 'all' | 'some' | 'none';
};

/** A name that has another schema in every conversation takes any argument. */
const MAX_SCHEMAS = 20;
const MAX_TOOLS = 10_000;

export function listedTools(): ListedTools {
  const schemas = new Map<string, Map<string, JsonValue>>();
  const known = new Set<string>();
  let listing = 0;
  let others = 0;
  const keep = (name: string, parameters: JsonValue): void => {
    const own = schemas.get(name) ?? new Map<string, JsonValue>();
    if (schemas.size < MAX_TOOLS || schemas.has(name)) schemas.set(name, own);
    if (own.size <= MAX_SCHEMAS) own.set(stableHash(JSON.stringify(parameters)), parameters);
  };
  return {
    add(conversation) {
      if (conversation.status === 'refused') return;
      const tools = startOf(conversation.transcript)?.tools ?? 'unknown';
      if (!conversation.listsTools || tools === 'unknown') {
        others += 1;
        return;
      }
      listing += 1;
      // Most logs repeat one list in every line.
      const key = stableHash(JSON.stringify(tools));
      if (known.has(key)) return;
      if (known.size < MAX_TOOLS) known.add(key);
      for (const { name, parameters } of tools) keep(name, parameters);
    },
    tools(called) {
      const listed = [...schemas].map(([name, own]): KnownTool => {
        const [only, ...more] = own.size > MAX_SCHEMAS ? [] : [...own.values()];
        return { name, parameters: more.length === 0 ? (only ?? {}) : { anyOf: [...own.values()] } };
      });
      const unlisted = [...called].filter((name) => !schemas.has(name));
      return [...listed, ...unlisted.map((name) => ({ name, parameters: {} }))];
    },
    share: () => (listing === 0 ? 'none' : others === 0 ? 'all' : 'some'),
  };
}
