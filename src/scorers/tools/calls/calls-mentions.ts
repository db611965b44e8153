import type { Mention } from '../../../domain/contracts/scorer.ts';
import { UsageError } from '../../../domain/errors.ts';
import { mentionsOfCall, mentionsOfTurn } from '../../mentions/mentions-in.ts';
import { parseArgumentPath } from '../../trajectory/arguments/argument-path.ts';
import type { MatchOptions } from '../../trajectory/arguments/match-options.ts';
import type { CallsSpecification } from '../../trajectory/specification/calls-specification.ts';
import { callsIn } from '../../trajectory/specification/check-plan.ts';

/** The tools, arguments and turns that a specification of calls names, wherever they stand in it. */
export function mentionsOfCalls({ calls, perTool = {}, ...options }: CallsSpecification): Mention[] {
  const placed = calls.flatMap((item, index) => callsIn(item, `calls[${index}]`, index));
  return [
    ...placed.flatMap(({ call, path }) => [
      ...mentionsOfCall(call, path),
      ...mentionsOfTurn(call.turn, `${path}.turn`),
      ...mentionsOfOptions(call, `${path}.`, call.tool),
    ]),
    ...Object.entries(perTool).flatMap(([tool, own]): Mention[] => [
      { kind: 'tool', tool, path: `perTool.${tool}` },
      ...mentionsOfOptions(own, `perTool.${tool}.`, tool),
    ]),
    ...mentionsOfOptions(options, ''),
  ];
}

/** The paths of arguments in options; without a tool, any tool may have them. */
export function mentionsOfOptions({ match, defaults }: MatchOptions, at: string, tool?: string): Mention[] {
  const fields = typeof match === 'object' ? match.fields : [];
  const given = typeof defaults === 'object' ? Object.keys(defaults) : [];
  return [
    ...fields.flatMap((field, index) => mentionOfPath(field, `${at}match.fields[${index}]`, tool)),
    ...given.flatMap((field) => mentionOfPath(field, `${at}defaults.${field}`, tool)),
  ];
}

/** What cannot be read as a path is told when the check is made, and a pattern names nothing. */
function mentionOfPath(field: string, path: string, tool: string | undefined): Mention[] {
  const keys = keysOf(field);
  if (keys === undefined || keys.includes('*')) return [];
  return [
    tool === undefined ? { kind: 'argument_name', name: keys.join('.'), path } : { kind: 'argument', tool, keys, path },
  ];
}

function keysOf(field: string): readonly string[] | undefined {
  try {
    return parseArgumentPath(field, 'fields');
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
