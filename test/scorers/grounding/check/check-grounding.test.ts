import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';
import type { GroundingEvidence, GroundingInput } from '../../../../src/scorers/grounding/check/grounding-input.ts';

const VISIT = {
  kind: 'tool_result',
  name: 'get_visit',
  call_id: 'call_7',
  args: { visit_id: 'V-3308' },
  content: { visit_id: 'V-3308', doctor: 'Dr. Lindqvist', fee: 64.5, room: 212, date: '2026-08-19' },
} satisfies GroundingEvidence;

test('a claim points at the piece of evidence, with its turn, tool, call and place in the result', () => {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'user', content: 'When is V-3308?' }, { kind: 'user', content: 'Well?' }, VISIT],
    answer: 'Visit V-3308 is on 2026-08-19.',
  });
  const date = claims.find(({ text }) => text === '2026-08-19');
  expect(date).toMatchObject({ verdict: 'supported', tier: 'rules', severity: 'normal' });
  expect(date?.evidence[0]).toMatchObject({
    item: 2,
    turn: 1,
    tool: 'get_visit',
    callId: 'call_7',
    in: 'content',
    pointer: '/date',
  });
});

test('a wrong value comes with the nearest one and where it stands', () => {
  const { claims, groundedness } = checkGrounding({ evidence: [VISIT], answer: 'The fee of visit V-3308 is $71.25.' });
  const fee = claims.find(({ text }) => text === '$71.25');
  expect(fee).toMatchObject({
    verdict: 'contradicted',
    nearest: { text: '64.5', item: 0, tool: 'get_visit', pointer: '/fee' },
  });
  expect(groundedness).toBeLessThan(1);
});

test('[A13] where nothing can be checked, groundedness is absent and no number', () => {
  const report = checkGrounding({ evidence: [], answer: 'Hello! How can I help you today?' });
  expect(report).toMatchObject({ supported: 0, contradicted: 0, unsupported: 0 });
  expect('groundedness' in report).toBe(false);
});

test('tools may be names, descriptions, or what chat APIs are given', () => {
  const named = { name: 'cancel_visit', description: 'Cancels a visit.' };
  const forms = ['cancel_visit', named, { type: 'function', function: named }];
  for (const tool of forms) {
    const { claims } = checkGrounding({ evidence: [VISIT], answer: 'I have cancelled visit V-3308.', tools: [tool] });
    expect(claims.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')).toHaveLength(1);
  }
});

test('an answer that is longer than what is read says so', () => {
  const report = checkGrounding({ evidence: [VISIT], answer: `Room 212. ${'Thank you! '.repeat(5000)}` });
  expect(report.unread).toMatch(/^an answer of turn 0 has 55010 characters, of which the first 50000 are read$/);
});

describe('input of another shape is refused, with place and remedy', () => {
  const circular: { total: number; self?: unknown } = { total: 12 };
  circular.self = circular;
  const item = (more: object): unknown => ({ evidence: [{ kind: 'user', content: 'x', ...more }], answer: 'x' });

  test.each([
    [
      undefined,
      'the input is missing: expected keys and values. Give `{ evidence: [{ kind: "tool_result", name, content }], answer }`.',
    ],
    [{ answer: 'x' }, '`evidence` is missing: expected a list.'],
    [{ evidence: [], answer: { content: 'x' } }, '`answer` expected a text, found {"content":"x"}.'],
    [
      { evidence: [{ kind: 'user' }], answer: 'x' },
      '`evidence[0].content` is missing: expected a text or JSON. A call that returned nothing has `content: null`.',
    ],
    [
      item({ kind: 'tool' }),
      '`evidence[0].kind` expected `tool_result`, `document`, `user`, `assistant` or `system`, found "tool".',
    ],
    [
      item({ turn: Number.NaN }),
      '`evidence[0].turn` expected a number, found NaN. Left out, turns are counted from the messages of the user.',
    ],
    [item({ callId: 'c1' }), '`evidence[0].callId` unknown key `callId`. did you mean `call_id`?'],
    [
      { evidence: [], answer: 'x', clock: 'yesterday' },
      '`clock` expected a date or a moment in ISO 8601, such as `2026-01-15T09:00:00Z`.',
    ],
    [{ evidence: [], answer: 'x', tools: [{ description: 'x' }] }, '`tools[0].name` is missing: expected a text.'],
  ])('%j', (input, message) => {
    expect(() => checkGrounding(input as GroundingInput)).toThrow(`checkGrounding: ${message}`);
  });

  test('content that is circular, huge, nested deeply or throws is read as far as it goes', () => {
    const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1);
    const throwing = {
      get total(): number {
        throw new Error('no');
      },
    };
    const wide = Array.from({ length: 20_000 }, (_, index) => ({ id: `W-${index}`, total: index }));
    for (const content of [circular, deep, throwing, wide, 12n, new Date(0), '['.repeat(50_000), 'a\ud800b'])
      expect(() =>
        checkGrounding({ evidence: [{ kind: 'tool_result', content }], answer: 'The total is 12.' }),
      ).not.toThrow();
    expect(
      checkGrounding({ evidence: [{ kind: 'tool_result', content: circular }], answer: 'The total is 12.' }).claims,
    ).toMatchObject([{ text: '12', verdict: 'supported' }]);
  });
});

describe('the same input gives the same bytes', () => {
  const results: GroundingEvidence[] = [
    VISIT,
    { kind: 'tool_result', name: 'get_weather', content: { town: 'Arvika', degrees: 17 } },
    {
      kind: 'tool_result',
      name: 'list_rooms',
      content: [
        { room: 'Blue', seats: 12 },
        { room: 'Green', seats: 30 },
      ],
    },
    {
      kind: 'tool_result',
      name: 'get_parcel',
      args: { parcel: 'P-118' },
      content: { parcel: 'P-118', weight_kg: 2.4 },
    },
  ];
  const answer =
    'Visit V-3308 costs $64.50 and is in room 219. Arvika has 17 degrees. The Green room seats 12. Parcel P-118 weighs 2.4 kg.';

  test('twice', () => {
    const once = JSON.stringify(checkGrounding({ evidence: results, answer }));
    expect(JSON.stringify(checkGrounding({ evidence: results, answer }))).toBe(once);
  });

  test('and unrelated calls in another order change no verdict', () => {
    const verdictsOf = (evidence: readonly GroundingEvidence[]): string[] =>
      checkGrounding({ evidence: [...evidence], answer }).claims.map(
        ({ start, end, verdict, reason, message, nearest, evidence: pointers }) =>
          JSON.stringify([
            start,
            end,
            verdict,
            reason,
            message,
            nearest?.tool,
            nearest?.pointer,
            pointers.map(({ tool, pointer }) => [tool, pointer]),
          ]),
      );
    const before = verdictsOf(results);
    for (const order of [
      [3, 2, 1, 0],
      [1, 3, 0, 2],
      [2, 0, 3, 1],
    ])
      expect(verdictsOf(order.map((index) => results[index] as GroundingEvidence))).toEqual(before);
  });
});
