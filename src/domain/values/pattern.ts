import { RE2JS } from 're2js';

/** A pattern that takes time linear in the text, whoever wrote it. */
export type TextPattern = {
  /** As the author wrote it. */
  readonly source: string;
  /** How many groups it has that remember what they matched. */
  readonly groupCount: number;
  /** True when the pattern is found anywhere in the text. */
  test(text: string): boolean;
  /** The first match: `index` in UTF-16 units; `groups` by number from `1`, and by name. */
  exec(text: string): { text: string; index: number; groups: Readonly<Record<string, string | undefined>> } | undefined;
};

export type CompiledPattern = { status: 'ok'; pattern: TextPattern } | { status: 'problem'; problem: string };

const maxSourceLength = 10_000;

/**
 * Compiles a pattern written as `refund(ed)?` or as `/refund(ed)?/i`, in RE2's syntax (which is JavaScript's without
 * look-around and back-references) with the flags `i`, `m` and `s`; `u` and `v` change nothing. `\w`, `\d` and `\b` know
 * ASCII only: letters of any script are `\p{L}`. Never throws.
 */
export function compilePattern(source: string, flags = ''): CompiledPattern {
  const slashed = /^\/(.+)\/([a-z]*)$/s.exec(source);
  const body = slashed?.[1] ?? source;
  const problem = findProblem(body, flags + (slashed?.[2] ?? ''));
  if (problem) return { status: 'problem', problem: `\`${shortened(source)}\`: ${problem}` };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(body), flagBits(flags + (slashed?.[2] ?? '')));
    return { status: 'ok', pattern: textPattern(source, compiled) };
  } catch (error) {
    return { status: 'problem', problem: `\`${shortened(source)}\`: ${explain(body, error)}` };
  }
}

function textPattern(source: string, compiled: RE2JS): TextPattern {
  return {
    source,
    groupCount: compiled.groupCount(),
    test: (text) => compiled.test(text),
    exec: (text) => {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return undefined;
      const numbered = Array.from({ length: matcher.groupCount() }, (_, index): [string, string | undefined] => [
        String(index + 1),
        matcher.group(index + 1) ?? undefined,
      ]);
      const named = Object.entries(matcher.getNamedGroups()).map(
        ([name, group]) => [name, group ?? undefined] as const,
      );
      const groups = Object.fromEntries<string | undefined>([...numbered, ...named]);
      return { text: matcher.group() ?? '', index: matcher.start(), groups };
    },
  };
}

function findProblem(body: string, flags: string): string | undefined {
  if (body === '') return 'a pattern may not be empty, it would match everything';
  if (body.length > maxSourceLength) return `a pattern may have ${maxSourceLength} characters at most`;
  const [unknown] = /[^imsuv]/.exec(flags) ?? [];
  if (unknown) return `unknown flag \`${unknown}\`; known are \`i\`, \`m\` and \`s\``;
  // RE2JS would read it as the text `k<…>`.
  if (/(?:^|[^\\])(?:\\\\)*\\k</.test(body)) return backReference('\\k<…>');
  return undefined;
}

function flagBits(flags: string): number {
  const bits = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
  return Object.entries(bits).reduce((sum, [flag, bit]) => (flags.includes(flag) ? sum | bit : sum), 0);
}

/** Asked only when RE2 has refused: the same characters inside brackets mean themselves. */
function explain(body: string, error: unknown): string {
  const look = /(?:^|[^\\])(?:\\\\)*(\(\?<?[=!])/.exec(body)?.[1];
  if (look)
    return `look-around (\`${look}…)\`) is not supported: match what surrounds the text as well, and use a group`;
  const reference = /(?:^|[^\\])(?:\\\\)*(\\[1-9])/.exec(body)?.[1];
  if (reference) return backReference(reference);
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^error parsing regexp: /, '');
}

function backReference(reference: string): string {
  return `back-references (\`${reference}\`) are not supported: write the alternatives out`;
}

function shortened(source: string): string {
  return source.length <= 80 ? source : `${source.slice(0, 80)}…`;
}
