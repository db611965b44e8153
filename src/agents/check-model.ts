import { kindOf } from '../domain/authoring/option-names.ts';

/** What is wrong with the `model` of an agent's options, a sentence each. */
export function mistakesInModel(options: { model?: unknown } | null | undefined): string[] {
  if (typeof options !== 'object' || options === null) return [];
  const { model } = options;
  if (typeof model === 'object' && model !== null && 'open' in model && typeof model.open === 'function') return [];
  const examples = "`openaiModel({ model: '…' })`, or `scriptedModel([…])` for a fake one";
  if (model === undefined) return [`\`model\` is missing: give it ${examples}`];
  return [`\`model\` is ${kindOf(model)}; expected a model: ${examples}`];
}
