import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyFilter } from '../../../src/cli/filter/apply-filter.ts';
import { parseFilter } from '../../../src/cli/filter/parse-filter.ts';
import { type OpenedProject, openProject } from '../../../src/cli/open-project.ts';
import { formatProblem } from '../../../src/domain/authoring/problem.ts';
import { UsageError } from '../../../src/domain/errors.ts';
import { orderScenario, writeFiles } from '../../fixtures/command.ts';

const scenario = (id: string, more: string) =>
  orderScenario({ id, more }).replace('Where is my order?', `About ${id.replaceAll('-', ' ')}`);
const cwd = mkdtempSync(join(tmpdir(), 'rehearsal-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
let project: OpenedProject;
beforeAll(async () => {
  writeFiles(cwd, {
    'package.json': '{}',
    'rehearsal.config.mjs':
      'const agent = { name: "x", adapter: "own", open() {} }; export default { agents: { mild: agent, wild: agent } };\n',
    'personas/anna.yaml': 'id: anna\nname: Anna\ndescription: Asks a lot.\n',
    'scenarios/order-late.yaml': scenario('order-late', 'tags: [order, slow]'),
    'scenarios/order-lost.yaml': scenario('order-lost', 'tags: [order, refund]\npersona: anna\ntier: live'),
    'scenarios/refund.yaml': scenario('refund', 'tags: [refund]\nagent: wild'),
  });
  project = await openProject({ cwd, wanted: [] });
});

const picked = (expression: string) =>
  applyFilter(expression, project.scenarios, project).map((loaded) => loaded.scenario.id);

function mistake(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.problems.map(formatProblem)].join('\n');
    throw error;
  }
  throw new Error('there was no mistake');
}

describe('what an expression picks', () => {
  test.each([
    ['tag=refund && !live', ['refund']],
    ['id=order-* || title~REFUND', ['order-late', 'order-lost', 'refund']],
    ['!(tag=order && !slow)', ['order-late', 'refund']],
    ['refund && order || slow', ['order-late', 'order-lost']],
    ['slow || order && refund', ['order-late', 'order-lost']],
    ['(slow || order) && refund', ['order-lost']],
    ['tag!=order', ['refund']],
    ['persona=anna', ['order-lost']],
    ['agent=mild', ['order-late', 'order-lost']],
    ['agent=wild', ['refund']],
    ['tier=scripted', ['order-late', 'refund']],
    ['scripted', ['order-late', 'refund']],
    ['file~scenarios/order', ['order-late', 'order-lost']],
    ['title="About refund"', ['refund']],
    ["title~'t l'", []],
    ['id=*-l*t', ['order-lost']],
    ['!!refund', ['order-lost', 'refund']],
  ])('%s', (expression, ids) => {
    if (ids.length === 0) expect(() => picked(expression)).toThrow('no scenario that was asked for fits');
    else expect(picked(expression)).toEqual(ids);
  });

  test('a star does not let two ends share a character', () => {
    expect(() => picked('id=refund*und')).toThrow('nothing was run');
  });
});

describe('a mistake is marked where it stands', () => {
  test('an unknown key', () => {
    expect(mistake(() => picked('live && tga=refund'))).toMatchInlineSnapshot(`
      "nothing was run:
      --filter: column 9: unknown key \`tga\`
        live && tga=refund
                ^^^
        Known keys: \`id\`, \`tag\`, \`title\`, \`persona\`, \`agent\`, \`tier\`, \`file\`.
        Hint: did you mean \`tag\`?"
    `);
  });
  test('a tag that nobody has', () => {
    expect(mistake(() => picked('slow && !refunds'))).toMatchInlineSnapshot(`
      "nothing was run:
      --filter: column 10: there is no tag \`refunds\`
        slow && !refunds
                 ^^^^^^^
        Known: \`order\`, \`refund\`, \`slow\`, \`scripted\`, \`live\`.
        Hint: did you mean \`refund\`?"
    `);
  });
  test('a persona, an id and a pattern that fit nothing', () => {
    expect(mistake(() => picked('persona=hanna'))).toMatchInlineSnapshot(`
      "nothing was run:
      --filter: column 9: there is no persona \`hanna\`
        persona=hanna
                ^^^^^
        Known: \`anna\`.
        Hint: did you mean \`anna\`?"
    `);
    expect(mistake(() => picked('id=x-*'))).toMatchInlineSnapshot(`
      "nothing was run:
      --filter: column 4: there is no id \`x-*\`
        id=x-*
           ^^^
        Known: \`order-late\`, \`order-lost\`, \`refund\`."
    `);
  });
  test('what is not of the language', () => {
    const wrong = ['', 'tag=', 'tag= && live', '(live', 'live)', 'live refund', '退款 && &&', 'live & refund'];
    const texts = [...wrong, 'title="unclosed', '(live & x', `${'('.repeat(200)}`].map((expression) =>
      mistake(() => parseFilter(expression)).replace('nothing was run:\n', ''),
    );
    expect(texts.join('\n')).toMatchInlineSnapshot(`
      "--filter: column 1: it is empty: expected such as \`tag=refund\`
        
        ^
      --filter: column 5: something is missing at the end
        tag=
            ^
      --filter: column 6: expected a name after \`tag=\`, found \`&&\`
        tag= && live
             ^^
      --filter: column 1: this \`(\` is never closed
        (live
        ^
      --filter: column 5: this \`)\` closes nothing
        live)
            ^
      --filter: column 6: expected \`&&\` or \`||\` before \`refund\`
        live refund
             ^^^^^^
      --filter: column 7: expected a name, a key, \`!\` or \`(\`, found \`&&\`
        退款 && &&
                ^^
      --filter: column 6: a single \`&\` means nothing here
        live & refund
             ^
        Hint: write \`&&\`
      --filter: column 7: the quote " is never closed
        title="unclosed
              ^
      --filter: column 7: a single \`&\` means nothing here
        (live & x
              ^
        Hint: write \`&&\`
      --filter: column 101: more than 100 levels deep
        ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
                                                                                                            ^"
    `);
  });
});
