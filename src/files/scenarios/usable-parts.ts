import type { z } from 'zod';
import type { Scenario } from '../../domain/authoring/scenario.ts';

/** What is left of a scenario without its broken parts, and the names of those. */
export type UsableParts = { scenario: Scenario; broken: ReadonlySet<string> };

/** Stand in for parts that a scenario must have; nothing that they would say is told to anybody. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
  id: 'unread',
  title: 'unread',
  user: ['unread'],
  expect: [{ type: 'unread' }],
};

/**
 * What of a scenario can be read although other parts of it are wrong, so that one look tells all its mistakes. A part with
 * any mistake in it is left out as a whole. Undefined when nothing is left.
 */
export function usableParts(schema: z.ZodType<Scenario>, value: unknown): UsableParts | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const parts: Record<string, unknown> = { ...value };
  const broken = new Set<string>();
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    const names =
      issue.path.length > 0 ? [String(issue.path[0])] : issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const name of names) broken.add(name);
  }
  for (const name of broken) delete parts[name];
  // A table stands in the place of a user.
  const { user, ...others } = PLACEHOLDERS;
  const read = schema.safeParse({ ...others, ...(Object.hasOwn(parts, 'routing') ? {} : { user }), ...parts });
  return read.success ? { scenario: read.data, broken } : undefined;
}
