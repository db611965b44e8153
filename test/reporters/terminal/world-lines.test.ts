import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { worldLines } from '../../../src/reporters/terminal/failure/world-lines.ts';
import { paletteOf } from '../../../src/reporters/terminal/palette.ts';
import { findingOf, keyOf, resultOf, scoreOf } from '../../fixtures/results.ts';
import { agent, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { type Deed, worldSession } from '../../scorers/world/sessions.ts';

const session = worldSession(
  { start: { orders: { 'A-1': 'open' } }, end: { orders: { 'A-1': 'gone', 'A-2': { status: 'open' } } } },
  [{ tool: 'cancel', with: { id: 'A-1' }, changes: { '/orders/A-1': ['open', 'gone'] } }],
  [{ tool: 'order', changes: { '/orders/A-2': [undefined, { status: 'open' }] } }],
);
const lines = (transcript: Transcript, { scorer = 'end-state', isWhole = false, columns = 90 } = {}) =>
  worldLines(resultOf(keyOf('shop'), { transcript, scores: [scoreOf('check', [findingOf()], { scorer })] }), {
    columns,
    palette: paletteOf(false),
    isWhole,
  });

describe('the world in a report', () => {
  test('is told turn by turn where a check of it failed', () => {
    expect(lines(session)).toMatchInlineSnapshot(`
      [
        "",
        "the world, by turn",
        "turn 0  /orders/A-1: "open" → "gone"  by #1 cancel",
        "turn 1  /orders/A-2: nothing → {"status":"open"}  by #2 order",
      ]
    `);
    expect(lines(session, { scorer: 'invariants' })).toEqual(lines(session));
  });

  test('is left out where another check failed, unless everything is asked for', () => {
    expect(lines(session, { scorer: 'said' })).toEqual([]);
    expect(lines(session, { scorer: 'said', isWhole: true })).toEqual(lines(session));
    expect(lines(transcriptOf(user('Hi'), agent('Hello.')), { isWhole: true })).toEqual([]);
  });

  test('says that nothing was changed, that no call did it, and that it does not add up', () => {
    const nothing = worldSession({ start: {}, end: {} }, []);
    expect(lines(nothing)).toMatchInlineSnapshot(`
      [
        "",
        "the world, by turn",
        "nothing was changed",
      ]
    `);
    const hidden = session.map((one) => (one.type === 'world_change' ? { ...one, callId: 'no_call' } : one));
    expect(lines(hidden).at(-1)).toMatchInlineSnapshot(
      `"turn 1  /orders/A-2: nothing → {"status":"open"}  by no recorded call"`,
    );
    const lost = session.filter((one) => one.type !== 'world_change' || one.turn > 0);
    expect(lines(lost).at(-1)).toMatchInlineSnapshot(
      `"these changes do not add up: with all changes taken back, the state is not the one of the…"`,
    );
  });

  test('is cut to a few lines of the width of the terminal, and what it holds does nothing there', () => {
    const evil = '\u001b[31mred\u202e';
    const deeds = Array.from(
      { length: 20 },
      (_, index): Deed => ({ tool: 'put', changes: { [`/${index}`]: [undefined, evil] } }),
    );
    const long = worldSession({ start: {}, end: Object.fromEntries(deeds.map((_, index) => [index, evil])) }, deeds);
    const cut = lines(long, { columns: 40 });
    expect(cut).toHaveLength(10);
    expect(cut.at(-1)).toBe('… 13 more changes, with --verbose');
    expect(cut.join('')).not.toContain('\u001b');
    expect(cut.join('')).not.toContain('\u202e');
    expect(Math.max(...cut.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines(long, { columns: 40, isWhole: true })).toHaveLength(22);
  });
});
