import { z } from 'zod';

/** Content of a message: a text, or parts of several kinds. */
export const WireContent = z.union(
  [
    z.string(),
    z.array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() })),
  ],
  { error: 'expected a text or a list of parts' },
);
export type WireContent = z.infer<typeof WireContent>;

/** The words of a content, a line for each part; what is no text stands there by its kind: `[image_url]`. */
export function contentText(content: WireContent): string {
  if (typeof content === 'string') return content;
  return content.map(({ type, text, refusal }) => text ?? refusal ?? `[${type}]`).join('\n');
}
