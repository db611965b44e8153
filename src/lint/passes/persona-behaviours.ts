import type { BehaviourCheck } from '../../domain/authoring/persona.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { RoutingTable } from '../../domain/authoring/routing.ts';
import type { UserDefinition } from '../../domain/authoring/user-definition.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import { normalizeText } from '../../domain/values/text.ts';
import type { LintedScenario, LintPass } from '../lint-project.ts';

export type Wording = {
  /** Words of a text; characters where words are not spaced. */
  countWords: (text: string) => number;
  /** BCP 47 tag of the language a text is in; undefined when it cannot be told. */
  languageOf: (text: string) => string | undefined;
};

/**
 * Warns of written messages that break a behaviour of the persona who says them. Checks that need a judge, a whole talk
 * or a model are left to the run.
 */
export function personaBehaviours(wording: Wording): LintPass {
  return {
    name: 'persona-behaviours',
    check: ({ scenarios }) => scenarios.flatMap((scenario) => checkWords(scenario, wording)),
  };
}

function checkWords({ scenario, persona, placeOf }: LintedScenario, wording: Wording): readonly Problem[] {
  if (persona === undefined) return [];
  const facts = Object.fromEntries(Object.entries(scenario.facts).map(([name, { value }]) => [name, value]));
  const lines = [...linesOf(scenario.user), ...linesOfRows(scenario.routing ?? [])].map((line) => ({
    ...line,
    text: fill(line.text, facts),
  }));
  const broken = lines.flatMap(({ path, text }) =>
    persona.behaviours.flatMap(({ check }) => {
      const fault = faultOf(check, text, wording);
      return fault === undefined ? [] : [{ path, fault }];
    }),
  );
  return broken.map(({ path, fault }) => ({
    severity: 'warning',
    code: 'out-of-character',
    place: placeOf(path),
    path,
    message: `the persona \`${persona.id}\` would not write this: ${fault}`,
  }));
}

function faultOf(check: BehaviourCheck, text: string, { countWords, languageOf }: Wording): string | undefined {
  if ('maxWords' in check) {
    const count = countWords(text);
    return count > check.maxWords ? `it has ${count} words, at most ${check.maxWords} fit` : undefined;
  }
  if ('language' in check) {
    const language = languageOf(text);
    const isOther = language !== undefined && language.split('-')[0] !== check.language.split('-')[0];
    return isOther ? `it is in \`${language}\`, not in \`${check.language}\`` : undefined;
  }
  if ('mustNotMention' in check) {
    const isThere = normalizeText(text).includes(normalizeText(check.mustNotMention));
    return isThere ? `it mentions \`${check.mustNotMention}\`` : undefined;
  }
  if ('pattern' in check) {
    const compiled = compilePattern(check.pattern);
    const isKept = compiled.status === 'problem' || compiled.pattern.test(text);
    return isKept ? undefined : `it does not match \`${check.pattern}\``;
  }
  if ('mustMention' in check || 'disclosesOnlyWhenAsked' in check || 'register' in check) return undefined;
  if ('changesMindAt' in check || 'judge' in check) return undefined;
  return assertNever(check);
}

type Line = { path: string; text: string };

/** Every message that is written out, with its path. */
function linesOf(user: UserDefinition): readonly Line[] {
  const parts: readonly unknown[] = Array.isArray(user) ? user : [user];
  return parts.flatMap((part, index) => linesOfPart(part, Array.isArray(user) ? `user[${index}]` : 'user'));
}

function linesOfRows(rows: RoutingTable): readonly Line[] {
  return rows.flatMap(({ say }, index) => textsAt(say, `routing[${index}].say`));
}

function linesOfPart(part: unknown, path: string): readonly Line[] {
  if (typeof part === 'string') return [{ path, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  if ('say' in part) return textsAt(part.say, `${path}.say`);
  if ('script' in part && Array.isArray(part.script)) {
    return part.script.flatMap((line: unknown, index) => linesOfPart(line, `${path}.script[${index}]`));
  }
  if (!('machine' in part) || typeof part.machine !== 'object' || part.machine === null) return [];
  const { states } = part.machine as { states: Readonly<Record<string, { say?: unknown }>> };
  return Object.entries(states).flatMap(([name, { say }]) => textsAt(say, `${path}.machine.states.${name}.say`));
}

function textsAt(say: unknown, path: string): readonly Line[] {
  if (typeof say === 'string') return [{ path, text: say }];
  return Array.isArray(say) ? say.map((text: string, index) => ({ path: `${path}[${index}]`, text })) : [];
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? whole) : whole,
  );
}
