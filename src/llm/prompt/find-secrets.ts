import type { ChatMessage, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { redacted, secretFinder } from '../../domain/values/secret-finder.ts';

/** A secret in a prompt; never the secret itself. */
export type FoundSecret = {
  /** Which text holds it: `messages[2].content`, `messages[3].toolCalls[0].rawArguments`, `tools[1]`. */
  readonly where: string;
  /** Its position in that text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What stands around it, with `[redacted]` in its place. */
  readonly excerpt: string;
};

/** Shorter ones would be found in texts that hold no secret. */
const MIN_LENGTH = 6;
/** Characters shown on each side. */
const AROUND = 30;

/**
 * Everything in a request that looks like a key, a token or a password of an address, the given secrets in any of their
 * encodings, and what the given patterns match. Empty for a clean prompt. Throws `RangeError` for a given secret of less
 * than six characters, which could not be told from other text.
 */
export function findSecrets(
  { messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>,
  { secrets = [], patterns = [] }: { secrets?: readonly string[]; patterns?: readonly RegExp[] } = {},
): readonly FoundSecret[] {
  const short = secrets.findIndex((secret) => secret.trim().length < MIN_LENGTH);
  if (short >= 0) throw new RangeError(`secret ${short + 1} is too short: ${MIN_LENGTH} characters are needed`);
  const { find, redact } = secretFinder(secrets, patterns);
  const texts = [
    ...messages.flatMap((message, index) => textsOf(message, `messages[${index}]`)),
    ...tools.map((tool, index) => [`tools[${index}]`, JSON.stringify(tool)] as const),
  ];
  return texts.flatMap(([where, text]) =>
    find(text).map(({ start, end }) => {
      // Cut after redaction: half of a neighbour would no longer be recognised.
      const before = redact(text.slice(0, start)).slice(-AROUND);
      const after = redact(text.slice(end)).slice(0, AROUND);
      return { where, start, end, excerpt: `${before}${redacted}${after}` };
    }),
  );
}

function textsOf(message: ChatMessage, where: string): (readonly [where: string, text: string])[] {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    [`${where}.content`, message.content],
    ...calls.map((call, index) => [`${where}.toolCalls[${index}].rawArguments`, call.rawArguments] as const),
  ];
}
