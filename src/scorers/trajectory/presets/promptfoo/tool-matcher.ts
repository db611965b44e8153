import { UsageError } from '../../../../domain/errors.ts';

/** Which calls an assertion speaks of: those of one tool, or of all whose name fits a glob. */
export type ToolMatcher = { tool: string; isGlob: boolean };

type Fields = { readonly [key: string]: unknown };

/** Reads a tool as promptfoo writes it: a name, or an object with `name` or `pattern`, and with `allowed` keys besides. */
export function readToolMatcher(value: unknown, place: string, allowed: readonly string[] = []): ToolMatcher {
  if (typeof value === 'string') return matcherFrom(value, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`fromPromptfoo: ${place} takes the name of a tool, or an object with \`name\` or \`pattern\``);
  }
  const { name, pattern, type } = value as Fields;
  const unknown = Object.keys(value).filter((key) => !['name', 'pattern', 'type', ...allowed].includes(key));
  if (unknown.length > 0)
    throw new UsageError(`fromPromptfoo: ${place} has the key \`${unknown[0]}\`, which is not known`);
  if (type !== undefined && type !== 'tool') {
    throw new UsageError(
      `fromPromptfoo: ${place} asks for steps of the type ${JSON.stringify(type)}; only calls of tools are known here`,
    );
  }
  const given = pattern ?? name;
  if (typeof given !== 'string') throw new UsageError(`fromPromptfoo: ${place} needs a \`name\` or a \`pattern\``);
  return matcherFrom(given, place);
}

/** promptfoo reads globs in names as well. */
function matcherFrom(text: string, place: string): ToolMatcher {
  if (text.trim() === '') throw new UsageError(`fromPromptfoo: ${place} names no tool`);
  return { tool: text, isGlob: /[*?]/.test(text) };
}

/** The name of the one tool that is meant, where a check takes no glob. */
export function exactTool({ tool, isGlob }: ToolMatcher, place: string): string {
  if (!isGlob) return tool;
  throw new UsageError(
    `fromPromptfoo: ${place} has the pattern \`${tool}\`, which has no counterpart in an expected call: name the tools, or write a \`policy\``,
  );
}
