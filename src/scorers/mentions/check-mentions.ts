import { pickModelName } from '../../domain/authoring/pick-model.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition, Mention } from '../../domain/contracts/scorer.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { checkState } from './check-state.ts';
import { checkArgument, checkArgumentName, checkTool } from './check-tools.ts';
import type { Mistake } from './mistake.ts';
import { quotedNames } from './mistake.ts';
import type { Surroundings } from './surroundings.ts';

/** What expectations name outside of themselves, each with a path such as `expect[1].calls[0].tool`. */
export function mentionsOf(
  expectations: readonly Expectation[],
  definitions: readonly AnyScorerDefinition[],
): readonly Mention[] {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  return expectations.flatMap(({ type, id: _id, required: _required, ...specification }, index) => {
    const definition = byType.get(type);
    const parsed = definition?.mentions === undefined ? undefined : definition.schema.safeParse(specification);
    if (definition?.mentions === undefined || parsed?.success !== true) return [];
    return definition
      .mentions(parsed.data as never)
      .map((mention) => ({ ...mention, path: `expect[${index}]${mention.path === '' ? '' : `.${mention.path}`}` }));
  });
}

/**
 * Names that stand for nothing: tools and arguments that the world does not have, places that no state has, turns that
 * never come. Left in a check they would make it pass for ever. Without a world the tools are not known, which is told
 * once, as a warning.
 */
export function checkMentions(mentions: readonly Mention[], surroundings: Surroundings): Problem[] {
  const problems = mentions.flatMap((mention) => {
    const mistake = checkMention(mention, surroundings);
    return mistake === undefined ? [] : [problemOf(mistake, mention.path)];
  });
  return [...withoutRepeats(problems), ...uncheckedTools(mentions, surroundings)];
}

function checkMention(mention: Mention, { world, mayReportTools, turns, models }: Surroundings): Mistake | undefined {
  switch (mention.kind) {
    case 'tool':
      return world && checkTool(mention, world.tools, { mayReportTools, isListed: world.isListed });
    case 'argument':
      return world && checkArgument(mention, world.tools);
    case 'argument_name':
      return world && !mayReportTools ? checkArgumentName(mention, world) : nearlyKnown(mention, world);
    case 'state':
      return world && checkState(mention, world);
    case 'turn':
      return turns && mention.turn >= turns.most ? lateTurn(mention.turn, turns) : undefined;
    case 'model':
      return checkModel(mention, models);
    default:
      return assertNever(mention);
  }
}

/** The argument may be one of a tool that the agent brings, unless it is nearly one that is known. */
function nearlyKnown(
  mention: Extract<Mention, { kind: 'argument_name' }>,
  world: Surroundings['world'],
): Mistake | undefined {
  const mistake = world && checkArgumentName(mention, world);
  return mistake?.nearest === undefined ? undefined : mistake;
}

function checkModel({ model }: Extract<Mention, { kind: 'model' }>, models: readonly string[]): Mistake | undefined {
  if (pickModelName(models, { role: 'judge', wanted: model }) !== undefined) return undefined;
  const configure = 'name one in rehearsal.config.ts: `models: { judge: openaiModel({ … }) }`';
  if (models.length === 0) {
    return {
      severity: 'error',
      code: 'judge-needs-model',
      message: 'a judge needs a model',
      details: [],
      hint: configure,
    };
  }
  const names = `known are ${quotedNames(models)}`;
  if (model === undefined) {
    const message = `several models could judge; ${names}`;
    const hint = 'say `model: …`, or call one of them `judge` or `default`';
    return { severity: 'error', code: 'which-model', message, details: [], hint };
  }
  const message = `the config has no model \`${model}\`; ${names}`;
  return { severity: 'error', code: 'unknown-model', message, details: [], nearest: nearestName(model, models) };
}

function lateTurn(turn: number, { most, because }: NonNullable<Surroundings['turns']>): Mistake {
  return {
    severity: 'error',
    code: 'unknown-turn',
    message: `turn ${turn} never comes: ${because}`,
    details: [
      most === 1 ? 'Turns count from 0, so the only one is turn 0.' : `Turns count from 0 to ${most - 1} here.`,
    ],
  };
}

function problemOf({ nearest, hint, severity, ...mistake }: Mistake, path: string): Problem {
  const advice = nearest === undefined ? hint : `did you mean \`${nearest}\`?`;
  return { severity, path, ...mistake, ...(advice === undefined ? {} : { hint: advice }) };
}

/** One key that is wrong for several values below it is told once. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const told = new Set<string>();
  return problems.filter(({ code, message, path }) => {
    const key = code === 'unknown-state' ? `${path.split(/[.[]/)[1]} ${message}` : `${path} ${message}`;
    return !told.has(key) && told.add(key);
  });
}

function uncheckedTools(mentions: readonly Mention[], { world }: Surroundings): Problem[] {
  const tools = mentions.filter((mention) => mention.kind === 'tool');
  const [first] = tools;
  if (world !== undefined || first === undefined) return [];
  const names = [...new Set(tools.map(({ tool }) => tool))];
  return [
    {
      severity: 'warning',
      code: 'unchecked-tools',
      path: first.path,
      message: `the scenario has no world, so nothing is known of ${quotedNames(names)}`,
      hint: 'calls count only if the agent reports them; a misspelt name would not be noticed',
    },
  ];
}
