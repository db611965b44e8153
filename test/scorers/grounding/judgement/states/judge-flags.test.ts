import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const wrong = (content: unknown, answer: string) =>
  checkGrounding({ evidence: [{ kind: 'tool_result', name: 'get_record', content: content as never }], answer })
    .claims.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ text, reason }) => `${reason} ${text}`);

describe('a flag told the other way round', () => {
  test.each([
    [{ kiln: 'K-3', glazing_included: false }, 'Glazing is included.', ['polarity Glazing']],
    [{ kiln: 'K-3', glazing_included: false }, 'Glazing is not included.', []],
    [{ visitors_allowed: false }, 'Visitors are allowed on Mondays.', ['polarity Visitors']],
    [{ permit_required: true }, 'You do not need a permit.', ['polarity do not need a permit']],
    [{ permit_required: true }, 'A permit is required.', []],
    [{ gate_locked: true }, 'The gate is not locked.', ['polarity gate is not locked']],
    [{ gate_locked: false }, 'If the gate is locked, call us.', []],
    [{ gate_locked: false }, 'Is the gate locked?', []],
  ])('%j: %s', (content, answer, expected) => {
    expect(wrong(content, answer)).toEqual(expected);
  });

  test('where records differ, the one that is named counts', () => {
    const kilns = [
      { kiln: 'K-3', operator_needed: true },
      { kiln: 'K-4', operator_needed: false },
    ];
    expect(wrong(kilns, 'For K-3 no operator is needed.')).toEqual(['polarity operator']);
    expect(wrong(kilns, 'For K-4 no operator is needed.')).toEqual([]);
    expect(wrong(kilns, 'No operator is needed.')).toEqual([]);
  });
});

test('a line of blanks and a run without a break are read in no time', () => {
  const long = {
    evidence: [{ kind: 'tool_result' as const, name: 'g', content: '好'.repeat(180_000) }],
    answer: `${' '.repeat(40_000)}x`,
  };
  expect(checkGrounding(long).contradicted).toBe(0);
});

test('a deed done to one record is none done to another that only the user named', () => {
  const { claims } = checkGrounding({
    evidence: [
      { kind: 'user', content: 'Please cancel W1001.' },
      { kind: 'tool_result', name: 'cancel_order', args: { order_id: 'W2002' }, content: { success: true } },
    ],
    answer: 'I have cancelled order W1001.',
    tools: ['cancel_order'],
  });
  expect(claims[0]).toMatchObject({ verdict: 'contradicted', reason: 'action_not_done' });
});
