import { optionNames, refuseMistakes, unknownOption, unknownOptions } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { promptfooArguments } from './promptfoo/tool-arguments.ts';
import { promptfooSequence } from './promptfoo/tool-sequence.ts';
import { promptfooUsed } from './promptfoo/tool-used.ts';

/** An assertion of promptfoo about the tools of a trajectory, as it stands in its config. */
export type PromptfooAssertion = { type: string; value: unknown };

/** A check of a scenario. */
type Check = { type: string; [key: string]: unknown };
type Reader = (value: unknown, isInverted: boolean) => Check;

const readers: Readonly<Record<string, Reader>> = {
  'trajectory:tool-used': promptfooUsed,
  'trajectory:tool-sequence': promptfooSequence,
  'trajectory:tool-args-match': promptfooArguments,
};
const known = optionNames<PromptfooAssertion>({ type: true, value: true });

/**
 * The check that an assertion of promptfoo asks for: `trajectory:tool-used`, `trajectory:tool-sequence` or
 * `trajectory:tool-args-match`, each also with `not-` before it. Throws `UsageError` for other assertions, for values that
 * promptfoo refuses, and for the few that have no counterpart here, with what to write instead.
 */
export function fromPromptfoo(assertion: PromptfooAssertion): Check {
  refuseMistakes('fromPromptfoo', unknownOptions(assertion, known));
  const { type, value } = assertion;
  const isInverted = typeof type === 'string' && type.startsWith('not-');
  const name = isInverted ? type.slice('not-'.length) : type;
  const read = typeof name === 'string' && Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (read === undefined) {
    throw new UsageError(`fromPromptfoo: ${unknownOption(String(name), Object.keys(readers))}`);
  }
  return read(value, isInverted);
}
