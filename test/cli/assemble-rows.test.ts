import { expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { assembleAll } from '../../src/cli/assemble-rows.ts';
import { openProject } from '../../src/cli/open-project.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { agent, transcriptOf, user } from '../fixtures/transcripts.ts';

test('that a question is left open is noted of a talk, and not of a row, which ends with its message', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    'package.json': '{}',
    'scenarios/talk.yaml': 'title: T\nuser: [Refund it.]\nexpect: [{ type: answered }]\n',
    'scenarios/desk.yaml': 'title: T\nrouting:\n  - { say: Refund it., tool: none }\n',
  });
  const project = await openProject({ cwd, wanted: [] });
  const asked = transcriptOf(user('Refund it.'), agent('Shall I?'));
  const notes = project.selected.map((loaded) => {
    const [first] = assembleAll(loaded, { config: { agents: { desk: functionAgent(() => 'Shall I?') } } });
    return [loaded.scenario.id, first?.reviewUser?.(asked).notes.map(({ code }) => code)];
  });
  expect(notes).toEqual([
    ['desk', []],
    ['talk', ['left-question']],
  ]);
});
