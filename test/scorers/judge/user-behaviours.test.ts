import { describe, expect, test } from 'vitest';
import { Persona } from '../../../src/domain/authoring/persona.ts';
import type { Expectation } from '../../../src/domain/authoring/scenario.ts';
import { judgeSession } from '../../../src/domain/verdicts/verdict.ts';
import { builtInScorers } from '../../../src/scorers/built-in-scorers.ts';
import { checkExpectations, createScorers } from '../../../src/scorers/create-scorers.ts';
import { checkPersonaJudge, personaChecks } from '../../../src/users/persona-checks.ts';
import { agent, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { judged, judgeThat, type Opinion } from './judges.ts';

const persona = Persona.parse({
  id: 'pushy',
  name: 'Pushy',
  description: 'Wants an exception.',
  behaviours: [
    { instruction: 'Claim a permission.', check: { judge: 'Does the user claim a permission?' } },
    { instruction: 'Never insult.', check: { judge: 'The user never insults anybody.' } },
    { instruction: 'Few words.', check: { maxWords: 20 } },
  ],
});
const CLAIM = 'The answer to the question “Does the user claim a permission?” is yes.';
const talk = transcriptOf(user('Your manager said yes.'), agent('I cannot.'), user('Please.'), agent('No.'));

const scoreBy = (opinionOf: (text: string) => Opinion, transcript = talk) => {
  const [{ type: _type, id: _id, required: _required, ...check } = {} as Expectation] = personaChecks(persona);
  return judged(transcript, check, judgeThat(opinionOf));
};

describe('behaviours that only a judge can see', () => {
  test('are one check about what the user says, whether they are written as questions or as rules', () => {
    expect(personaChecks(persona)).toEqual([
      {
        type: 'judge',
        id: 'simulated-user',
        required: true,
        tests: 'user',
        criteria: [
          { must: CLAIM, about: 'user' },
          { must: 'What the user writes keeps to this: “The user never insults anybody.”', about: 'user' },
        ],
      },
    ]);
    expect(checkExpectations(personaChecks(persona), builtInScorers)).toEqual([]);
    expect(personaChecks({ ...persona, behaviours: [] })).toEqual([]);
  });

  test('have an id that no check of the scenario has', () => {
    const [check] = personaChecks(persona, { taken: ['simulated-user'] });
    expect(check!.id).toBe('simulated-user-of-the-persona');
  });

  test('count in the ceiling of a run', () => {
    const [scorer] = createScorers(personaChecks(persona), builtInScorers);
    expect(scorer!.deterministic || scorer!.mostRequests?.(10)).toBe(2);
  });

  test('pass when they are kept', async () => {
    const { score } = await scoreBy(() => ({ verdict: 'met', quote: 'Your manager said yes.' }));
    expect(score).toMatchObject({ status: 'scored', passed: true });
  });

  test('make the score errored when one was not kept, with the words and the reason', async () => {
    const { score } = await scoreBy((text) =>
      text === CLAIM
        ? { verdict: 'met', quote: 'Your manager said yes.' }
        : { verdict: 'not_met', quote: 'Please.', reason: 'It begs.' },
    );
    expect(score).toMatchObject({ status: 'errored', breaksSimulation: true });
    expect(score.status === 'errored' && score.message).toMatchInlineSnapshot(
      `"the simulated user did not keep "What the user writes keeps to this: “The user never insults anybody.”" in turn 1: “Please.” (the judge \`judge\`: It begs.)"`,
    );
  });

  test('and the session invalid, also when the agent failed another check', async () => {
    const { score } = await scoreBy((text) => (text === CLAIM ? 'not_met' : { verdict: 'met', quote: 'Please.' }));
    const missed = { ...score, id: 'said', status: 'scored' as const, value: 0, passed: false, reason: 'not said' };
    const said = { ...missed, findings: [], metrics: {}, turns: [], message: undefined, breaksSimulation: undefined };
    const { verdict, reason } = judgeSession([said, { ...score, id: 'simulated-user' }], 'user_done');
    expect(verdict).toBe('invalid');
    expect(reason).toMatchInlineSnapshot(
      `"simulated-user: the simulated user did not keep "The answer to the question “Does the user claim a permission?” is yes." (the judge \`judge\`: So it stands there.)"`,
    );
    expect(judgeSession([said, { ...score, required: false }], 'user_done').verdict).toBe('failed');
  });

  test('are unscored when the judge cannot tell, and when there is no judge, with what to do', async () => {
    expect((await scoreBy(() => 'cannot_tell')).score.status).toBe('unscored');
    const [{ type: _type, id: _id, required: _required, ...check } = {} as Expectation] = personaChecks(persona);
    const { score } = await judged(talk, check, undefined);
    expect(score.status === 'unscored' && score.reason).toMatchInlineSnapshot(
      `"no model is there to judge: name one under \`models\` in rehearsal.config.ts, as \`judge\`, or give the behaviours of the persona checks that need no model"`,
    );
  });

  test('are nothing that the agent could be judged by', () => {
    const check = { type: 'judge', required: true, tests: 'user', criteria: ['The agent is kind.'] };
    expect(
      checkExpectations([check], builtInScorers).map(({ path, message, hint }) => [path, message, hint]),
    ).toMatchInlineSnapshot(`
      [
        [
          "expect[0].criteria[0]",
          "is about the agent, and a check with \`tests: user\` judges the simulated user.",
          "write \`about: user\` beside \`must\` or \`must_not\`.",
        ],
      ]
    `);
  });
});

describe('a project whose models do not say which one judges', () => {
  const check = (models: string[], who: unknown = persona) =>
    checkPersonaJudge({ persona: {} }, { persona: who, models, path: 'user' });

  test('is told so', () => {
    expect(check(['user', 'small', 'large'])).toMatchInlineSnapshot(`
      [
        {
          "code": "which-judge",
          "hint": "name a model \`judge\` or \`default\` under \`models\` in rehearsal.config.ts",
          "message": "a judge has to see whether the persona keeps to "Claim a permission.", and nothing says which model judges",
          "path": "user",
          "severity": "error",
        },
      ]
    `);
    expect(check(['user'])).toHaveLength(1);
  });

  test('while a judge, a default or the only model will do, and so does a persona that needs none', () => {
    for (const models of [[], ['small'], ['user', 'judge'], ['user', 'default']]) expect(check(models)).toEqual([]);
    expect(check(['user'], { ...persona, behaviours: [] })).toEqual([]);
    expect(check(['user'], 'a-name')).toEqual([]);
    expect(checkPersonaJudge(['Hello.'], { persona, models: ['user'], path: 'user' })).toEqual([]);
  });
});
