import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProject } from '../../src/files/load-project.ts';
import { load, plant, said, scenario } from './projects.ts';

describe('a project without a mistake', () => {
  test('scenarios come with persona, file and places, ordered by id', async () => {
    const root = plant({
      'scenarios/b.yaml': scenario('persona: terse'),
      'scenarios/deep/a.yaml': `id: a\n${scenario()}`,
      'personas/terse.yaml': '$schema: ../persona.schema.json\nname: Terse\ndescription: Says little.\n',
      'scenarios/notes.txt': 'no scenario',
      'scenarios/.hidden/c.yaml': 'nothing',
    });
    const { scenarios, personas, told } = await load(root);
    expect(told).toEqual([]);
    expect(scenarios.map(({ scenario: { id }, file }) => [id, file])).toEqual([
      ['a', 'scenarios/deep/a.yaml'],
      ['b', 'scenarios/b.yaml'],
    ]);
    expect(scenarios[1]?.persona).toMatchObject({ id: 'terse', name: 'Terse', language: 'en' });
    expect(personas.map(({ id }) => id)).toEqual(['terse']);
    expect(scenarios[1]?.placeOf('expect[0].text')).toEqual({ file: 'scenarios/b.yaml', line: 4, column: 25 });
  });

  test('the check of the user is handed the persona itself, which the scenario only names', async () => {
    const root = plant({
      'scenarios/a.yaml': scenario('persona: terse'),
      'personas/terse.yaml': 'name: Terse\ndescription: Says little.\n',
    });
    const personas: unknown[] = [];
    await load(root, {
      checks: {
        user: (_, { persona }) => {
          personas.push(persona);
          return [];
        },
      },
    });
    expect(personas).toEqual([expect.objectContaining({ id: 'terse', name: 'Terse' })]);
  });

  test('paths given by hand are read instead of the folder, a file twice is read once', async () => {
    const root = plant({ 'scenarios/a.yaml': scenario(), 'other/b.yaml': scenario() });
    const { scenarios } = await load(root, { paths: ['other', 'other/b.yaml'] });
    expect(scenarios.map(({ scenario: { id } }) => id)).toEqual(['b']);
  });

  test('an integer too long for a number reaches the scenario with all its digits', async () => {
    const root = plant({ 'scenarios/a.yaml': scenario('given: { order: 12345678901234567890 }') });
    const { scenarios } = await load(root);
    expect(scenarios[0]?.scenario.given).toEqual({ order: { $type: 'bigint', value: '12345678901234567890' } });
  });
});

