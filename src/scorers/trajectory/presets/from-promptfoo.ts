import { optionNames, refuseMistakes, unknownOption, unknownOptions } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { refuseTemplates } from './promptfoo/refuse-templates.ts';
import { promptfooStepCount } from './promptfoo/step-count.ts';
import { promptfooArguments } from './promptfoo/tool-arguments.ts';
import { promptfooSequence } from './promptfoo/tool-sequence.ts';
import { promptfooUsed } from './promptfoo/tool-used.ts';

/** An assertion of promptfoo about the calls of a trajectory, as it stands in its config. */
export type PromptfooAssertion = {
  type: string;
  value: unknown;
  /** 0: the check is shown and decides nothing; any other weight counts for the score of promptfoo alone. */
  weight?: number | undefined;
  /** A name for figures of promptfoo, which says nothing here. */
  metric?: string | undefined;
};

/** A check of a scenario. */
type Check = { type: string; required?: boolean; [key: string]: unknown };
type Reader = (value: unknown, isInverted: boolean) => Check;

const readers: Readonly<Record<string, Reader>> = {
  'trajectory:tool-used': promptfooUsed,
  'trajectory:tool-sequence': promptfooSequence,
  'trajectory:tool-args-match': promptfooArguments,
  'trajectory:step-count': promptfooStepCount,
};
const known = optionNames<PromptfooAssertion>({ type: true, value: true, weight: true, metric: true });

/**
 * The check that an assertion of promptfoo asks for: `trajectory:tool-used`, `trajectory:tool-sequence`,
 * `trajectory:tool-args-match` or `trajectory:step-count`, each also with `not-` before it. Throws `UsageError` for other
 * assertions, for values that promptfoo refuses, and for the few that have no counterpart here, with what to write instead.
 */
export function fromPromptfoo(assertion: PromptfooAssertion): Check {
  refuseMistakes('fromPromptfoo', mistakesIn(assertion));
  const { type, value, weight } = assertion;
  const isInverted = typeof type === 'string' && type.startsWith('not-');
  const name = isInverted ? type.slice('not-'.length) : type;
  if (name === 'trajectory:goal-success') throw new UsageError(goalAdvice(isInverted));
  const read = typeof name === 'string' && Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (read === undefined) {
    throw new UsageError(`fromPromptfoo: ${unknownOption(String(name), Object.keys(readers))}`);
  }
  refuseTemplates(value, `\`${name}\``);
  const check = read(value, isInverted);
  return weight === 0 ? { ...check, required: false } : check;
}

function mistakesIn(assertion: PromptfooAssertion): string[] {
  const isObject = typeof assertion === 'object' && assertion !== null && !Array.isArray(assertion);
  if (isObject && 'threshold' in assertion) {
    const { threshold: _threshold, ...rest } = assertion as PromptfooAssertion & { threshold?: unknown };
    const problem =
      '`threshold` has no effect on assertions about calls, which hold or do not: leave it out, or write `calls` with `score` and `atLeast`';
    return [...mistakesIn(rest), problem];
  }
  const unknown = unknownOptions(assertion, known);
  if (unknown.length > 0) return unknown;
  const { weight, metric } = assertion;
  return [
    ...(weight === undefined || (typeof weight === 'number' && weight >= 0)
      ? []
      : ['`weight` takes a number of at least 0']),
    ...(metric === undefined || typeof metric === 'string' ? [] : ['`metric` takes a text']),
  ];
}

/** A goal is judged by a model, which is asked otherwise than there. */
function goalAdvice(isInverted: boolean): string {
  const word = isInverted ? 'must_not' : 'must';
  return `fromPromptfoo: \`trajectory:goal-success\` asks a model: write \`{ type: judge, criteria: [{ id: goal, ${word}: "…" }] }\` with the goal as a sentence, or say with \`end-state\` what the world must be like`;
}
