import { UsageError } from '../../../../domain/errors.ts';
import { isList, isObject } from '../../../../domain/values/json-shape.ts';
import { type JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
import { pathOfKey } from '../../arguments/argument-path.ts';
import type { ExpectedArguments } from '../../arguments/expected-arguments.ts';
import type { MatchOptions } from '../../arguments/match-options.ts';
import { readIgnoredPaths, stepInto } from '../../arguments/tree/ignored-paths.ts';
import { valueWords } from '../../arguments/value-words.ts';
import { call } from '../../builders/call.ts';
import { expectCalls } from '../../builders/expect-calls.ts';
import { argumentsAsData } from '../as-data.ts';
import { exactTool, readToolMatcher } from './tool-matcher.ts';

type Check = ReturnType<typeof expectCalls> | { type: 'forbidden-calls'; tools: ReturnType<typeof call>[] };
type Fields = { readonly [key: string]: unknown };
const place = '`trajectory:tool-args-match`';

/** One call of the tool, at least, has these arguments; inverted, none has. */
export function promptfooArguments(value: unknown, isInverted: boolean): Check {
  const matcher = readToolMatcher(value, place, ['args', 'arguments', 'mode', 'defaults', 'ignore']);
  const fields = value as Fields;
  const options: MatchOptions = {
    match: modeOf(fields.mode),
    ...defaultsOf(fields.defaults),
    ...ignoredOf(fields.ignore),
    unknownKeys: 'allow',
  };
  const wanted = argumentsOf(fields, options);
  const tool = exactTool(matcher, place);
  if (isInverted) return { type: 'forbidden-calls', tools: [call(tool, wanted, options)] };
  const calls = [call(tool, wanted, { ...options, outcome: 'any' })];
  return expectCalls({ calls, order: 'any', extra: 'allow', foldRetries: false });
}

function modeOf(mode: unknown): 'exact' | 'partial' {
  if (mode === undefined || mode === 'partial') return 'partial';
  if (mode === 'exact') return 'exact';
  throw new UsageError(`fromPromptfoo: ${place}: \`mode\` takes \`partial\` or \`exact\``);
}

/** Keys at the top, each with its default. */
function defaultsOf(defaults: unknown): Pick<MatchOptions, 'defaults'> {
  if (defaults === undefined) return {};
  const read = JsonValue.safeParse(defaults);
  if (!read.success || !isObject(read.data)) {
    throw new UsageError(`fromPromptfoo: ${place}: \`defaults\` takes an object of default values by name`);
  }
  return { defaults: Object.fromEntries(Object.entries(read.data).map(([key, preset]) => [pathOfKey(key), preset])) };
}

/** Names at the top, and globs of them. */
function ignoredOf(ignore: unknown): Pick<MatchOptions, 'ignoreKeys'> {
  if (ignore === undefined) return {};
  const entries: readonly unknown[] = Array.isArray(ignore) ? ignore : [ignore];
  const ignoreKeys = entries.map((entry) => {
    if (typeof entry === 'string' && entry.trim() !== '')
      return /[.[\]"]/.test(entry) ? `[${JSON.stringify(entry)}]` : entry;
    throw new UsageError(`fromPromptfoo: ${place}: \`ignore\` takes a text or a list of texts, none of them empty`);
  });
  return ignoreKeys.length === 0 ? {} : { ignoreKeys };
}

function argumentsOf(fields: Fields, options: MatchOptions): ExpectedArguments {
  const given = Object.hasOwn(fields, 'args') ? fields.args : fields.arguments;
  const read = JsonValue.safeParse(given);
  if (given === undefined || !read.success) throw new UsageError(`fromPromptfoo: ${place} needs JSON as \`args\``);
  const values = read.data;
  if (isObject(values) && !isList(values)) return argumentsAsData(withoutIgnored(values, options));
  throw new UsageError(
    `fromPromptfoo: ${place} expects ${valueWords(values)} as \`args\`, which has no counterpart in an expected call: its arguments are an object, or in TypeScript a function that answers for them`,
  );
}

/** There, what is ignored is left out of the expectation as well; here, what an expectation names is compared. */
function withoutIgnored(values: JsonObject, { ignoreKeys }: MatchOptions): JsonObject {
  const ignored = readIgnoredPaths(ignoreKeys);
  if (ignored === undefined) return values;
  return Object.fromEntries(Object.entries(values).filter(([key]) => !stepInto(ignored, key).isIgnored));
}
