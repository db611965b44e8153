import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FencedBlock } from './fenced-blocks.ts';

/** Why the command line would refuse these words, which follow `rehearsal`; undefined when it takes them. */
export type CommandCheck = (words: readonly string[]) => string | undefined;

/**
 * HOOK: the command line goes here when it exists. Its parser is to be asked, without running a command.
 * Until then every line is taken.
 */
export const checkRehearsalCommand: CommandCheck = () => undefined;

/** Checks each line of the `sh` blocks that runs `rehearsal` or one of this package's own scripts. */
export function checkCommands(root: string, blocks: readonly FencedBlock[], check: CommandCheck): string[] {
  const scripts = readScripts(root);
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => {
      return commandsIn(block).flatMap(({ line, words }) => {
        const problem = judge(words, scripts, check);
        return problem ? [`${block.path}:${line}: ${problem}`] : [];
      });
    });
}

function judge(words: readonly string[], scripts: ReadonlySet<string>, check: CommandCheck): string | undefined {
  const [first, second, third] = words;
  if (first === 'rehearsal') return check(words.slice(1));
  if (first === 'npx' && second === 'rehearsal') return check(words.slice(2));
  const script = first === 'npm' ? (second === 'run' ? third : second === 'test' ? 'test' : undefined) : undefined;
  return script && !scripts.has(script) ? `package.json has no script \`${script}\`` : undefined;
}

/** The commands of a block: continued lines joined, comments and prompts dropped, chains taken apart. */
function commandsIn(block: FencedBlock): { line: number; words: string[] }[] {
  const lines = block.text.replace(/\\\n/g, (found) => `${found.slice(0, -2)}\u0000`).split('\n');
  let line = block.line;
  return lines.flatMap((text) => {
    const at = line;
    line += text.split('\u0000').length;
    const commands = text
      .replaceAll('\u0000', ' ')
      .replace(/^\s*\$ /, '')
      .split(/&&|\|\||[;|]/);
    return commands.map((command) => ({ line: at, words: wordsOf(command) })).filter(({ words }) => words.length > 0);
  });
}

/** Splits as a shell does for plain text and quotes, up to a comment. Settings in front of a command are dropped. */
function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const end = words.findIndex((word) => word.startsWith('#'));
  const plain = words.slice(0, end < 0 ? undefined : end).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  return plain.slice(
    Math.max(
      0,
      plain.findIndex((word) => !/^[A-Z_]+=/.test(word)),
    ),
  );
}

function readScripts(root: string): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: Record<string, string> };
  return new Set(Object.keys(manifest.scripts ?? {}));
}