describe('all mistakes of all files at once', () => {
  test('a text with a colon in it is told as such, wherever a text is wanted', async () => {
    const root = plant({
      'scenarios/a.yaml': scenario('policy:', '  - Refunds: only within 30 days', '  - Rule:').replace(
        /user:.*/,
        'user:\n  - Hello\n  - Is this ok: yes\n  - sya: Hello',
      ),
      'scenarios/b.yaml': scenario().replace(/user:.*/, 'user:\n  - script:\n      - Is this ok: yes'),
    });
    expect((await load(root)).told.join('\n')).toMatchInlineSnapshot(`
      "scenarios/a.yaml:4:5: user[1]: the colon made a key of what should be a text
        Hint: put it in quotes: \`"Is this ok: yes"\`
      scenarios/a.yaml:5:5: user[2].sya: unknown key \`sya\`
        Known keys: \`discloses\`, \`say\`.
        Hint: did you mean \`say\`?
      scenarios/a.yaml:9:5: policy[0]: the colon made a key of what should be a text
        Hint: put it in quotes: \`"Refunds: only within 30 days"\`
      scenarios/a.yaml:10:5: policy[1]: the colon made a key of what should be a text
        Hint: put it in quotes: \`"Rule:"\`
      scenarios/b.yaml:4:9: user[0].script[0]: the colon made a key of what should be a text
        Hint: put it in quotes: \`"Is this ok: yes"\`"
    `);
  });

  test('a project without scenarios, or without their folder, is told how to get a first one', async () => {
    const hint = '  Hint: `rehearsal init` writes a first one';
    const config = plant({ 'rehearsal.config.mjs': `export default { scenarios: 'tests' };`, 'test/x': '' });
    expect((await load(config)).told).toEqual(['`tests`: no such file or folder\n  Hint: did you mean `test`?']);
    const empty = plant({ 'scenarios/notes.txt': '' });
    expect((await load(empty)).told).toEqual([expect.stringContaining(hint)]);
    expect((await load(empty, { paths: ['nowhere.yaml'] })).told).toEqual(['`nowhere.yaml`: no such file or folder']);
  });

  test('[F62] shapes, names, scorers, personas and syntax, ordered by place', async () => {
    const root = plant({
      'scenarios/a.yaml': scenario('asert: []', 'agent: good', 'persona: tersse'),
      'scenarios/b.yaml':
        'title: B\nuser: [ "Hello" ]\nexpect:\n  - type: siad\n  - { type: said, tex: x }\n  - { type: said, text: x, requird: false }\n',
      'scenarios/c.yaml': 'title: "C\n',
      'personas/terse.yaml': 'name: Terse\ndescripton: Says little.\n',
    });
    const { told, scenarios } = await load(root);
    expect(scenarios).toEqual([]);
    expect(told.join('\n')).toMatchInlineSnapshot(`
      "personas/terse.yaml:2:1: descripton: unknown key \`descripton\`
        Known keys: \`behaviours\`, \`description\`, \`id\`, \`language\`, \`name\`, \`patience\`, \`realism\`, \`style\`, \`traits\`.
        Hint: did you mean \`description\`?
      scenarios/a.yaml:5:1: asert: unknown key \`asert\`
        Known keys: \`$schema\`, \`agent\`, \`expect\`, \`facts\`, \`faults\`, \`firstSpeaker\`, \`gate\`, \`given\`, \`goal\`, \`id\`, \`language\`, \`limits\`, \`now\`, \`onToolCrash\`, \`persona\`, \`policy\`, \`routing\`, \`tags\`, \`tier\`, \`title\`, \`trials\`, \`user\`, \`world\`.
        Hint: did you mean \`expect\`?
      scenarios/a.yaml:6:8: agent: no agent is named \`good\`; there is no \`rehearsal.config.ts\` to name one
      scenarios/a.yaml:7:10: persona: no persona is named \`tersse\`; known are \`terse\`
        Hint: did you mean \`terse\`?
      scenarios/b.yaml:4:11: expect[0].type: unknown scorer \`siad\`
        Known scorers: \`said\`.
        Hint: did you mean \`said\`?
      scenarios/b.yaml:5:19: expect[1].tex: unknown key \`tex\`
        Known keys: \`id\`, \`required\`, \`text\`, \`turn\`, \`type\`.
        Hint: did you mean \`text\`?
      scenarios/b.yaml:6:28: expect[2].requird: unknown key \`requird\`
        Known keys: \`id\`, \`required\`, \`text\`, \`turn\`, \`type\`.
        Hint: did you mean \`required\`?
      scenarios/c.yaml:2:1: a quote is opened and not closed"
    `);
  });

  test('a scorer that contradicts itself, and ids that two checks share', async () => {
    const expectations = ['title: A', 'user: [ "x" ]', 'expect:', '  - { type: said, text: nothing }'];
    const root = plant({
      'scenarios/a.yaml': `${expectations.join('\n')}\n`,
      'scenarios/b.yaml': scenario('  - { type: said, id: x, text: a }', '  - { type: said, id: x, text: b }'),
    });
    expect((await load(root)).told).toEqual([
      'scenarios/a.yaml:4:5: expect[0]: nothing cannot be said',
      'scenarios/b.yaml:6:23: expect[2].id: the id `x` is taken by `expect[1]`',
    ]);
  });

  test('a scenario that says it is scripted and asks a model', async () => {
    const root = plant({
      'scenarios/a.yaml': 'title: A\nuser: { persona: {} }\ntier: scripted\nexpect:\n  - { type: said, text: x }\n',
    });
    expect((await load(root)).told).toEqual([
      'scenarios/a.yaml:3:7: tier: this scenario asks a model, for its user or a judge, so it is not `scripted`\n' +
        '  Hint: write `tier: live`, or leave the line out',
    ]);
  });

  test('a mistake in one part hides none in another', async () => {
    const root = plant({
      'scenarios/a.yaml':
        'titel: A\nuser: [ "Hello" ]\nlimits: { maxTurn: 3 }\nfaults: {}\nagent: nobody\nworld: { tools: [ { name: a b } ] }\nexpect:\n  - { type: said, tex: x }\n',
    });
    const { problems } = await loadProject({
      cwd: root,
      checks: {
        scorers: async () => [said],
        user: () => [{ severity: 'error', code: 'x', path: '[0]', message: 'seen by the users' }],
      },
    });
    expect(new Set(problems.map(({ path }) => path))).toEqual(
      new Set([
        'titel',
        'user[0]',
        'limits.maxTurn',
        'faults',
        'agent',
        'world.tools[0].name',
        'world.tools[0]',
        'expect[0].tex',
      ]),
    );
  });

  test('a user is not accused of facts that could not be read', async () => {
    const root = plant({
      'scenarios/a.yaml':
        'title: A\nuser: [ "Hello {{order}}" ]\nfacts: { order: 5 }\nexpect:\n  - { type: said, text: x }\n',
    });
    const { problems } = await loadProject({
      cwd: root,
      checks: {
        scorers: async () => [said],
        user: () => [{ severity: 'error', code: 'x', path: '[0]', message: 'unknown fact' }],
      },
    });
    expect(problems.map(({ path }) => path)).toEqual(['facts.order']);
  });

  test('what other rooms say gets its place', async () => {
    const root = plant({
      'scenarios/a.yaml': `title: A
user:
  - machine:
      initial: a
      states:
        a: { say: "Hi", on: [ { go: b } ] }
world:
  tools:
    - { name: t, description: d, answers: [ { result: 1 } ] }
expect: [ { type: said, text: x } ]
`,
    });
    const problem = { severity: 'error' as const, code: 'x', message: 'wrong' };
    const checks = {
      user: () => [{ ...problem, path: 'user[0].machine.states.a.on[0].go' }],
      world: () => [{ ...problem, path: 'tools[0].answers[0]' }],
      expectations: () => [{ ...problem, path: 'expect[0].text' }],
    };
    expect((await load(root, { checks })).told).toEqual([
      'scenarios/a.yaml:6:37: user[0].machine.states.a.on[0].go: wrong',
      'scenarios/a.yaml:9:45: world.tools[0].answers[0]: wrong',
      'scenarios/a.yaml:10:31: expect[0].text: wrong',
    ]);
  });

  test('a warning does not take a scenario away', async () => {
    const root = plant({ 'scenarios/a.yaml': scenario('given: { order: 0123 }') });
    const { scenarios, problems } = await load(root);
    expect(scenarios).toHaveLength(1);
    expect(problems.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'numeric-looking']]);
  });

  test('[S3.26] a scenario without a check is refused', async () => {
    const root = plant({
      'no-checks.yaml': 'title: A\nuser: [ "Hello" ]\n',
      'b.yaml': 'title: B\nuser: [ "x" ]\nexpect: []\n',
    });
    expect((await load(root, { paths: ['no-checks.yaml', 'b.yaml'] })).told).toEqual([
      'b.yaml:3:1: expect: this scenario checks nothing, so nothing could fail\n' +
        '  Hint: add an entry to `expect`, such as `- type: grounded`',
      'no-checks.yaml:1:1: expect: this scenario checks nothing, so nothing could fail\n' +
        '  Hint: add an entry to `expect`, such as `- type: grounded`',
    ]);
  });
});

