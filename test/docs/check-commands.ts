import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { createProgram } from '../../src/cli/run-command-line.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { FencedBlock } from './fenced-blocks.ts';

/** Why the command line would refuse these words, which follow `rehearsal`; undefined when it takes them. */
export type CommandCheck = (words: readonly string[]) => string | undefined;

/** Asks the real command line, without running a command. */
export const checkRehearsalCommand: CommandCheck = (words) => {
  const said: string[] = [];
  const terminal: Terminal = {
    cwd: '.',
    env: {},
    out: () => undefined,
    err: (text) => void said.push(text),
    isTty: false,
    columns: 1000,
    colors: false,
    guard: {
      enter: () => undefined,
      problems: () => [],
      interrupted: new AbortController().signal,
      leave: (code) => {
        throw new Error(`left with ${code}`);
      },
    },
  };
  const program = createProgram(terminal, () => undefined);
  for (const command of program.commands) command.action(() => undefined);
  try {
    program.parse([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    const [first = error.message] = said.join('').split('\n');
    return `\`${['rehearsal', ...words].join(' ')}\`: ${first.replace(/^error: /, '')}`;
  }
};

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
