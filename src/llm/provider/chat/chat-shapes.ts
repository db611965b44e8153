import { z } from 'zod';

// Providers differ in what they leave out, so a field that reads otherwise counts as left out; only the frame has to be
// there.
const Words = z.string().nullish().catch(undefined);

/** Words, or a list of parts of which some are words. */
const Content = z
  .union([z.string(), z.array(z.looseObject({ text: Words }))])
  .nullish()
  .catch(undefined);

export const CallShape = z.looseObject({
  index: z.int().nullish().catch(undefined),
  id: Words,
  function: z.looseObject({ name: Words, arguments: z.unknown().optional() }).nullish().catch(undefined),
});
export type CallShape = z.infer<typeof CallShape>;

const Message = z.looseObject({
  content: Content,
  refusal: Words,
  tool_calls: z.array(CallShape).nullish(),
});
export type MessageShape = z.infer<typeof Message>;

/** An answer of Chat Completions. */
export const ChatAnswer = z.looseObject({
  choices: z.tuple([z.looseObject({ message: Message, finish_reason: Words })], z.unknown()),
  usage: z.unknown().optional(),
});

/** An event of its stream. The last one may have no choice and only count tokens. */
export const ChatEvent = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        index: z.int().nullish().catch(undefined),
        delta: Message.partial().nullish(),
        finish_reason: Words,
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
});

/** The words of a content, parts joined. */
export function wordsOf(content: MessageShape['content'] | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}

/** Argument text as it came; some servers send the object itself. */
export function argumentText(given: unknown): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}
