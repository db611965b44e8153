import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/domain/values/json-value.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { markedAnswers } from '../../src/reporters/grounding/marked-answers.ts';
import { faultyAnswers } from '../../src/reporters/grounding-table.ts';
import { paletteOf } from '../../src/reporters/terminal/palette.ts';
import { grounded } from '../../src/scorers/grounding/grounding-scorers.ts';
import { scoreOf } from '../fixtures/results.ts';
import { agent, call, result, transcriptOf, user } from '../fixtures/transcripts.ts';
import { scoreWith } from '../scorers/grounding/score-with.ts';

const plain = { columns: 72, palette: paletteOf(false) };

function groundedScoreOf(transcript: ReturnType<typeof transcriptOf>): Score {
  const outcome = scoreWith(grounded, transcript);
  return { id: 'grounded', scorer: 'grounded', stage: 'generation', required: true, ...outcome };
}

/** A score with one claim made up by the test, at a place of the answer. */
function scoreAt(seq: number, text: string, part: string, more: JsonObject = {}): Score {
  const start = text.indexOf(part);
  const row = {
    turn: 0,
    seq,
    start,
    end: start + part.length,
    text: part,
    kind: 'value',
    verdict: 'unsupported',
    reason: 'not_in_evidence',
    message: `\`${part}\` stands in no result`,
    evidence: [],
    ...more,
  };
  return scoreOf('grounded', [], { details: [row] });
}

test('wrong and unsupported parts are marked with two signs, and the nearest evidence stands below them', () => {
  const transcript = transcriptOf(
    user('What does bay B-12 cost?'),
    call('get_bay', { bay_id: 'B-12' }),
    result({ bay_id: 'B-12', rent: 310.5, city: 'Skagen' }),
    agent('Bay B-12 costs $295.00 a month.\nYour contract is KX-88213.'),
  );
  expect(markedAnswers({ scores: [groundedScoreOf(transcript)], transcript }, plain).join('\n')).toMatchInlineSnapshot(`
    "turn 0  1 of 3 claims supported
      Bay B-12 costs $295.00 a month.
                     ^^^^^^^
      Your contract is KX-88213.
                       ~~~~~~~~
      ^ contradicted (value_mismatch): \`$295.00\` is told; the result
        says \`310.5\`
        nearest: 310.5, turn 0, get_bay, call c0, /rent
      ~ unsupported (not_in_evidence): \`KX-88213\` stands in no result,
        and nothing else gives it"
  `);
});

test('what lies to a reader of the terminal is written out, and the marks stay below their part', () => {
  const text = '\u001b[2Jpaid \u202e9.99\u202c now';
  const transcript = transcriptOf(user('Hi'), agent(text));
  const lines = markedAnswers(
    {
      scores: [scoreAt(3, text, '9.99', { nearest: { text: '\u001b[31m8', pointer: '/a\nb', seq: 1, turn: 0 } })],
      transcript,
    },
    plain,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
  expect(lines.join('\n')).not.toMatch(/[\u001b\u202e\u202c]/);
  expect(lines).toMatchInlineSnapshot(`
    [
      "turn 0  0 of 1 claim supported",
      "  \\u{1b}[2Jpaid \\u{202e}9.99\\u{202c} now",
      "                        ~~~~",
      "  ~ unsupported (not_in_evidence): \`9.99\` stands in no result",
      "    nearest: \\u{1b}[31m8, turn 0, /a\\nb",
    ]
  `);
});

test('a huge answer is shown around its first mark, and a narrow terminal wraps', () => {
  const text = `${'All is well. '.repeat(9000)}The fee is 77 crowns. ${'Thank you. '.repeat(9000)}`;
  const transcript = transcriptOf(user('Hi'), agent(text));
  const lines = markedAnswers({ scores: [scoreAt(3, text, '77 crowns')], transcript }, { ...plain, columns: 40 });
  expect(lines.length).toBeLessThan(140);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  const at = lines.findIndex((line) => /^ *~+$/.test(line));
  expect(lines[at - 1]).toContain('77');
});

test('colours go with the signs and never stand for them', () => {
  const transcript = transcriptOf(user('Hi'), agent('It is 77 crowns.'));
  const scores = [scoreAt(3, 'It is 77 crowns.', '77 crowns', { verdict: 'contradicted' })];
  const coloured = markedAnswers({ scores, transcript }, { columns: 72, palette: paletteOf(true) }).join('\n');
  expect(coloured).toContain('\u001b[31m^^^^^^^^^\u001b[39m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(markedAnswers({ scores, transcript }, plain).join('\n'));
});

test('answers without a fault, other scorers and details of another form have no lines', () => {
  const transcript = transcriptOf(user('Hi'), agent('It is 77 crowns.'));
  const sound = scoreAt(3, 'It is 77 crowns.', '77 crowns', { verdict: 'supported', reason: 'in_evidence' });
  const other = { ...scoreAt(3, 'It is 77 crowns.', '77'), scorer: 'said' };
  const strange = scoreOf('grounded', [], { details: { rows: 3 } });
  expect(markedAnswers({ scores: [sound, other, strange], transcript }, plain)).toEqual([]);
});

test('of many sessions the first twenty are shown, and the others counted', () => {
  const transcript = transcriptOf(user('Hi'), agent('It is 77 crowns.'));
  const faulty = faultyAnswers(plain);
  const told = Array.from({ length: 23 }, (_, index) =>
    faulty.add(`s${index}`, { scores: [scoreAt(3, 'It is 77 crowns.', '77')], transcript }),
  );
  expect(told.filter((text) => text !== '')).toHaveLength(20);
  expect(faulty.rest()).toBe('… and 3 more sessions with such answers; all of them are in the JSON report\n\n');
});

test('a line of an answer is no command to a build server, and the marks stay below their part', () => {
  const text = '::error file=a::price 41.70';
  const transcript = transcriptOf(user('Hi'), agent(text));
  const lines = markedAnswers({ scores: [scoreAt(3, text, '41.70')], transcript }, plain);
  expect(lines.slice(1, 3)).toEqual(['  \\u{3a}:error file=a::price 41.70', `${' '.repeat(29)}~~~~~`]);
});

test('what a finding quotes does not begin a line of its own', () => {
  const text = 'price 41.70';
  const transcript = transcriptOf(user('Hi'), agent(text));
  const message = '`41.70\n::error::x` is told';
  const lines = markedAnswers({ scores: [scoreAt(3, text, '41.70', { message })], transcript }, plain);
  expect(lines.at(-1)).toBe('  ~ unsupported (not_in_evidence): `41.70\\n::error::x` is told');
});
