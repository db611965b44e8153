import { z } from 'zod';
import type { Problem } from '../../../domain/authoring/problem.ts';
import { fromJsonValue } from '../../../domain/values/from-json-value.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { explainIssues } from '../../explain-issue.ts';
import { type Criterion, readCriterion } from '../criterion.ts';

const Line = z.strictObject({
  role: z.enum(['user', 'agent']),
  text: z.string(),
});

const LabelLine = z.strictObject({
  /** What the report calls this label; unique in the file. */
  id: z.string().trim().min(1).max(120),
  /** The statement, under the key that it has in a check. */
  must: z.string().trim().min(1).optional(),
  must_not: z.string().trim().min(1).optional(),
  about: z.enum(['agent', 'user', 'talk']).default('agent'),
  /** Turn, from 0, where the label is about one turn alone. */
  turn: z.int().min(0).optional(),
  /** A stored session, relative to the file of labels, or the talk itself. */
  transcript: z.union([z.string().min(1), z.array(Line).min(1)]),
  /** Whether the statement is true of the talk, as people see it; no question of `must` or `must_not`. */
  label: z.enum(['met', 'not_met']),
  /** For people. */
  note: z.string().optional(),
});

/** One line that somebody said in a talk. */
export type TalkLine = z.infer<typeof Line>;

/** A statement about a talk, and what people say of it. */
export type JudgeLabel = {
  criterion: Criterion;
  turn?: number | undefined;
  transcript: string | readonly TalkLine[];
  label: 'met' | 'not_met';
  /** Line of the file, from 1. */
  line: number;
};

/** Reads a file of labels, one JSON object a line; blank lines are passed over. All mistakes are told, with their lines. */
export function readLabels(text: string, file: string): { labels: JudgeLabel[]; problems: Problem[] } {
  const labels: JudgeLabel[] = [];
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return;
    const line = index + 1;
    const read = readLabel(source.replace(/^\uFEFF/, ''), line);
    const place = { file, line, column: 1 };
    if ('problems' in read) {
      problems.push(
        ...read.problems.map((problem): Problem => ({ ...problem, place, path: problem.path.replace(/^\./, '') })),
      );
      return;
    }
    const other = lines.get(read.criterion.id);
    lines.set(read.criterion.id, other ?? line);
    if (other === undefined) labels.push(read);
    else
      problems.push(problemAt('id', `the id \`${read.criterion.id}\` is already taken in line ${other}.`, { place }));
  });
  if (labels.length + problems.length === 0) {
    problems.push(
      problemAt('', 'holds no labels: expected one JSON object a line.', { place: { file, line: 1, column: 1 } }),
    );
  }
  return { labels, problems };
}

function readLabel(source: string, line: number): JudgeLabel | { problems: Problem[] } {
  const json = parseJson(source);
  if (json.status === 'unparsable') return { problems: [problemAt('', `not JSON: ${json.problem}.`)] };
  const twice = json.warnings?.[0];
  if (twice !== undefined) return { problems: [problemAt('', `${twice}.`)] };
  const value = fromJsonValue(json.value);
  const parsed = LabelLine.safeParse(value);
  if (!parsed.success) {
    const problems = explainIssues(parsed.error.issues, { path: '', schema: LabelLine, value });
    return { problems: problems.map(withSpeakers) };
  }
  const { id, must, must_not, about, turn, transcript, label } = parsed.data;
  const criterion = readCriterion({ must, must_not, about, required: true });
  if ('problem' in criterion) return { problems: [problemAt('', criterion.problem, { hint: criterion.hint })] };
  return { criterion: { ...criterion, id }, turn, transcript, label, line };
}

/** Other formats call the agent by the name of its model's role. */
function withSpeakers(problem: Problem): Problem {
  return problem.path.endsWith('.role')
    ? { ...problem, hint: 'the speakers of a talk are `user` and `agent`.' }
    : problem;
}

function problemAt(path: string, message: string, more: Pick<Problem, 'place' | 'hint'> = {}): Problem {
  return { severity: 'error', code: 'invalid-label', path, message, ...more };
}
