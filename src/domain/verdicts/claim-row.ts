import { z } from 'zod';
import type { JsonValue } from '../values/json-value.ts';
import { Evidence } from './evidence.ts';

/** One statement of an answer as `grounded` scores keep it in their details. */
export const ClaimRow = z.looseObject({
  turn: z.int().min(0),
  /** Event of the answer. */
  seq: z.int().min(0),
  /** Place in the answer, in UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  text: z.string(),
  kind: z.string(),
  verdict: z.enum(['supported', 'contradicted', 'unsupported', 'not_checkable']),
  reason: z.string(),
  /** One sentence for a person. */
  message: z.string(),
  /** Only words are not covered; no value, record or deed is wrong. */
  severity: z.literal('low').optional(),
  evidence: z.array(Evidence),
  /** The derivation that was found or tried. */
  derivation: z.string().optional(),
  /** The value that the evidence has in its place. */
  nearest: z
    .looseObject({ text: z.string(), pointer: z.string(), seq: z.int().min(0), turn: z.int().min(0) })
    .optional(),
  /** An earlier turn got it wrong already. */
  repeats: z.literal(true).optional(),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

/** The rows in the details of a score; none where they hold something else, as scores of other versions may. */
export function claimRowsIn(details: JsonValue | undefined): readonly ClaimRow[] {
  const read = z.array(ClaimRow).safeParse(details);
  return read.success ? read.data : [];
}