describe('files that are not there', () => {
  test('[C1] a missing file names its nearest neighbour', async () => {
    const root = plant({ 'scenarios/refund.yaml': scenario() });
    expect((await load(root, { paths: ['scenarios/refnud.yaml', 'nosuch.yaml'] })).told).toEqual([
      '`scenarios/refnud.yaml`: no such file or folder\n  Hint: did you mean `scenarios/refund.yaml`?',
      '`nosuch.yaml`: no such file or folder',
    ]);
  });

  test('[F62] an empty folder, and no folder at all', async () => {
    const root = plant({});
    mkdirSync(join(root, 'empty'));
    expect((await load(root, { paths: ['empty'] })).told).toEqual([
      'no scenario in `empty`: expected files that end in `.yaml`, `.scenario.ts` or `.scenario.js`\n' +
        '  Hint: `rehearsal init` writes a first one',
    ]);
    expect((await load(root)).told).toEqual([
      '`scenarios`: no such file or folder\n  Hint: `rehearsal init` writes a first one',
    ]);
  });

  test('a file of another kind', async () => {
    const root = plant({ 'notes.txt': 'x' });
    expect((await load(root, { paths: ['notes.txt'] })).told).toEqual([
      'notes.txt:1:1: this is no scenario file: expected `.yaml`, `.yml`, `.scenario.ts` or `.scenario.js`',
    ]);
  });
});

