import { expect, test } from 'vitest';
import { load, plant } from './projects.ts';

const list = (...entries: readonly string[]) => `export default [\n${entries.join(',\n')},\n];\n`;
const entry = (id: string, ...more: readonly string[]) =>
  `  { ${[`id: '${id}'`, `title: 'T'`, `user: ['Hello']`, ...more].join(', ')} }`;
const SAID = `expect: [{ type: 'said', text: 'x' }]`;

test('a mistake in one scenario of a list names it, and stands at its own keys', async () => {
  const root = plant({
    'scenarios/some.scenario.mjs': list(
      entry('one', SAID),
      entry('two', `expect: [{ type: 'said', text: 'x' }, { type: 'siad' }]`),
      entry('three', SAID, `agent: 'nobody'`),
      `  { title: 'T', user: ['Hello'], ${SAID} }`,
    ),
  });
  const { told, scenarios } = await load(root);
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/some.scenario.mjs:1:1: scenario [3]: \`id\` is missing: expected a text
    scenarios/some.scenario.mjs:3:45: scenario \`two\`: expect[1].type: unknown scorer \`siad\`
      Known scorers: \`said\`.
      Hint: did you mean \`said\`?
    scenarios/some.scenario.mjs:4:86: scenario \`three\`: agent: no agent is named \`nobody\`; there is no \`rehearsal.config.ts\` to name one"
  `);
  expect(scenarios.map(({ scenario }) => scenario.id)).toEqual(['one']);
});

test('a scenario whose id is made in code is named all the same', async () => {
  const root = plant({
    'scenarios/some.scenario.mjs': `export default ['one', 'two'].map((id) => ({ id: \`say-\${id}\`, title: 'T', user: ['Hello'], expect: [{ type: 'siad' }] }));\n`,
  });
  expect((await load(root)).told.join('\n')).toMatchInlineSnapshot(`
    "scenarios/some.scenario.mjs:1:103: scenario \`say-one\`: expect[0].type: unknown scorer \`siad\`
      Known scorers: \`said\`.
      Hint: did you mean \`said\`?
    scenarios/some.scenario.mjs:1:103: scenario \`say-two\`: expect[0].type: unknown scorer \`siad\`
      Known scorers: \`said\`.
      Hint: did you mean \`said\`?"
  `);
});

test('a list of one names its scenario, a module of one does not', async () => {
  const wrong = `{ id: 'one', title: 'T', user: ['Hello'], expect: [{ type: 'siad' }] }`;
  const told = async (text: string) =>
    (await load(plant({ 'scenarios/one.scenario.mjs': `export default ${text};\n` }))).told[0]?.split('\n')[0];
  expect([await told(`[${wrong}]`), await told(wrong)]).toMatchInlineSnapshot(`
    [
      "scenarios/one.scenario.mjs:1:70: scenario \`one\`: expect[0].type: unknown scorer \`siad\`",
      "scenarios/one.scenario.mjs:1:69: expect[0].type: unknown scorer \`siad\`",
    ]
  `);
});
