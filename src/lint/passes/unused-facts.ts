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
  const texts = textsOf({ script: scenario.user, rows: scenario.routing?.map(({ say }) => ({ say })), checks });
  const said = texts.filter(({ key }) => key === 'script' || key === 'say').map(({ text }) => plain(text));
  const isUsed = (name: string, value: string): boolean =>
    texts.some(({ text }) => text === name) ||
    said.some((text) => text.includes(plain(`{{${name}}}`)) || holds(text, plain(value)));
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

/** Every text inside a value, with the key it stands under. */
function textsOf(value: unknown, key = ''): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, name));
}

function plain(text: string): string {
  return normalizeText(text.replaceAll(/\{\{\s*(.*?)\s*\}\}/g, '{{$1}}'));
}

/** Whether the words hold the value, and not only as part of a longer word. Chinese and Japanese have no such border. */
function holds(words: string, value: string): boolean {
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined &&
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(character);
  for (let at = words.indexOf(value); at >= 0; at = words.indexOf(value, at + 1)) {
    const end = at + value.length;
    const isCut = isLetter(words[at - 1]) && isLetter(value[0]);
    if (!isCut && !(isLetter(words[end]) && isLetter(value.at(-1)))) return true;
  }
  return false;
}
