import type { Problem } from '../../../domain/authoring/problem.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import type { CallItem } from './call-item.ts';
import type { PlanNode } from './call-plan.ts';
import type { CallsSpecification } from './calls-specification.ts';
import { checkFailable, checkShare } from './check-failable.ts';
import type { ExpectedCall } from './expected-call.ts';

type Placed = { call: ExpectedCall; path: string; item: number };

/** What contradicts itself in a specification of calls, or says nothing. */
export function checkPlan(specification: CallsSpecification, nodes: readonly PlanNode[]): Problem[] {
  const { calls, order = 'sequence' } = specification;
  const placed = calls.flatMap((item, index) => callsIn(item, `calls[${index}]`, index));
  return [
    ...checkFailable(specification, nodes),
    ...checkExact(specification),
    ...checkShare(specification),
    ...calls.flatMap((item, index) => checkRepeats(item, `calls[${index}]`)),
    ...checkIds(placed, order),
    ...checkTurns(specification, placed),
    ...checkMessages(specification, nodes),
    ...checkTools(specification, placed),
  ];
}

/** The calls inside an item, with their places. */
export function callsIn(item: CallItem, path: string, index = 0): Placed[] {
  if ('tool' in item) return [{ call: item, path, item: index }];
  if ('optional' in item) return callsIn(item.optional, `${path}.optional`, index);
  if ('repeat' in item) return callsIn(item.repeat, `${path}.repeat`, index);
  if ('oneOf' in item)
    return item.oneOf.flatMap((way, at) => {
      const here = `${path}.oneOf[${at}]`;
      return 'length' in way
        ? way.flatMap((inner, place) => callsIn(inner, `${here}[${place}]`, index))
        : callsIn(way, here, index);
    });
  const [key, items] =
    'anyOrder' in item ? (['anyOrder', item.anyOrder] as const) : (['together', item.together] as const);
  return items.flatMap((inner, at) => callsIn(inner, `${path}.${key}[${at}]`, index));
}

function problem(code: string, path: string, message: string, more: Partial<Problem> = {}): Problem {
  return { severity: 'error', code, path, message, ...more };
}

function checkExact({ order, extra, missing }: CallsSpecification): Problem[] {
  if (order !== 'exact') return [];
  return [
    ...(extra !== undefined && extra !== 'forbid'
      ? [
          problem(
            'contradiction',
            'extra',
            `\`order: exact\` leaves no room for other calls, and \`extra: ${extra}\` allows them.`,
          ),
        ]
      : []),
    ...(missing === 'allow'
      ? [problem('contradiction', 'missing', '`order: exact` wants every call, and `missing: allow` does not.')]
      : []),
  ];
}

function checkRepeats(item: CallItem, path: string): Problem[] {
  if ('tool' in item || 'together' in item) return [];
  if ('optional' in item) return checkRepeats(item.optional, `${path}.optional`);
  if ('anyOrder' in item) return item.anyOrder.flatMap((inner, at) => checkRepeats(inner, `${path}.anyOrder[${at}]`));
  if ('oneOf' in item)
    return item.oneOf.flatMap((way, at) => {
      const here = `${path}.oneOf[${at}]`;
      return 'length' in way
        ? way.flatMap((inner, place) => checkRepeats(inner, `${here}[${place}]`))
        : checkRepeats(way, here);
    });
  const { min = 1, max = Number.POSITIVE_INFINITY } = item;
  const here =
    min <= max ? [] : [problem('contradiction', `${path}.min`, `\`min: ${min}\` is more than \`max: ${max}\`.`)];
  return [...here, ...checkRepeats(item.repeat, `${path}.repeat`)];
}

