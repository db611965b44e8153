import { z } from 'zod';
import { Identifier } from '../../domain/authoring/identifier.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Subject } from '../../domain/prompts/judge-prompt.ts';
import { stableHash } from '../../domain/values/hash.ts';

const sentence = z.string().trim().min(1);

/** One criterion as an author writes it: a bare text, or exactly one of `must` and `must_not`. */
export const WrittenCriterion = z.union([
  sentence,
  z.strictObject({
    /** The author's name for it; else it is derived from the text. */
    id: Identifier.optional(),
    /** A statement that has to be true of the talk. */
    must: sentence.optional(),
    /** A statement that must not be true of it. */
    must_not: sentence.optional(),
    /** Whose words and deeds prove it. */
    about: z.enum(['agent', 'user', 'talk']).default('agent'),
    /** A criterion that is not required is shown and does not fail the check. */
    required: z.boolean().default(true),
  }),
]);
export type WrittenCriterion = z.infer<typeof WrittenCriterion>;

export type Criterion = { id: string; kind: 'must' | 'must_not'; text: string; about: Subject; required: boolean };

/** Names the criteria. Throws `UsageError` with every one that says nothing that can be true or false, or says it twice. */
export function readCriteria(written: readonly WrittenCriterion[]): Criterion[] {
  const problems: Problem[] = [];
  const taken = new Map<string, number>();
  const criteria = written.flatMap((one, index): Criterion[] => {
    const path = `criteria[${index}]`;
    const read = readCriterion(one);
    if ('problem' in read) {
      problems.push(problemAt(path, read));
      return [];
    }
    const other = taken.get(read.id);
    if (other !== undefined)
      problems.push(problemAt(path, { problem: `has the id \`${read.id}\` of criteria[${other}].` }));
    taken.set(read.id, other ?? index);
    return [read];
  });
  if (problems.length === 0 && !criteria.some(({ required }) => required)) {
    const hint = 'for a check that decides nothing, write `required: false` at the check itself.';
    problems.push(problemAt('criteria', { problem: 'holds no criterion that is required.', hint }));
  }
  if (problems.length > 0) throw new UsageError('criteria that cannot be judged', problems);
  return criteria;
}

/** A criterion with its id, or what keeps it from being one. */
export function readCriterion(written: WrittenCriterion): Criterion | { problem: string; hint?: string } {
  const { id, must, must_not, about, required } =
    typeof written === 'string' ? { ...UNNAMED, must: written } : { ...UNNAMED, ...written };
  const text = must ?? must_not;
  if (text === undefined || (must !== undefined && must_not !== undefined)) {
    return {
      problem: `needs exactly one of \`must\` and \`must_not\`; found ${text === undefined ? 'none' : 'both'}.`,
    };
  }
  const kind = must === undefined ? 'must_not' : 'must';
  const misread = misreadText(text, kind);
  if (misread !== undefined) return misread;
  return { id: id ?? `c-${stableHash(`${kind} ${about} ${text}`).slice(0, 8)}`, kind, text, about, required };
}

const UNNAMED: {
  id?: string | undefined;
  must?: string | undefined;
  must_not?: string | undefined;
  about: Subject;
  required: boolean;
} = { about: 'agent', required: true };

const WHO = String.raw`(?:the\s+)?(?:agent|assistant|bot|user|customer|it|they|he|she)`;
const DUTY = new RegExp(String.raw`^${WHO}\s+(?:must|should|shall|ought|needs? to|has to|have to)\b`, 'iu');
const DENIAL = new RegExp(
  String.raw`^${WHO}\s+(?:never|(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would)(?:\s+not|\s+never|n['’]t)|cannot)\b`,
  'iu',
);

/** A judge is asked whether a text is true: a duty is neither true nor false, and nobody can quote what is not there. */
function misreadText(text: string, kind: Criterion['kind']): { problem: string; hint: string } | undefined {
  if (DUTY.test(text)) {
    return {
      problem: `\`${kind}\` says what ought to be; expected a statement that is true of a talk or is not.`,
      hint: 'write what happens: "The agent offers a refund."',
    };
  }
  if (!DENIAL.test(text)) return undefined;
  const other = kind === 'must' ? 'must_not' : 'must';
  return {
    problem: `\`${kind}\` says that something does not happen, which nobody can quote.`,
    hint: `write what would happen, under \`${other}\`: "${kind === 'must' ? 'The agent blames the customer.' : 'The agent answers each question.'}"`,
  };
}

function problemAt(path: string, { problem, hint }: { problem: string; hint?: string }): Problem {
  return {
    severity: 'error',
    code: 'invalid-criterion',
    path,
    message: problem,
    ...(hint === undefined ? {} : { hint }),
  };
}
