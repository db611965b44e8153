import { tierOf } from '../../domain/authoring/tier.ts';
import { UsageError } from '../../domain/errors.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import type { LoadedScenario, Project } from '../../files/project.ts';
import { unknownName } from './filter-problem.ts';
import { type Filter, type FilterKey, parseFilter } from './parse-filter.ts';

const TIERS = ['scripted', 'live'];

type Named = { known: Record<FilterKey, readonly string[]>; of(loaded: LoadedScenario, key: FilterKey): string[] };

/**
 * The scenarios that an expression picks out of `chosen`. Throws `UsageError` for a name that nothing in the whole project
 * has, and where no scenario is left.
 */
export function applyFilter(
  expression: string,
  chosen: readonly LoadedScenario[],
  project: Pick<Project, 'scenarios' | 'config' | 'personas'>,
): readonly LoadedScenario[] {
  const filter = parseFilter(expression);
  const named = namesOf(project);
  refuseUnknown(filter, expression, named);
  const left = chosen.filter((loaded) => matches(filter, loaded, named));
  if (left.length > 0) return left;
  throw new UsageError(`nothing was run: no scenario that was asked for fits \`--filter '${expression}'\``);
}

function namesOf({ scenarios, config, personas }: Pick<Project, 'scenarios' | 'config' | 'personas'>): Named {
  const agents = Object.keys(config.agents ?? {});
  const of = ({ scenario, persona, file }: LoadedScenario, key: FilterKey): string[] => {
    switch (key) {
      case 'id':
        return [scenario.id];
      case 'tag':
        return [...scenario.tags];
      case 'title':
        return [scenario.title];
      case 'persona': {
        // A persona of the library goes by its id and by the name that the scenario gives it.
        const written = typeof scenario.persona === 'string' ? [scenario.persona] : [];
        return [...(persona === undefined ? [] : [persona.id]), ...written];
      }
      case 'agent':
        return [scenario.agent ?? agents[0]].filter((name) => name !== undefined);
      case 'tier':
        return [tierOf(scenario)];
      case 'file':
        return [file];
      default:
        return assertNever(key);
    }
  };
  const all = (key: FilterKey, more: readonly string[] = []): string[] =>
    [...new Set([...more, ...scenarios.flatMap((loaded) => of(loaded, key))])].sort();
  return {
    of,
    known: {
      id: all('id'),
      tag: all('tag'),
      title: all('title'),
      persona: all(
        'persona',
        personas.map(({ id }) => id),
      ),
      agent: all('agent', agents),
      tier: TIERS,
      file: all('file'),
    },
  };
}

function refuseUnknown(filter: Filter, expression: string, { known }: Named): void {
  for (const test of exactTests(filter)) {
    const what = test.kind === 'word' ? 'tag' : test.key;
    const names = test.kind === 'word' ? [...known.tag, ...TIERS] : known[test.key];
    if (!names.some((name) => isLike(name, test.text)))
      throw unknownName(expression, test.value, { what, name: test.text, known: names });
  }
}

type Leaf = Extract<Filter, { kind: 'word' | 'test' }>;

/** The tests that name something which has to be there, from left to right. */
function exactTests(filter: Filter): readonly Leaf[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.parts.flatMap(exactTests);
    case 'not':
      return exactTests(filter.part);
    case 'word':
      return [filter];
    case 'test':
      return filter.how === '=' ? [filter] : [];
    default:
      return assertNever(filter);
  }
}

function matches(filter: Filter, loaded: LoadedScenario, { of }: Named): boolean {
  const visit = (part: Filter): boolean => {
    switch (part.kind) {
      case 'all':
        return part.parts.every(visit);
      case 'any':
        return part.parts.some(visit);
      case 'not':
        return !visit(part.part);
      case 'word':
        return [...of(loaded, 'tag'), ...of(loaded, 'tier')].some((name) => isLike(name, part.text));
      case 'test':
        return of(loaded, part.key).some((name) =>
          part.how === '=' ? isLike(name, part.text) : holds(name, part.text),
        );
      default:
        return assertNever(part);
    }
  };
  return visit(filter);
}

/** Whether the name is `pattern`, in which `*` stands for any number of characters. */
function isLike(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}

function holds(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}
