import type { Guard, NumberGuard } from '../../domain/authoring/machine-definition.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { parseDecimal } from '../../domain/values/decimal.ts';
import { error, pathTo, unknownName } from '../author-problems.ts';
import { factValues, type UserFacts } from '../facts.ts';
import { firstNumber } from '../guards/guards.ts';
import { checkPattern } from './check-pattern.ts';

type Context = { facts: UserFacts; states: readonly string[]; captures: readonly string[]; path: string };

/** Mistakes in one guard and the guards inside it. */
export function checkGuard(guard: Guard, context: Context): Problem[] {
  const { path } = context;
  const single = { heard: guard.heard, denied: guard.denied, asked: guard.asked, notice: guard.notice };
  const lists = { heardAny: guard.heardAny, heardAll: guard.heardAll };
  const inner = { any: guard.any, all: guard.all };
  return [
    ...Object.entries(single).flatMap(([key, source]) =>
      source === undefined ? [] : checkPattern(source, pathTo(path, key)),
    ),
    ...Object.entries(lists).flatMap(([key, sources = []]) =>
      sources.flatMap((source, index) => checkPattern(source, pathTo(path, key, index))),
    ),
    ...(guard.number === undefined ? [] : checkNumber(guard.number, { ...context, path: pathTo(path, 'number') })),
    ...checkNames(guard, context),
    ...(guard.not === undefined ? [] : checkGuard(guard.not, { ...context, path: pathTo(path, 'not') })),
    ...Object.entries(inner).flatMap(([key, guards = []]) =>
      guards.flatMap((part, index) => checkGuard(part, { ...context, path: pathTo(path, key, index) })),
    ),
  ];
}

function checkNames({ visits, captured }: Guard, { states, captures, path }: Context): Problem[] {
  const state = typeof visits === 'object' ? visits.state : undefined;
  return [
    ...(state === undefined || states.includes(state)
      ? []
      : [unknownName('unknown-state', pathTo(path, 'visits', 'state'), { what: 'state', name: state, known: states })]),
    ...(captured === undefined || captures.includes(captured)
      ? []
      : [
          unknownName('unknown-capture', pathTo(path, 'captured'), {
            what: 'capture',
            name: captured,
            known: captures,
          }),
        ]),
  ];
}

function checkNumber({ is, over, under, near }: NumberGuard, { facts, captures, path }: Context): Problem[] {
  const values = factValues(facts);
  const operands = Object.entries({ is, over, under }).flatMap(([key, operand]) => {
    if (operand === undefined) return [];
    const place = pathTo(path, key);
    if (parseDecimal(operand, { normalize: true }) !== undefined) return [];
    const name = String(operand);
    if (captures.includes(name)) return [];
    const value = values[name];
    if (value === undefined) {
      return [
        unknownName('unknown-fact', place, {
          what: 'fact or capture',
          name,
          known: [...new Set([...Object.keys(facts), ...captures])],
        }),
      ];
    }
    if (firstNumber(value) !== undefined) return [];
    return [error('fact-without-number', place, `fact \`${name}\` holds no number: \`${value.slice(0, 80)}\``)];
  });
  return [...operands, ...(near === undefined ? [] : checkPattern(near, pathTo(path, 'near')))];
}
