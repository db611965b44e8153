import { expect, test } from 'vitest';
import { openProject } from '../../src/cli/open-project.ts';
import { orderScenario, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const entry = (id: string, check = `{ type: 'said', text: 'x' }`) =>
  `{ id: '${id}', title: 'T', user: ['Hello'], expect: [${check}] }`;
const files = {
  'package.json': '{}',
  'scenarios/order.yaml': orderScenario(),
  'scenarios/some.scenario.mjs': `export default [${entry('one')}, ${entry('two')}];\n`,
  'scenarios/sole.scenario.mjs': `export default [${entry('sole')}];\n`,
  'others/more.scenario.mjs': `export default [${entry('three')}, ${entry('four')}];\n`,
};

async function namedFiles(wanted: readonly string[], ids: readonly string[]) {
  const cwd = temporaryFolder();
  writeFiles(cwd, files);
  const project = await openProject({ cwd, wanted });
  return ids.map((id) => project.fileToName(id));
}

test('a scenario is found again by its file where it was given as one, but for one of several in the folder', async () => {
  const ids = ['order', 'one', 'sole'];
  expect(await namedFiles(['scenarios'], ids)).toEqual([
    'scenarios/order.yaml',
    undefined,
    'scenarios/sole.scenario.mjs',
  ]);
  expect(await namedFiles([], ids)).toEqual([undefined, undefined, undefined]);
  // Its id leads to nothing: ids are looked for in the folders of the project.
  expect(await namedFiles(['others'], ['three'])).toEqual(['others/more.scenario.mjs']);
});

test('a mistake in the scenario of a list that was asked for is told, one beside it is only noted', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    ...files,
    'scenarios/some.scenario.mjs': `export default [${entry('one')}, ${entry('two', `{ type: 'siad' }`)}];\n`,
  });
  await expect(openProject({ cwd, wanted: ['two'] })).rejects.toMatchObject({
    problems: [{ code: 'unknown-scorer', place: { entry: 'two' } }],
  });
  const { selected, warnings } = await openProject({ cwd, wanted: ['one'] });
  expect(selected.map(({ scenario }) => scenario.id)).toEqual(['one']);
  expect(warnings).toMatchObject([{ code: 'mistakes-beside' }]);
});
