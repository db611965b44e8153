import { z } from 'zod';

/** The four qualities of a turn, never averaged into one. */
export const Stage = z.enum(['selection', 'arguments', 'execution', 'generation']);
export type Stage = z.infer<typeof Stage>;

/** What a finding points at. `seq` is the event in the transcript. */
export const Evidence = z.strictObject({
  /**
   * `event` the event as a whole · `text_span` part of its text, `start` to `end` in UTF-16 code units ·
   * `json_pointer` a value of its result · `argument` a value of its arguments · `state` a value of the world ·
   * `criterion` a sentence of the specification, in `quote`.
   */
  kind: z.enum(['event', 'text_span', 'json_pointer', 'argument', 'state', 'criterion']),
  seq: z.int().min(0),
  start: z.int().min(0).optional(),
  end: z.int().min(0).optional(),
  /** JSON Pointer (RFC 6901). */
  pointer: z.string().optional(),
  /** The words or the value pointed at. */
  quote: z.string().optional(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Finding = z.strictObject({
  turn: z.int().min(0),
  stage: Stage,
  /** Stable name of the kind of finding, snake_case. */
  code: z.string(),
  severity: z.enum(['failure', 'warning', 'note']),
  /** One sentence for a person: what happened and what was expected. */
  message: z.string(),
  evidence: z.array(Evidence),
});
export type Finding = z.infer<typeof Finding>;
