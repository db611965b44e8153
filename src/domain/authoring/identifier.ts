import { z } from 'zod';

const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * A name that is also a file name on every system: lower-case words joined by single hyphens, at most 80 characters,
 * never a device name of Windows. Nothing else can leave the output folder or collide with a neighbour.
 */
export const Identifier = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens, such as `refund-after-lookup`')
  .refine((id) => !RESERVED.test(id), 'is a reserved device name on Windows: choose another');
export type Identifier = z.infer<typeof Identifier>;

/** A name of a tool, a state, a fact or a variable: letters, digits, underscore, hyphen and dot. */
export const Name = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[\p{L}\p{N}_.-]+$/u, 'may hold letters, digits, `_`, `-` and `.` only');
export type Name = z.infer<typeof Name>;
