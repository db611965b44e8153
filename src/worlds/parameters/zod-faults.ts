import { z } from 'zod';
import type { ArgumentFault } from '../../domain/json-schema/argument-fault.ts';
import type { ValuePath } from '../../domain/json-schema/schema-node.ts';

type Issue = z.core.$ZodIssue;

/** What zod found wrong, in our words. An author's own message is kept; zod's standard ones are not, the schema says more. */
export function faultsOfIssues(issues: readonly Issue[], value: unknown): readonly ArgumentFault[] {
  return issues.flatMap((issue) => faultsOf(issue, [], value));
}

function faultsOf(issue: Issue, before: ValuePath, value: unknown): readonly ArgumentFault[] {
  const path = [...before, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], kind: 'unknown' }));
  if (issue.code === 'invalid_key') return [{ path, kind: 'unknown' }];
  if (isAbsent(value, path)) return [{ path, kind: 'missing' }];
  const message = ownMessage(issue);
  if (message !== undefined) return [{ path, kind: 'wrong', message }];
  if (issue.code === 'invalid_union') return faultsOfUnion(issue.errors, path, value);
  return [{ path, kind: 'wrong' }];
}

/** A branch whose faults all lie deeper is the one that was meant. */
function faultsOfUnion(
  branches: readonly (readonly Issue[])[],
  path: ValuePath,
  value: unknown,
): readonly ArgumentFault[] {
  const deeper = branches.filter((issues) => issues.length > 0 && issues.every((issue) => issue.path.length > 0));
  const [nearest] = deeper.toSorted((a, b) => a.length - b.length);
  return nearest?.flatMap((issue) => faultsOf(issue, path, value)) ?? [{ path, kind: 'wrong' }];
}

/** The author's words; undefined when there are none. */
function ownMessage(issue: Issue): string | undefined {
  if (issue.code === 'custom') return issue.message === 'Invalid input' ? 'this value is not accepted' : issue.message;
  const { message, ...raw } = issue;
  const standard = z.config().localeError?.({ ...raw, input: undefined } as z.core.$ZodRawIssue);
  const standardText = typeof standard === 'string' ? standard : standard?.message;
  // A type error names what was received, which an issue does not carry: two standard texts then share only the beginning.
  const isStandard = message === standardText || message.startsWith('Invalid ') || message === '';
  return isStandard ? undefined : message;
}

function isAbsent(value: unknown, path: ValuePath): boolean {
  if (path.length === 0) return false;
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return true;
    current = (current as Record<string | number, unknown>)[part];
  }
  return false;
}