describe('ids', () => {
  test('[F58] an id that differs from the file, a file name that is no id, and a path as an id', async () => {
    const root = plant({
      'scenarios/a.yaml': `id: other\n${scenario()}`,
      'scenarios/Refund Now.yaml': scenario(),
      'scenarios/con.yaml': scenario(),
      'scenarios/b.yaml': `id: ../../outside\n${scenario()}`,
    });
    expect((await load(root)).told).toEqual([
      "scenarios/Refund Now.yaml:1:1: the file's name is the id, and `Refund Now` must be lower-case words joined by hyphens, such as `refund-after-lookup`",
      'scenarios/a.yaml:1:5: id: the id is `other`, and the file is named `a.yaml`\n' +
        '  Hint: leave `id` out, or name the file `other.yaml`',
      'scenarios/b.yaml:1:5: id: the text `"../../outside"` must be lower-case words joined by hyphens, such as `refund-after-lookup`',
      "scenarios/con.yaml:1:1: the file's name is the id, and `con` is a reserved device name on Windows: choose another",
    ]);
  });

  test('[F58] two files of one id are told with both places', async () => {
    const root = plant({ 'scenarios/x/a.yaml': scenario(), 'scenarios/y/a.yml': `\nid: a\n${scenario()}` });
    expect((await load(root)).told).toEqual([
      'scenarios/y/a.yml:2:5: id: the id `a` is taken by scenarios/x/a.yaml:1:1',
    ]);
  });
});

