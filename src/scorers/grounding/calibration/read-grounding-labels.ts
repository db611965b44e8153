import { z } from 'zod';
import type { Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';
import { fromJsonValue } from '../../../domain/values/from-json-value.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { explainIssues } from '../../explain-issue.ts';
import { type GroundingInput, readGroundingInput } from '../check/grounding-input.ts';

const Label = z.looseObject({
  /** What the report calls this answer; unique in the file. */
  id: z.string().trim().min(1).max(200),
  label: z.enum(['faithful', 'unfaithful']),
  language: z.string().optional(),
  /** Id of an earlier line whose evidence and tools this answer shares. */
  evidence_of: z.string().optional(),
  /** Entries of the shared evidence that are others here, by their position from 0. */
  evidence_patch: z
    .array(z.looseObject({ index: z.int().min(0), content: z.unknown(), is_error: z.boolean().optional() }))
    .optional(),
  /** Entries that come after the shared ones. */
  evidence_append: z.array(z.unknown()).optional(),
});

/** An answer, what the agent was told before it, and what people say of it. */
export type GroundingLabel = { id: string; label: 'faithful' | 'unfaithful'; language: string; input: GroundingInput };

const INPUT_KEYS = ['evidence', 'answer', 'tools', 'policy', 'clock', 'language'];

/**
 * Reads labelled answers, one JSON object a line: `id`, `label`, and what `checkGrounding` takes; `evidence_of` shares the
 * evidence of an earlier line, `evidence_patch` and `evidence_append` change and complete it; other keys are for people. All mistakes are told, with their lines.
 */
export function readGroundingLabels(
  text: string,
  file: string,
): { labels: readonly GroundingLabel[]; problems: readonly Problem[] } {
  const labels: GroundingLabel[] = [];
  const problems: Problem[] = [];
  const known = new Map<string, GroundingInput>();
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue;
    const read = readLine(source.replace(/^\uFEFF/, ''), known);
    if ('problems' in read) {
      const place = { file, line: index + 1, column: 1 };
      problems.push(...read.problems.map((problem) => ({ ...problem, place, path: problem.path.replace(/^\./, '') })));
      continue;
    }
    known.set(read.id, read.input);
    labels.push(read);
  }
  if (labels.length + problems.length === 0)
    problems.push({
      ...problemAt('', 'holds no labels: expected one JSON object a line.'),
      place: { file, line: 1, column: 1 },
    });
  return { labels, problems };
}

function readLine(
  source: string,
  known: ReadonlyMap<string, GroundingInput>,
): GroundingLabel | { problems: readonly Problem[] } {
  const json = parseJson(source);
  if (json.status === 'unparsable') return { problems: [problemAt('', `not JSON: ${json.problem}.`)] };
  const value = fromJsonValue(json.value);
  const head = Label.safeParse(value);
  if (!head.success) return { problems: explainIssues(head.error.issues, { path: '', schema: Label, value }) };
  const { id, label, language, evidence_of, evidence_patch = [], evidence_append = [], ...rest } = head.data;
  if (known.has(id)) return { problems: [problemAt('id', `the id \`${id}\` is already taken by an earlier line.`)] };
  const shared = evidence_of === undefined ? undefined : known.get(evidence_of);
  if (evidence_of !== undefined && shared === undefined)
    return { problems: [problemAt('evidence_of', `no earlier line has the id \`${evidence_of}\`.`)] };
  const own = Object.fromEntries(
    Object.entries({ ...rest, language }).filter(([key, given]) => INPUT_KEYS.includes(key) && given !== undefined),
  );
  const whole = { ...shared, ...own } as GroundingInput;
  const stray = evidence_patch.find(({ index }) => index >= (whole.evidence ?? []).length);
  if (stray !== undefined)
    return { problems: [problemAt('evidence_patch', `there is no evidence ${stray.index} to patch.`)] };
  const evidence = [...(whole.evidence ?? [])];
  for (const { index, ...patch } of evidence_patch)
    evidence[index] = { ...evidence[index], ...patch } as (typeof evidence)[number];
  evidence.push(...(evidence_append as typeof evidence));
  const input = whole.evidence === undefined && evidence.length === 0 ? whole : { ...whole, evidence };
  try {
    readGroundingInput(input);
  } catch (error) {
    if (error instanceof UsageError) return { problems: error.problems };
    throw error;
  }
  return { id, label, language: language ?? 'unknown', input };
}

function problemAt(path: string, message: string): Problem {
  return { severity: 'error', code: 'invalid-label', path, message };
}