function checkIds(placed: readonly Placed[], order: string): Problem[] {
  const known = new Map<string, Placed>();
  const problems: Problem[] = [];
  for (const one of placed) {
    const { id } = one.call;
    if (id === undefined) continue;
    const other = known.get(id);
    if (other === undefined) known.set(id, one);
    else problems.push(problem('doubled-id', `${one.path}.id`, `the id \`${id}\` already names \`${other.path}\`.`));
  }
  const waiting = placed.filter(({ call }) => call.after !== undefined);
  if (order !== 'partial') {
    const message = '`after` only says something with `order: partial`.';
    return [...problems, ...waiting.map(({ path }) => problem('contradiction', `${path}.after`, message))];
  }
  if (waiting.length === 0) {
    problems.push(
      problem('contradiction', 'order', '`order: partial` needs calls with `after`: without any, write `order: any`.'),
    );
  }
  for (const { call, path } of waiting) {
    call.after?.forEach((id, at) => {
      if (!known.has(id)) problems.push(unknownId(id, `${path}.after[${at}]`, [...known.keys()]));
    });
  }
  return problems.length > 0 ? problems : checkCycles(waiting, known);
}

function unknownId(id: string, path: string, known: readonly string[]): Problem {
  const nearest = nearestName(id, known);
  return problem('unknown-id', path, `no call has the id \`${id}\`.`, {
    details: known.length === 0 ? ['No call has an id.'] : [`Ids: ${known.map((name) => `\`${name}\``).join(', ')}.`],
    hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
  });
}

/** The first way round in which calls wait for themselves. */
function checkCycles(waiting: readonly Placed[], known: ReadonlyMap<string, Placed>): Problem[] {
  const done = new Set<Placed>();
  const walk = (one: Placed, way: readonly Placed[]): readonly Placed[] | undefined => {
    if (way.includes(one)) return [...way.slice(way.indexOf(one)), one];
    if (done.has(one)) return undefined;
    for (const id of one.call.after ?? []) {
      const found = walk(known.get(id) as Placed, [...way, one]);
      if (found !== undefined) return found;
    }
    done.add(one);
    return undefined;
  };
  for (const one of waiting) {
    const cycle = walk(one, []);
    if (cycle === undefined) continue;
    const names = cycle.map(({ call }) => `\`${call.id ?? call.tool}\``).join(' after ');
    return [problem('cycle', `${cycle[0]?.path}.after`, `these calls wait for each other: ${names}.`)];
  }
  return [];
}

function checkTurns({ unit, turns }: CallsSpecification, placed: readonly Placed[]): Problem[] {
  if (unit !== 'turn') {
    const message = '`turns` only says something with `unit: turn`.';
    return turns === undefined ? [] : [problem('contradiction', 'turns', message)];
  }
  const without = placed.filter(({ call }) => call.turn === undefined);
  const message = '`unit: turn` compares turn by turn, and this call does not say its `turn`.';
  if (without.length > 0) return without.map(({ path }) => problem('missing-key', `${path}.turn`, message));
  const last = Math.max(...placed.map(({ call }) => call.turn ?? 0));
  if (turns !== undefined && last >= turns)
    return [problem('contradiction', 'turns', `a call is expected in turn ${last}, which makes ${last + 1} turns.`)];
  return placed.flatMap(({ call, path, item }) => {
    const first = placed.find((other) => other.item === item) as Placed;
    if (first.call.turn === call.turn) return [];
    return [
      problem(
        'contradiction',
        `${path}.turn`,
        `this belongs with \`${first.path}\`, which is in turn ${first.call.turn}.`,
      ),
    ];
  });
}

function checkMessages({ unit, order }: CallsSpecification, nodes: readonly PlanNode[]): Problem[] {
  if (unit !== 'step') return [];
  const message = '`unit: step` compares messages: each item is a call or `together`.';
  return [
    ...(order === 'partial'
      ? [problem('contradiction', 'order', '`unit: step` takes `exact`, `sequence` or `any`.')]
      : []),
    ...nodes.flatMap((node, index) =>
      node.kind === 'slot' || node.kind === 'together' ? [] : [problem('contradiction', `calls[${index}]`, message)],
    ),
  ];
}

/** A rule for a tool that no expected call is of has no effect. */
function checkTools({ perTool = {} }: CallsSpecification, placed: readonly Placed[]): Problem[] {
  const tools = [...new Set(placed.map(({ call }) => call.tool))];
  return Object.keys(perTool).flatMap((tool) => {
    if (tools.includes(tool)) return [];
    const nearest = nearestName(tool, tools);
    const hint = nearest === undefined ? undefined : `did you mean \`${nearest}\`?`;
    return [problem('unknown-tool', `perTool.${tool}`, `no expected call is of the tool \`${tool}\`.`, { hint })];
  });
}
