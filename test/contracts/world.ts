import { describe, expect, test } from 'vitest';
import type { World, WorldSession } from '../../src/domain/contracts/world.ts';
import { jsonProblem } from '../../src/domain/values/json-shape.ts';
import { callTool, checkText, openOptions } from '../worlds/order-world.ts';

/** A call that a world under the contract answers with success in its first state. */
export type GoodCall = { tool: string; arguments: object };

/** What every world keeps to. */
export function worldContract(
  name: string,
  { world, read, write }: { world: World; read: GoodCall; write: GoodCall },
): void {
  const open = (): WorldSession => world.open(openOptions);
  const run = (session: WorldSession, call: GoodCall, callId = 'c0') =>
    callTool(session, call.tool, call.arguments, callId);

  describe(`${name} keeps the contract of worlds`, () => {
    test('its tools have a name, words, and a schema of an object that models can be shown', () => {
      for (const tool of open().tools) {
        expect(tool.name).not.toBe('');
        expect(tool.description).not.toBe('');
        expect(jsonProblem(tool.parameters)).toBeUndefined();
        expect(tool.parameters).toMatchObject({ type: 'object' });
        expect(tool.parameters).not.toHaveProperty('$schema');
      }
    });

    test('[S1.27] each of twenty sessions at once has exactly one write and its own state', async () => {
      const sessions = Array.from({ length: 20 }, open);
      await Promise.all(sessions.map(async (session, index) => run(session, write, `c${index}`)));
      expect(sessions.map((session) => session.writes().map(({ callId }) => callId))).toEqual(
        sessions.map((_, index) => [`c${index}`]),
      );
      expect(new Set(sessions.map((session) => JSON.stringify(session.state()))).size).toBe(1);
      expect(open().state()).not.toEqual(sessions[0]?.state());
    });

    test('a read is no write', async () => {
      const session = open();
      const before = session.state();
      await run(session, read);
      expect(session.writes()).toEqual([]);
      expect(session.state()).toEqual(before);
    });

    test('a write is logged with what was asked and what came of it', async () => {
      const session = open();
      await run(session, write, 'c7');
      expect(session.writes()).toMatchObject([{ callId: 'c7', tool: write.tool }]);
      expect(session.writes().map(({ arguments: given, result }) => [jsonProblem(given), jsonProblem(result)])).toEqual(
        [[undefined, undefined]],
      );
    });

    test('the state is data that nobody can change from outside', () => {
      const state = open().state();
      expect(jsonProblem(state)).toBeUndefined();
      expect(Object.isFrozen(state)).toBe(true);
    });

    test('a snapshot goes on the same way, and neither side changes the other', async () => {
      const session = open();
      await run(session, read);
      const taken = session.snapshot();
      const snapshot = JSON.parse(JSON.stringify(taken));
      const other = open();
      other.restore(snapshot);
      await run(session, write);
      expect(JSON.parse(JSON.stringify(taken))).toEqual(snapshot);
      expect(other.writes()).toEqual([]);
      await run(other, write);
      expect(other.state()).toEqual(session.state());
      expect(other.writes()).toEqual(session.writes());
      expect(other.notices()).toEqual(session.notices());
    });

    test('hostile arguments are refused in words, and nothing is written', () => {
      const session = open();
      const hostile = [
        'null',
        '[]',
        '"Oslo"',
        '[1,2]',
        '42',
        '{}',
        '{"__proto__":{"polluted":true}}',
        '{"constructor":1}',
        `{"x":${'['.repeat(150)}${']'.repeat(150)}}`,
      ];
      const { tool } = write;
      const found = session.tools.find((one) => one.name === tool);
      for (const raw of hostile) {
        const checked = found === undefined ? undefined : checkText(found, raw);
        expect(checked).toMatchObject({ status: 'refused', problem: expect.stringMatching(/\S/) });
      }
      expect(session.writes()).toEqual([]);
      expect({}).not.toHaveProperty('polluted');
    });
  });
}
