import type { ChatMessage } from '../../../src/domain/contracts/chat-model.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { type ArgumentProvenance, argumentProvenance } from '../../../src/scorers/provenance/argument-provenance.ts';

export const NOW = '2030-05-15T10:00:00Z';
type Options = { now?: string | undefined; policy?: string; key?: string; schema?: JsonValue };

export const says = (content: string): ChatMessage => ({ role: 'user', content });
export const proposes = (content: string): ChatMessage => ({ role: 'assistant', content });
export const gives = (result: unknown, { isError = false }: { isError?: boolean } = {}): ChatMessage => ({
  role: 'tool',
  toolCallId: 'c0',
  name: 'look_up',
  content: typeof result === 'string' ? result : JSON.stringify(result),
  isError,
});

/** What is said of one argument after these messages; a text is the user's only message. */
export function provenanceOf(
  said: string | readonly ChatMessage[],
  value: JsonValue,
  options: Options = {},
): ArgumentProvenance {
  const { policy, key = 'value', schema } = options;
  const now = 'now' in options ? options.now : NOW;
  const tools =
    schema === undefined
      ? []
      : [{ name: 'act', description: '', parameters: { type: 'object', properties: { [key]: schema } } }];
  const [first] = argumentProvenance({
    messages: typeof said === 'string' ? [says(said)] : said,
    call: { name: 'act', arguments: { [key]: value } },
    tools,
    policy: policy === undefined ? [] : [policy],
    now,
  });
  if (first === undefined) throw new Error('no value was judged');
  return first;
}

/** The same in a word or two: `grounded user`, `weak derived`, `ungrounded nowhere`. */
export function briefly(said: string | readonly ChatMessage[], value: JsonValue, options: Options = {}): string {
  const { verdict, why, origins } = provenanceOf(said, value, options);
  return [verdict, verdict === 'grounded' ? origins[0]?.kind : why].filter(Boolean).join(' ');
}
