import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkCommands, checkRehearsalCommand } from './docs/check-commands.ts';
import { checkTypeScript } from './docs/check-typescript.ts';
import { checkYaml, type FileSchema, loadFileSchemas } from './docs/check-yaml.ts';
import { commandsInSentences, fencedBlocksIn, pagesIn, readFencedBlocks } from './docs/fenced-blocks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('README.md and docs', () => {
  test('the page about the architecture is there', () => {
    expect(pagesIn(root)).toContain('docs/architecture.md');
  });

  test('scenarios and personas in yaml blocks are valid', async () => {
    expect(checkYaml(fencedBlocksIn(root), await loadFileSchemas(root))).toEqual([]);
  });

  test('code in ts blocks type-checks', { timeout: 60_000 }, () => {
    expect(checkTypeScript(root, fencedBlocksIn(root))).toEqual([]);
  });

  test('commands in sh blocks exist', () => {
    expect(checkCommands(root, fencedBlocksIn(root), checkRehearsalCommand)).toEqual([]);
  });

  test('commands in sentences exist', () => {
    const spans = pagesIn(root).flatMap((page) => commandsInSentences(page, readFileSync(join(root, page), 'utf8')));
    expect(spans.length).toBeGreaterThan(5);
    expect(checkCommands(root, spans, checkRehearsalCommand)).toEqual([]);
  });
});

describe('reading fenced blocks', () => {
  test('language, marks, place and heading are read, and a longer fence holds a shorter one', () => {
    const page = '# Page\n\n## Start ##\n````md\n```sh\n````\n\n- item\n  ```yaml fragment\n  a: 1\n    b\n  ```\n';
    expect(readFencedBlocks('page.md', page)).toEqual([
      { path: 'page.md', line: 5, language: 'md', marks: [], text: '```sh\n', heading: 'Start' },
      { path: 'page.md', line: 10, language: 'yaml', marks: ['fragment'], text: 'a: 1\n  b\n', heading: 'Start' },
    ]);
  });

  test('a block that never closes is an error', () => {
    expect(() => readFencedBlocks('page.md', 'text\n```sh\nls\n')).toThrow('page.md:2: this code block never closes');
  });
});

describe('each check can fail', () => {
  const page = (language: string, text: string) => readFencedBlocks('page.md', `\`\`\`${language}\n${text}\n\`\`\`\n`);
  const refusing: FileSchema = {
    safeParse: () => ({ success: false, error: { issues: [{ path: ['user', 0], message: 'wrong' }] } }),
  };

  test('a type error is told with its place on the page, and a fragment is not checked', { timeout: 60_000 }, () => {
    const blocks = [
      ...page('ts', 'const a = 1;\nconst b: string = a;'),
      ...page('ts fragment', 'const b: string = 1;'),
    ];
    expect(checkTypeScript(root, blocks)).toEqual(["page.md:3:7: Type 'number' is not assignable to type 'string'."]);
  });

  test('yaml that cannot be parsed is told with its place on the page', () => {
    expect(checkYaml(page('yaml', 'a: 1\na: 2'), {})).toEqual(['page.md:3:1: Map keys must be unique']);
  });

  test('whole scenarios and personas are validated, fragments and other yaml are not', () => {
    const schemas = { Scenario: refusing, Persona: refusing };
    expect(checkYaml(page('yaml', 'id: a\ngoal: b'), schemas)).toEqual(['page.md:2: Scenario user.0: wrong']);
    expect(checkYaml(page('yaml', 'name: a\ntraits: []'), schemas)).toEqual(['page.md:2: Persona user.0: wrong']);
    expect(checkYaml(page('yaml fragment', 'goal: b'), schemas)).toEqual([]);
    expect(checkYaml(page('yaml', 'user: [ "Hello" ]'), schemas)).toEqual([]);
  });

  test('a command that the command line would refuse is told with its reason, and help and version are taken', () => {
    const text = [
      'rehearsal run refund --sed 4',
      'rehearsal run --seed four',
      'rehearsal run --report html',
      'rehearsal rn',
      'rehearsal list --tag',
      'rehearsal init one two',
      'rehearsal',
      'rehearsal run refund --trial 3 --seed 42 -n 2 --bail',
      'rehearsal help run && rehearsal --help && rehearsal --version && rehearsal doctor',
    ].join('\n');
    expect(checkCommands(root, page('sh', text), checkRehearsalCommand)).toMatchInlineSnapshot(`
      [
        "page.md:2: \`rehearsal run refund --sed 4\`: unknown option '--sed'",
        "page.md:3: \`rehearsal run --seed four\`: option '--seed <number>' argument 'four' is invalid. It must be a whole number.",
        "page.md:4: \`rehearsal run --report html\`: option '-r, --report <name...>' argument 'html' is invalid. Allowed choices are terminal, grounding, routing, json.",
        "page.md:5: \`rehearsal rn\`: unknown command 'rn'",
        "page.md:6: \`rehearsal list --tag\`: option '-t, --tag <tag...>' argument missing",
        "page.md:7: \`rehearsal init one two\`: too many arguments for 'init'. Expected 1 argument but got 2.",
        "page.md:8: \`rehearsal\`: Usage: rehearsal [options] [command]",
      ]
    `);
  });

  test('commands are found in chains, behind prompts, settings and npx, and over continued lines', () => {
    const asked: string[] = [];
    const check = (words: readonly string[]) => {
      asked.push(words.join('|'));
      return words.includes('--bad') ? 'unknown option `--bad`' : undefined;
    };
    const text = [
      '# rehearsal in a comment',
      '$ rehearsal run scenarios \\',
      '  --seed 4 # comment',
      'KEY=1 npx rehearsal lint "a b" && rehearsal run --bad | cat',
      'npm run nothing',
    ].join('\n');
    expect(checkCommands(root, page('sh', text), check)).toEqual([
      'page.md:5: unknown option `--bad`',
      'page.md:6: package.json has no script `nothing`',
    ]);
    expect(asked).toEqual(['run|scenarios|--seed|4', 'lint|a b', 'run|--bad']);
  });
});
