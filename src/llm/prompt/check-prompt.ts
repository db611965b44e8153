import type { PromptExpectation } from '../../domain/authoring/model-script.ts';
import { refuseMistakes } from '../../domain/authoring/option-names.ts';
import type { ChatRequest } from '../../domain/contracts/chat-model.ts';
import { truncate } from '../../domain/values/text.ts';
import { expectationMistakes } from './expectation-mistakes.ts';
import { findSecrets } from './find-secrets.ts';
import { matchesText, type PromptText, promptOf } from './prompt-of.ts';

/** What a request must look like; in code, a regular expression may stand for a pattern. */
export type ExpectedPrompt = Omit<PromptExpectation, 'system' | 'user' | 'result'> & {
  system?: PromptText | undefined;
  user?: PromptText | undefined;
  result?: PromptText | undefined;
};

/**
 * What in a request is not as expected, a sentence each; empty when all is. Throws UsageError for an expectation of
 * something that a prompt has not.
 */
export function checkPrompt(request: ChatRequest, expected: ExpectedPrompt): readonly string[] {
  refuseMistakes('an expected prompt', expectationMistakes(expected));
  const prompt = promptOf(request);
  const { tools = [], withoutTools = [], turn, noSecrets = false } = expected;
  const offered = prompt.tools.length === 0 ? 'none is' : `offered are ${listOf(prompt.tools)}`;
  return [
    ...checkText('the system text', prompt.system === '' ? undefined : prompt.system, expected.system),
    ...checkText('the last message of the user', prompt.lastUser, expected.user),
    ...checkText('the last result of a tool', prompt.lastResult, expected.result),
    ...tools.filter((name) => !prompt.hasTool(name)).map((name) => `the tool \`${name}\` is not offered; ${offered}`),
    ...withoutTools.filter(prompt.hasTool).map((name) => `the tool \`${name}\` is offered and should not be`),
    ...(turn === undefined || turn === request.turn ? [] : [`expected turn ${turn}, found turn ${request.turn}`]),
    ...(noSecrets
      ? findSecrets(request).map(({ where, excerpt }) => `${where} holds a secret: ${quote(excerpt)}`)
      : []),
  ];
}

/** Throws `PromptError` with every difference, and UsageError as `checkPrompt` does. For tests; needs no test framework. */
export function expectPrompt(request: ChatRequest, expected: ExpectedPrompt): void {
  const problems = checkPrompt(request, expected);
  if (problems.length > 0) throw new PromptError(`the prompt is not as expected: ${problems.join('; ')}`);
}

/** A request is not what a test or a script expected. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
}

function checkText(what: string, text: string | undefined, wanted: PromptText | undefined): string[] {
  if (wanted === undefined) return [];
  const isLack = typeof wanted === 'object' && 'lacks' in wanted;
  if (text === undefined) return isLack ? [] : [`${what} is missing; it should ${describe(wanted)}`];
  return matchesText(text, wanted) ? [] : [`${what} should ${describe(wanted)}; it is ${quote(text)}`];
}

function describe(wanted: PromptText): string {
  if (typeof wanted === 'string') return `hold ${quote(wanted)}`;
  if (wanted instanceof RegExp) return `match ${String(wanted)}`;
  return 'lacks' in wanted ? `not hold ${quote(wanted.lacks)}` : `match \`${wanted.pattern}\``;
}

function quote(text: string): string {
  return JSON.stringify(truncate(text, 160));
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
