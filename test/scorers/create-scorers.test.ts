import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../../src/domain/errors.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { checkExpectations, createScorers } from '../../src/scorers/create-scorers.ts';
import { defineScorer } from '../../src/scorers/define-scorer.ts';
import { type Check, expectation } from './score-transcript.ts';

const create = (...checks: Check[]) => createScorers(checks.map(expectation), builtInScorers);
const problemsOf = (...checks: Check[]) =>
  checkExpectations(checks.map(expectation), builtInScorers).map(({ path, message, hint }) =>
    hint === undefined ? `${path}: ${message}` : `${path}: ${message} ${hint}`,
  );

describe('createScorers', () => {
  test('ids come from the author or from a hash of the specification, never from a position', () => {
    const ids = create(
      { type: 'answered' },
      { type: 'said', text: 'yes' },
      { type: 'said', id: 'mine', text: 'no' },
    ).map(({ id }) => id);
    const moved = create(
      { type: 'said', id: 'mine', text: 'no' },
      { type: 'said', text: 'yes' },
      { type: 'answered' },
    ).map(({ id }) => id);
    expect(ids).toEqual(['answered', expect.stringMatching(/^said-[0-9a-f]{8}$/), 'mine']);
    expect(moved).toEqual(ids.toReversed());
  });

  test('the order of keys does not change an id, and whether a check is required does not either', () => {
    const id = (check: Check) => create(check)[0]!.id;
    expect(id({ type: 'said', turn: 1, text: 'a' })).toBe(id({ text: 'a', required: false, type: 'said', turn: 1 }));
    expect(id({ type: 'said', turn: 1, text: 'a' })).not.toBe(id({ type: 'said', turn: 2, text: 'a' }));
  });

  test('an expectation with several questions makes several scorers, named by their part', () => {
    const scorers = create({ type: 'calls', id: 'c', calls: [{ tool: 'a' }], required: false });
    expect(scorers.map(({ id, stage, required, needs }) => ({ id, stage, required, needs }))).toEqual(
      ['selection', 'arguments', 'execution'].map((part) => ({
        id: `c/${part}`,
        stage: part,
        required: false,
        needs: { toolCalls: true },
      })),
    );
  });

  test('all mistakes of all expectations are told together, with paths and suggestions', () => {
    expect(
      problemsOf(
        { type: 'tool-oder' },
        { type: 'cals', calls: [] },
        { type: 'calls', calls: [{ tol: 'a' }], ordr: 'any' },
        { type: 'calls', calls: [], order: 'secuence' },
        { type: 'calls', calls: [{ tool: 'a', turn: -1, arguments: [] }] },
        { type: 'said', txt: 'a' },
        { type: 'said' },
        { type: 'said', text: 'a', pattern: '(' },
        { type: 'said', pattern: '(' },
        {
          type: 'calls',
          calls: [
            { tool: 'a', arguments: { n: { near: 'x' } } },
            { tool: 'b', arguments: { n: { pattern: '(?=a)' } } },
          ],
        },
        { type: 'calls', calls: [{ tool: 'a' }], order: 'exact', extra: 'allow' },
        { type: 'forbidden-calls', tools: [{ tool: 'a', argument: {} }, 'b c'] },
        { type: 'answer-language', language: 'klingon' },
        { type: 'conversation-length', minTurns: 3, maxTurns: 2 },
        { type: 'end-state' },
        { type: 'structured-output', schema: { type: 'nonsense' } },
      ),
    ).toMatchInlineSnapshot(`
      [
        "expect[0].type: unknown scorer \`tool-oder\`.",
        "expect[1].type: unknown scorer \`cals\`. did you mean \`calls\`?",
        "expect[2].calls[0].tol: unknown key \`tol\`. did you mean \`tool\`?",
        "expect[2].ordr: unknown key \`ordr\`. did you mean \`order\`?",
        "expect[3].order: expected \`sequence\`, \`exact\`, \`any\` or \`partial\`, found "secuence". did you mean \`sequence\`?",
        "expect[4].calls[0].arguments: expected the arguments as keys and values: this is another kind of value.",
        "expect[4].calls[0].turn: expected a number of at least 0, found -1.",
        "expect[5].txt: unknown key \`txt\`. did you mean \`text\`?",
        "expect[6]: needs exactly one of \`text\`, \`anyOf\`, \`allOf\`, \`pattern\` and \`value\`; found none.",
        "expect[7]: needs exactly one of \`text\`, \`anyOf\`, \`allOf\`, \`pattern\` and \`value\`; found \`text\` and \`pattern\`.",
        "expect[8]: \`pattern\` cannot be used: \`(\`: missing closing ): \`(?i)(\`",
        "expect[9].calls[0]: the matcher \`near\` at \`n\` takes a number; for the object itself write \`{ equals: … }\`",
        "expect[9].calls[1]: the matcher \`pattern\` at \`n\` holds a pattern that cannot be used: \`(?=a)\`: look-around (\`(?=…)\`) is not supported: match what surrounds the text as well, and use a group; for the object itself write \`{ equals: … }\`",
        "expect[10].extra: \`order: exact\` leaves no room for other calls, and \`extra: allow\` allows them.",
        "expect[11].tools[0].argument: unknown key \`argument\`. did you mean \`arguments\`?",
        "expect[11].tools[1]: may hold letters, digits, \`_\`, \`-\` and \`.\` only.",
        "expect[12]: the language \`klingon\` cannot be told; known are \`ko\`, \`ja\`, \`zh\`, \`ru\`, \`ar\`, \`el\`, \`he\`, \`th\`, \`en\`, \`de\`, \`fr\`, \`es\`, \`it\`, \`pt\` and \`nl\`.",
        "expect[13]: \`minTurns\` (3) is more than \`maxTurns\` (2).",
        "expect[14]: says nothing to check: give \`state\`, \`query\`, \`unchanged\`, \`onlyChanged\` or \`writes\`.",
        "expect[15].schema.type: unknown type "nonsense"",
      ]
    `);
  });

  test('two checks of one id, and the same check twice, are refused', () => {
    expect(
      problemsOf(
        { type: 'answered' },
        { type: 'answered' },
        { type: 'said', id: 'a', text: 'x' },
        { type: 'answered', id: 'a' },
      ),
    ).toEqual([
      'expect[1]: this is the same check as expect[0]. remove one of them, or give one an `id` of its own.',
      'expect[3].id: the id `a` is already taken by expect[2].',
    ]);
  });

  test('the error lists every problem', () => {
    const made = () => create({ type: 'nope' }, { type: 'said' });
    expect(made).toThrow(UsageError);
    expect(made).toThrow(/expect\[0\]\.type: unknown scorer `nope`[\s\S]*expect\[1\]: needs exactly one/);
  });

  test('scorers of one’s own take part, and two of one type are refused', () => {
    const own = defineScorer({
      type: 'own',
      summary: 'Says yes.',
      stages: ['generation'],
      metrics: [],
      schema: z.strictObject({ max: z.int() }),
      create: ({ max }) => [
        {
          stage: 'generation',
          needs: { toolCalls: false },
          deterministic: true,
          score: () => ({ status: 'not_applicable', reason: String(max + 1) }),
        },
      ],
    });
    const [scorer] = createScorers([expectation({ type: 'own', max: 1 })], [...builtInScorers, own]);
    expect(scorer).toMatchObject({ scorer: 'own', deterministic: true });
    expect(checkExpectations([], [own, own])).toMatchObject([{ message: 'two scorers have the type `own`.' }]);
  });

  test('hostile keys are told as unknown keys', () => {
    const hostile = JSON.parse('{"type":"answered","__proto__":{"a":1},"constructor":1}') as Check;
    expect(problemsOf(hostile)).toHaveLength(2);
  });
});
