import { formatProblem, type Problem } from '../domain/authoring/problem.ts';
import { UsageError } from '../domain/errors.ts';
import { nearestName } from '../domain/values/nearest-name.ts';

/** Throws UsageError when one of the problems is an error; its message lists the errors. */
export function throwProblems(summary: string, problems: readonly Problem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw new UsageError([`${summary}:`, ...errors.map(formatProblem)].join('\n'), problems);
}

export function error(code: string, path: string, message: string, hint?: string): Problem {
  return { severity: 'error', code, path, message, ...(hint === undefined ? {} : { hint }) };
}

export function warning(code: string, path: string, message: string, hint?: string): Problem {
  return { ...error(code, path, message, hint), severity: 'warning' };
}

/** An error about a name that nobody has, with the names there are and the one that was probably meant. */
export function unknownName(
  code: string,
  path: string,
  { what, name, known }: { what: string; name: string; known: readonly string[] },
): Problem {
  const nearest = nearestName(name, known);
  const problem = error(code, path, `unknown ${what} \`${name}\``);
  const list = known.slice(0, 30).map((one) => `\`${one}\``);
  return {
    ...problem,
    details: [
      known.length === 0 ? `There is no ${what}.` : `Known: ${list.join(', ')}${known.length > 30 ? ', …' : ''}.`,
    ],
    ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` }),
  };
}

/** `states.ask.on[1]`, for keys and positions; an empty base adds no point. */
export function pathTo(base: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, base);
}
