import type { Problem } from '../../domain/authoring/problem.ts';
import { normalizeText } from '../../domain/values/text.ts';
import type { LintedScenario, LintPass } from '../lint-project.ts';

/**
 * Warns of facts that the user can never bring up: no text of theirs holds the fact or fills it in, and nothing names
 * it. Where code or a model speaks, every fact counts as used.
 */
export function unusedFacts(): LintPass {
  return { name: 'unused-facts', check: ({ scenarios }) => scenarios.flatMap(unusedIn) };
}

function unusedIn({ scenario, persona, placeOf }: LintedScenario): readonly Problem[] {
  if (speaksOtherwise(scenario.user)) return [];
  const checks = (persona?.behaviours ?? []).map(({ check }) => check);
  const words = textsOf([scenario.user, checks]).map((text) => text.replaceAll(/\{\{\s*(.*?)\s*\}\}/g, '{{$1}}'));
  const isUsed = (name: string, value: string): boolean =>
    words.some(
      (text) => text === name || text.includes(`{{${name}}}`) || normalizeText(text).includes(normalizeText(value)),
    );
  return Object.entries(scenario.facts)
    .filter(([name, { value }]) => !isUsed(name, value))
    .map(([name]) => ({
      severity: 'warning',
      code: 'unused-fact',
      place: placeOf(`facts.${name}`, 'key'),
      path: `facts.${name}`,
      message: `the user never brings up the fact \`${name}\``,
      hint: `say \`{{${name}}}\` in a message, or leave the fact out`,
    }));
}

/** Whether a part of the user is a model or a machine of the config. */
function speaksOtherwise(user: unknown): boolean {
  const parts: readonly unknown[] = Array.isArray(user) ? user : [user];
  return parts.some((part) => {
    if (typeof part !== 'object' || part === null) return false;
    return 'persona' in part || ('machine' in part && typeof part.machine === 'string');
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
