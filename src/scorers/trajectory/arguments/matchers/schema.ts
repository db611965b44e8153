import { describeFaults } from '../../../../domain/json-schema/argument-fault.ts';
import { checkJsonSchema } from '../../../../domain/json-schema/check-json-schema.ts';
import { describeSchema } from '../../../../domain/json-schema/describe-schema.ts';
import { matchJsonSchema } from '../../../../domain/json-schema/match-json-schema.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { readLiveValue } from '../live-value.ts';
import type { KeyMatcher } from './key-matcher.ts';

/** `{ schema: JSON Schema }`: what fits it; in TypeScript also a schema of zod or of Standard Schema. */
export const schema: KeyMatcher = {
  word: 'schema',
  also: [],
  read: ({ value, compile, fail }) => {
    const live = readLiveValue(value);
    if (live?.kind === 'schema' || live?.kind === 'standard_schema') return compile(value);
    if (typeof value !== 'object' || value === null || live !== undefined) return fail('takes a JSON Schema');
    const root = value as JsonValue;
    const { problems, patterns } = checkJsonSchema(root, 'schema');
    const [problem] = problems;
    if (problem !== undefined) return fail(`cannot be used: \`${problem.path}\` ${problem.message}`);
    return {
      test: (actual) => actual !== undefined && matchJsonSchema(actual, root, patterns).length === 0,
      text: describeSchema(root, root),
      why: (actual) => {
        const inside = matchJsonSchema(actual, root, patterns).filter(({ path }) => path.length > 0);
        return inside.length === 0 ? '' : describeFaults(inside, root, actual);
      },
    };
  },
};
