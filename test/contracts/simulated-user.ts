import { describe, expect, test } from 'vitest';
import type {
  Heard,
  SimulatedUser,
  UserContext,
  UserMove,
  UserSession,
} from '../../src/domain/contracts/simulated-user.ts';
import { UserStep } from '../../src/domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';

const MAX_TURNS = 30;

/** What every simulated user must hold to. `make` gives a fresh user that ends by itself when the agent only says "OK.". */
export function simulatedUserContract(name: string, make: () => SimulatedUser): void {
  describe(`${name} keeps the contract of a simulated user`, () => {
    test('two sessions of one user are equal and do not see each other', async () => {
      const user = make();
      const [first, second] = [user.open(contextOf(7)), user.open(contextOf(7))];
      const interleaved: UserMove[][] = [[], []];
      for (let turn = -1; turn < MAX_TURNS; turn += 1) {
        for (const [index, session] of [first, second].entries()) {
          if (!isOver(interleaved[index]!.at(-1))) interleaved[index]!.push(await session.next(ok(turn)));
        }
      }
      expect(interleaved[0]).toEqual(interleaved[1]);
      expect(await talk(user.open(contextOf(7)))).toEqual(interleaved[0]);
    });

    test('the same seed gives the same moves in another user of the same making', async () => {
      expect(await talk(make().open(contextOf(3)))).toEqual(await talk(make().open(contextOf(3))));
    });

    test('it ends by itself, with a reason', async () => {
      const last = (await talk(make().open(contextOf(1)))).at(-1)!;
      expect(isOver(last)).toBe(true);
      expect(last.kind === 'end' || last.kind === 'say' ? last.end?.reason : last).toMatch(/^user_(?:done|gave_up)$/);
    });

    test('a restored session goes on in the same way, at every turn', async () => {
      const user = make();
      const whole = await talk(user.open(contextOf(5)));
      for (let cut = 0; cut < whole.length; cut += 1) {
        const session = user.open(contextOf(5));
        for (let turn = -1; turn < cut - 1; turn += 1) await session.next(ok(turn));
        const snapshot = JSON.parse(JSON.stringify(session.snapshot())) as JsonValue;
        const restored = user.open(contextOf(5));
        restored.restore(snapshot);
        expect(restored.snapshot()).toEqual(snapshot);
        expect(await talk(restored, cut - 1)).toEqual(whole.slice(cut));
        expect(await talk(session, cut - 1)).toEqual(whole.slice(cut));
      }
    });

    test('every trace is a well-formed step of a transcript', async () => {
      for (const { trace } of await talk(make().open(contextOf(1)))) {
        expect(UserStep.safeParse({ type: 'user_step', seq: 0, turn: 0, ...trace }).error).toBeUndefined();
      }
    });

    test('it reads what a person would see and nothing else', async () => {
      const seen = new Set<string>();
      const session = make().open(contextOf(1));
      for (let turn = -1; turn < MAX_TURNS; turn += 1) {
        const heard = new Proxy(ok(turn), {
          get: (target, key) => {
            seen.add(String(key));
            return Reflect.get(target, key) as unknown;
          },
        });
        if (isOver(await session.next(heard))) break;
      }
      expect([...seen].filter((key) => !['turn', 'texts', 'notices'].includes(key))).toEqual([]);
    });

    test('being asked to go on after the end is a broken simulation, not an exception', async () => {
      const session = make().open(contextOf(1));
      await talk(session);
      const move = await session.next(ok(MAX_TURNS));
      expect(move.kind === 'broken' && move.problem).toBe(
        'the simulated user was asked for another message after it had ended the talk',
      );
    });

    test.each(hostileTexts())('hostile words are survived: %s', async (_, text) => {
      const session = make().open(contextOf(1));
      const heard = { turn: -1, texts: [text, text], notices: [text] };
      for (let turn = -1; turn < 2; turn += 1) {
        const move = await session.next({ ...heard, turn });
        expect(['say', 'end', 'silent', 'broken']).toContain(move.kind);
        expect(UserStep.safeParse({ type: 'user_step', seq: 0, turn: 0, ...move.trace }).success).toBe(true);
        if (isOver(move)) break;
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
  });
}

function hostileTexts(): [string, string][] {
  return [
    ['10 MB of one letter', 'a'.repeat(10_000_000)],
    ['10 MB of white space', ' '.repeat(10_000_000)],
    ['a lone surrogate', 'order \ud83d is 5\udc00'],
    ['the name of a prototype', '__proto__ constructor {"__proto__":{"polluted":true}}'],
    ['a template', '{{order}} {{__proto__}} \u0024{process.env.HOME}'],
    ['control characters', 'a\u0000b\u202Egpj.exe\u2028\u200b'],
    ['nothing', ''],
    ['a stop marker', 'END.'],
    ['many numbers', '1,2.3,4 '.repeat(20_000)],
    ['many negations', "isn't not no never 不是不没有 ".repeat(5_000)],
  ];
}

/** Moves of a session until it ends, while the agent says "OK." */
async function talk(session: UserSession, from = -1): Promise<UserMove[]> {
  const moves: UserMove[] = [];
  for (let turn = from; turn < MAX_TURNS && !isOver(moves.at(-1)); turn += 1) moves.push(await session.next(ok(turn)));
  return moves;
}

function isOver(move: UserMove | undefined): boolean {
  if (move === undefined) return false;
  return move.kind === 'end' || move.kind === 'broken' || (move.kind === 'say' && move.end !== undefined);
}

function ok(turn: number): Heard {
  return { turn, texts: turn < 0 ? [] : ['OK.'], notices: [] };
}

function contextOf(seed: number): UserContext {
  return { key: { scenario: 'example', variant: 'default', trial: 0 }, seed, signal: new AbortController().signal };
}
