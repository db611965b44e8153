import type { Problem } from '../domain/authoring/problem.ts';
import { templateNames } from '../domain/values/template.ts';
import { error, pathTo, unknownName } from './author-problems.ts';
import { tellableValues, type UserFacts } from './facts.ts';

type Known = { facts: UserFacts; captures?: readonly string[]; path: string };

/** Names in words that nothing gives a value to, and facts that may not be told. */
export function checkTemplate(text: string, { facts, captures = [], path }: Known): Problem[] {
  if (text.trim() === '')
    return [error('no-words', path, 'says only white space', 'write the words, or leave the line out')];
  const tellable = tellableValues(facts);
  return templateNames(text)
    .filter((name) => !captures.includes(name) && !Object.hasOwn(tellable, name))
    .map((name) => {
      if (Object.hasOwn(facts, name)) return neverTold(name, path);
      return unknownName('unknown-fact', path, {
        what: captures.length > 0 ? 'fact or capture' : 'fact',
        name,
        known: [...new Set([...Object.keys(facts), ...captures])],
      });
    });
}

export function checkDisclosures(discloses: readonly string[], { facts, path }: Known): Problem[] {
  return discloses.flatMap((name, index) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    const place = pathTo(path, index);
    if (fact === undefined)
      return [unknownName('unknown-fact', place, { what: 'fact', name, known: Object.keys(facts) })];
    return typeof fact === 'object' && fact.disclosure === 'never' ? [neverTold(name, place)] : [];
  });
}

function neverTold(name: string, path: string): Problem {
  const hint = 'give the fact a `fallback`, which the template then inserts, or another `disclosure`';
  return error('never-told', path, `fact \`${name}\` is never told (\`disclosure: never\`)`, hint);
}