describe('nothing outside the project', () => {
  test.each([
    ['../secret.yaml', '`../secret.yaml` is a path; a persona is named by its id alone'],
    ['/etc/passwd', '`/etc/passwd` is a path; a persona is named by its id alone'],
    ['rehearsal/../../x', '`rehearsal/../../x` is a path; a persona is named by its id alone'],
    ['"C:\\\\x"', '`C:\\x` is an address; personas are not loaded from elsewhere'],
    [
      'https://example.com/p.yaml',
      '`https://example.com/p.yaml` is an address; personas are not loaded from elsewhere',
    ],
    ['Terse', '`Terse` must be lower-case words joined by hyphens, such as `refund-after-lookup`'],
  ])('[F59] `persona: %s` is refused', async (persona, message) => {
    const root = plant({ 'scenarios/a.yaml': scenario(`persona: ${persona}`) });
    expect((await load(root)).told).toEqual([`scenarios/a.yaml:5:10: persona: ${message}`]);
  });

  test('[F59] a link that leaves the project is refused, one inside is followed, a dead one is told', async () => {
    const outside = plant({ 'secret.yaml': scenario() });
    const root = plant({ 'scenarios/a.yaml': scenario(), 'shared/b.yaml': scenario() });
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'scenarios/secret.yaml'));
    symlinkSync(outside, join(root, 'scenarios/folder'));
    symlinkSync(join(root, 'shared/b.yaml'), join(root, 'scenarios/b.yaml'));
    symlinkSync(join(root, 'nowhere'), join(root, 'scenarios/dead.yaml'));
    const { told, scenarios } = await load(root);
    expect(scenarios.map(({ scenario: { id } }) => id)).toEqual(['a', 'b']);
    expect(told).toEqual([
      'scenarios/dead.yaml:1:1: this link leads nowhere',
      'scenarios/folder:1:1: this link leaves the project; files outside of it are not read',
      'scenarios/secret.yaml:1:1: this link leaves the project; files outside of it are not read',
    ]);
  });

  test('[F59] a config that names a folder outside is refused', async () => {
    const root = plant({ 'rehearsal.config.mjs': `export default { scenarios: '../other', personas: '../people' };` });
    expect((await load(root)).told).toEqual([
      'rehearsal.config.mjs:1:1: scenarios: `../other` lies outside the project, which is the folder of its config',
      'rehearsal.config.mjs:1:1: personas: `../people` lies outside the project, which is the folder of its config',
    ]);
  });

  test('[F61] words of a persona are data: nothing in them is filled in', async () => {
    const text = '{{env.API_KEY}} $(id) <%= 1 %>';
    const root = plant({
      'scenarios/a.yaml': scenario('persona: p'),
      'personas/p.yaml': `name: "${text}"\ndescription: "${text}"\n`,
    });
    const { scenarios } = await load(root);
    expect(scenarios[0]?.persona).toMatchObject({ name: text, description: text });
  });
});

describe('names', () => {
  test('an unknown agent, world, machine and tool of a fault', async () => {
    const root = plant({
      'rehearsal.config.mjs': `const open = () => ({});
        export default {
          agents: { good: { name: 'good', adapter: 'function', open } },
          worlds: { orders: { name: 'orders', open } },
          machines: { buyer: () => ({}) },
        };`,
      'scenarios/a.yaml': `title: A
user: { machine: buyr }
agent: god
world: order
expect: [ { type: said, text: x } ]
`,
      'scenarios/b.yaml': scenario(
        'world: { tools: [ { name: refund, description: d, answers: [ { result: 1 } ] } ] }',
        'faults: [ { tool: refnd, message: x } ]',
      ),
      'scenarios/c.yaml': scenario('agent: constructor'),
    });
    expect((await load(root)).told).toEqual([
      'scenarios/a.yaml:2:18: user.machine: no machine is named `buyr`; known are `buyer`\n  Hint: did you mean `buyer`?',
      'scenarios/a.yaml:3:8: agent: no agent is named `god`; known are `good`\n  Hint: did you mean `good`?',
      'scenarios/a.yaml:4:8: world: no world is named `order`; known are `orders`\n  Hint: did you mean `orders`?',
      'scenarios/b.yaml:6:19: faults[0].tool: no tool is named `refnd`; known are `refund`\n  Hint: did you mean `refund`?',
      'scenarios/c.yaml:5:8: agent: no agent is named `constructor`; known are `good`',
    ]);
  });

  test('a persona of the library is named by its prefix, and suggested without it', async () => {
    const library = plant({ 'terse.yaml': 'name: Terse\ndescription: Says little.\n' });
    const root = plant({
      'scenarios/a.yaml': scenario('persona: rehearsal/terse'),
      'scenarios/b.yaml': scenario('persona: terse'),
      'scenarios/c.yaml': scenario('persona: rehearsal/trese'),
    });
    const { told, scenarios } = await load(root, { library });
    expect(scenarios.map(({ persona }) => persona?.id)).toEqual(['terse']);
    expect(told).toEqual([
      'scenarios/b.yaml:5:10: persona: no persona is named `terse`; known are `rehearsal/terse`\n  Hint: did you mean `rehearsal/terse`?',
      'scenarios/c.yaml:5:10: persona: no persona is named `rehearsal/trese`; known are `rehearsal/terse`\n  Hint: did you mean `rehearsal/terse`?',
    ]);
  });
});
