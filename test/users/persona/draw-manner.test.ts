import { expect, test } from 'vitest';
import { Persona } from '../../../src/domain/authoring/persona.ts';
import { scriptedModel } from '../../../src/llm/scripted-model.ts';
import { drawManner, joinRealism } from '../../../src/users/persona/draw-manner.ts';
import { openSession } from '../talk-with.ts';
import { personaOf, terse } from './persona-talk.ts';

const persona = Persona.parse(terse);
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test('the same seed draws the same manner, and seeds differ', () => {
  expect(drawManner(7, { persona })).toEqual(drawManner(7, { persona }));
  const openings = seeds.map((seed) => drawManner(seed, { persona }).opening);
  expect([...new Set(openings)].sort()).toEqual(['background', 'greeting', 'problem', 'question']);
  const lengths = seeds.map((seed) => drawManner(seed, { persona }).length);
  expect([...new Set(lengths)].sort()).toEqual(['long', 'medium', 'short']);
});

test('a list is drawn from, a single value is taken, and setting one key leaves the other draws alone', () => {
  const realism = {
    typos: ['few' as const, 'many' as const],
    impatience: 'much' as const,
    changesMind: 'once' as const,
  };
  const manners = seeds.map((seed) => drawManner(seed, { persona, realism }));
  expect([...new Set(manners.map(({ typos }) => typos))].sort()).toEqual(['few', 'many']);
  expect(new Set(manners.map(({ impatience }) => impatience))).toEqual(new Set(['much']));
  expect([...new Set(manners.map(({ changesMindAt }) => changesMindAt))].sort()).toEqual([1, 2]);
  const plain = seeds.map((seed) => drawManner(seed, { persona }));
  expect(manners.map(({ opening, length }) => [opening, length])).toEqual(
    plain.map(({ opening, length }) => [opening, length]),
  );
});

test.each([
  ['a style of its own', { style: 'Plain.' }],
  ['a limit of words', { behaviours: [{ instruction: 'Short.', check: { maxWords: 8 } }] }],
])('a persona with %s is told no length, unless the author wants one', (_, more) => {
  const own = Persona.parse({ ...terse, ...more });
  expect(drawManner(1, { persona: own }).length).toBeUndefined();
  expect(drawManner(1, { persona: own, realism: { length: 'long' } }).length).toBe('long');
});

test("the scenario's wishes go before the persona's, key by key", () => {
  expect(joinRealism({ typos: 'many', mixes: 'de' }, { typos: 'none' })).toEqual({ typos: 'none', mixes: 'de' });
  expect(joinRealism(undefined, undefined)).toBeUndefined();
});

test('the model is told how to write, and the trace says it', async () => {
  const model = scriptedModel(['Where is order A-1001?']);
  const realism = {
    length: 'short',
    typos: 'many',
    impatience: 'much',
    disclosure: 'at_once',
    changesMind: 'once',
    mixes: 'de',
  } as const;
  const move = await openSession(personaOf(model, { realism })).next({ turn: -1, texts: [], notices: [] });
  expect(move.trace.notes).toMatchInlineSnapshot(`
    [
      "manner: opening question, disclosure at_once, length short, typos many, impatience much, mixes de, changes mind in turn 2",
    ]
  `);
  const rules = /# How you write\n\n([\s\S]*?)\n\n#/.exec(model.calls[0]!.messages[0]!.content)![1];
  expect(rules).toMatchInlineSnapshot(`
    "- Write English (en).
    - Begin your first message with a question.
    - Say in your first message everything that you may say unasked.
    - Your messages are short: a few words, one sentence at most.
    - You type carelessly: letters swapped or missing, no capitals, but never in a name, a number or another detail.
    - You are in a hurry and show it: you push for the result and complain about every detour.
    - Mix words of German (de) into your sentences, as people do who live with both.
    - You change your mind once: ask at first for something a little different from what you want, and in message 3 take that back and say what you really want. Make up no details for it.
    - Write only the words of the message: no quotation marks around it, no name in front of it, no thoughts or remarks about it, no lists and headings.
    - Never repeat a message of yours word for word."
  `);
});

test('whether to greet is left to a persona that has a way of writing of its own', () => {
  const curt = { ...persona, style: 'Fragments, no greeting.' };
  const openings = seeds.map((seed) => drawManner(seed, { persona: curt }).opening);
  expect([...new Set(openings)].sort()).toEqual(['background', 'problem', 'question']);
});
