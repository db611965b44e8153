import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../../../src/cli/open-project.ts';
import { changedScenarios } from '../../../src/cli/selection/changed-scenarios.ts';
import { orderScenario, writeFiles } from '../../fixtures/command.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
};

const files = {
  'package.json': '{}',
  '.gitignore': 'out\n',
  'project/rehearsal.config.mjs':
    "import { mild } from './agents/mild.mjs';\nexport default { agents: { mild }, scenarios: ['scenarios/order.yaml', 'scenarios'] };\n",
  'project/agents/mild.mjs':
    "import { name } from '../lib/name.mjs';\nexport const mild = { name, adapter: 'own', program: 'agents/answer.py', open() {} };\n",
  'project/agents/answer.py': 'print(1)\n',
  'project/lib/name.mjs': "export const name = 'mild';\n",
  'project/lib/unused.mjs': 'export {};\n',
  'project/personas/anna.yaml': 'id: anna\nname: Anna\ndescription: Asks a lot.\n',
  'project/personas/bela.yaml': 'id: bela\nname: Bela\ndescription: Asks little.\n',
  'project/scenarios/order.yaml': orderScenario({ id: 'order', more: 'persona: anna' }),
  'project/scenarios/plain.yaml': orderScenario({ id: 'plain' }),
  'project/scenarios/coded.scenario.mjs':
    "import { text } from '../lib/text.mjs';\nexport default { id: 'coded', title: 'T', user: ['Hello'], expect: [{ type: 'said', text }] };\n",
  'project/lib/text.mjs': "export const text = 'x';\n",
};

/** What counts as changed after `edit`, in a checkout with one commit. */
async function changedBy(edit: Readonly<Record<string, string>>, { gone = [] as string[], reference = 'HEAD' } = {}) {
  const top = temporaryFolder();
  writeFiles(top, files);
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'x'],
  ])
    execFileSync('git', args, { cwd: top, env });
  writeFiles(top, edit);
  for (const name of gone) rmSync(join(top, name));
  const cwd = join(top, 'project');
  const project = await openProject({ cwd, wanted: [] });
  const { scenarios, because } = await changedScenarios(reference, project.selected, { project, cwd, env });
  return {
    ids: scenarios.map(({ scenario }) => scenario.id),
    because: because?.slice(because.indexOf('/project/') + 9),
  };
}

const ALL = ['coded', 'order', 'plain'];

test.each([
  ['nothing', {}, []],
  ['what no scenario needs', { 'project/lib/unused.mjs': 'export {}; //\n', 'readme.md': 'x' }, []],
  ['its own file', { 'project/scenarios/plain.yaml': orderScenario({ id: 'plain', more: '# x' }) }, ['plain']],
  ['its persona', { 'project/personas/anna.yaml': `${files['project/personas/anna.yaml']}# x\n` }, ['order']],
  ['the persona of nobody', { 'project/personas/bela.yaml': `${files['project/personas/bela.yaml']}# x\n` }, []],
  ['a module that its code imports', { 'project/lib/text.mjs': "export const text = 'y';\n" }, ['coded']],
  ['a scenario that git does not know', { 'project/scenarios/new.yaml': orderScenario({ id: 'new' }) }, ['new']],
  ['what git was told to ignore', { 'project/out/x.mjs': 'x' }, []],
])('%s', async (_, edit, ids) => {
  expect(await changedBy(edit)).toEqual({ ids, because: undefined });
});

test.each([
  ['rehearsal.config.mjs', files['project/rehearsal.config.mjs']],
  ['agents/mild.mjs', files['project/agents/mild.mjs']],
  ['lib/name.mjs', files['project/lib/name.mjs']],
  ['agents/answer.py', files['project/agents/answer.py']],
])('%s, to which the config leads, changes all of them', async (name, text) => {
  expect(await changedBy({ [`project/${name}`]: `${text}\n` })).toEqual({ ids: ALL, because: name });
});

test('so do the packages that are installed', async () => {
  expect((await changedBy({ 'package.json': '{ }' })).ids).toEqual(ALL);
});

test('a file that is gone changed what named it', async () => {
  const edit = {
    'project/scenarios/coded.scenario.mjs':
      "export default { id: 'coded', title: 'T', user: ['Hello'], expect: [{ type: 'said', text: 'x' }] };\n",
  };
  expect((await changedBy(edit, { gone: ['project/lib/text.mjs'] })).ids).toEqual(['coded']);
});

test('a name that git does not know, an option in its place, and a folder without git are told with a remedy', async () => {
  await expect(changedBy({}, { reference: 'mian' })).rejects.toThrow(
    '`--only-changed mian`: git knows no commit of that name\n  Name a commit',
  );
  await expect(changedBy({}, { reference: '--output=x' })).rejects.toThrow('git knows no commit of that name');
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'package.json': '{}', 'scenarios/plain.yaml': orderScenario({ id: 'plain' }) });
  const project = await openProject({ cwd, wanted: [] });
  await expect(changedScenarios('HEAD', project.selected, { project, cwd, env })).rejects.toThrow(
    'this is no checkout: fatal: not a git repository (or any of the parent directories): .git\n  Without git nothing',
  );
  await expect(changedScenarios('HEAD', project.selected, { project, cwd, env: { PATH: cwd } })).rejects.toThrow(
    'this is no checkout: there is no command `git` here',
  );
});
