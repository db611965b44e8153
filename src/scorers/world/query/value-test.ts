import type { JsonValue } from '../../../domain/values/json-value.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';
import { compileNode } from '../../trajectory/arguments/tree/compile-node.ts';
import { nodeMatches } from '../../trajectory/arguments/tree/node-matches.ts';
import { describeNode } from '../../trajectory/arguments/tree/node-words.ts';

/** A test of one value, with all that expected arguments may hold. Throws `UsageError` for a matcher written wrongly. */
export function valueTest(expected: JsonValue): ValueTest {
  const node = compileNode(expected, { options: {}, path: [], rule: 'partial' });
  return { test: (actual) => nodeMatches(node, actual), text: describeNode(node) };
}
