import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transcript, TranscriptEvent } from '../../../src/domain/transcript/transcript-event.ts';
import { worldByTurn } from '../../../src/domain/transcript/world-by-turn.ts';
import { canonicalText } from '../../../src/domain/values/canonical.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { setAtPointer } from '../../../src/worlds/stub/set-at-pointer.ts';
import { agentOf, play, userOf, worldOf } from '../../fixtures/session-parts.ts';
import { agent, transcriptOf, user } from '../../fixtures/transcripts.ts';

type Step = { tool: 'put' | 'drop' | 'sneak' | 'half'; pointer: string; value: number };

const pointers = ['/a', '/b', '/~0', '/~1', '/', '/box/x', '/box/', '/box/__proto__', '/list/0', '/list/-'];

/** A world with tools that write, that only say that they read, and that fail half-way. */
const openWorld = () => {
  const put = ({ pointer, value }: Readonly<Record<string, JsonValue>>, state: object) =>
    setAtPointer(state, String(pointer), value);
  return worldOf(
    {
      put: { effect: 'write', run: put },
      drop: { effect: 'write', run: ({ pointer }, state) => void delete state[String(pointer).slice(1)] },
      sneak: { effect: 'read', run: put },
      half: {
        effect: 'write',
        run: (values, state) => {
          put(values, state);
          throw new Error('half of it was done');
        },
      },
    },
    { state: { a: 0, box: {}, list: [] } },
  );
};

const sessionOf = async (turns: readonly (readonly Step[])[]) => {
  const seen: JsonValue[] = [];
  const world = openWorld();
  const { transcript } = await play({
    scenario: { limits: { maxEqualCalls: 1000, maxSteps: 1000 } },
    user: userOf(...turns.map((_, turn) => `Turn ${turn}`)),
    world: {
      ...world,
      open: (context) => {
        const session = world.open(context);
        // What the world is like when a turn is over.
        const invariants = () => {
          seen.push(session.state());
          return [];
        };
        return { ...session, invariants };
      },
    },
    agent: agentOf(async function* ({ turn }, tools) {
      for (const { tool, pointer, value } of turns[turn] ?? []) await tools.call(tool, { pointer, value });
      yield { type: 'text', text: 'Done.' };
    }),
  });
  return { transcript, seen };
};

const anySteps = fc.array(
  fc.array(
    fc.record({
      tool: fc.constantFrom('put', 'drop', 'sneak', 'half') as fc.Arbitrary<Step['tool']>,
      pointer: fc.constantFrom(...pointers),
      value: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 5 },
  ),
  { minLength: 1, maxLength: 4 },
);

describe('the world by turn', () => {
  test('has the state after each turn, whatever was called, and it adds up', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (turns) => {
        const { transcript, seen } = await sessionOf(turns);
        const history = worldByTurn(transcript);
        expect(history?.sum).toEqual({ addsUp: 'yes' });
        expect(history?.turns.map(({ state }) => canonicalText(state as JsonValue))).toEqual(seen.map(canonicalText));
        expect(canonicalText(history?.start as JsonValue)).toBe(canonicalText({ a: 0, box: {}, list: [] }));
      }),
      { numRuns: 200 },
    );
  });

  test('names the call of each change, and says of a change without one that nobody is on record', async () => {
    const { transcript } = await sessionOf([
      [{ tool: 'put', pointer: '/a', value: 1 }],
      [
        { tool: 'sneak', pointer: '/box/x', value: 2 },
        { tool: 'half', pointer: '/list/-', value: 3 },
      ],
    ]);
    const changes = worldByTurn(transcript)?.turns.flatMap((turn) => turn.changes);
    expect(
      changes?.map(({ turn, pointer, before, after, call }) => [turn, pointer, before, after, call?.name]),
    ).toEqual([
      [0, '/a', 0, 1, 'put'],
      [1, '/box/x', undefined, 2, undefined],
      [1, '/list/0', undefined, 3, 'half'],
    ]);
  });

  test('says loudly that changes do not add up', async () => {
    const { transcript } = await sessionOf([[{ tool: 'put', pointer: '/a', value: 1 }]]);
    const changed = (edit: (event: TranscriptEvent) => TranscriptEvent | undefined): Transcript =>
      transcript.flatMap((event) => edit(event) ?? []);
    const lost = changed((event) => (event.type === 'world_change' ? undefined : event));
    expect(worldByTurn(lost)?.sum).toEqual({
      addsUp: 'no',
      problems: ['with all changes taken back, the state is not the one of the start'],
    });
    const forged = changed((event) =>
      event.type === 'world_change'
        ? { ...event, changes: [{ op: 'replace', pointer: '/a', before: 0, after: 7 }] }
        : event,
    );
    expect(worldByTurn(forged)?.sum).toMatchObject({
      addsUp: 'no',
      problems: [expect.stringMatching(/^turn 0: `\/a` is not what the change of event \d+ left there$/)],
    });
    // As a store does that takes a secret out.
    const redacted = changed((event) =>
      event.type === 'session_ended' && event.world !== undefined
        ? { ...event, world: { ...event.world, state: { a: 1, box: {}, list: ['[redacted]'] } } }
        : event,
    );
    expect(worldByTurn(redacted)?.sum).toEqual({
      addsUp: 'unknown',
      problems: ['the state at the end is not the one that its hash was made of'],
    });
    const cut = changed((event) => (event.type === 'session_ended' ? undefined : event));
    expect(worldByTurn(cut)).toMatchObject({ sum: { addsUp: 'unknown' }, turns: [{ changes: [{ pointer: '/a' }] }] });
  });

  test('is nothing where there was no world', () => {
    expect(worldByTurn(transcriptOf(user('Hi'), agent('Hello.')))).toBeUndefined();
    expect(worldByTurn([])).toBeUndefined();
  });
});
