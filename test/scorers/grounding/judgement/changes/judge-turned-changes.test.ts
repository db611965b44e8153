import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const evidence = [
  {
    kind: 'tool_result' as const,
    name: 'list_rehearsals',
    content: {
      rehearsals: [
        { id: 'RH-7', piece: 'Requiem', start: '18:20', hall: 'Chapel' },
        { id: 'RH-8', piece: 'Overture', start: '19:50', hall: 'Gym' },
      ],
    },
  },
  {
    kind: 'tool_result' as const,
    name: 'move_rehearsal',
    args: { id: 'RH-7', start: '20:40' },
    content: { ok: true, id: 'RH-7', start: '20:40' },
  },
  {
    kind: 'tool_result' as const,
    name: 'update_contact',
    args: { street: 'Dorfweg 12' },
    content: { updated: true, previous: { street: 'Seegasse 31' } },
  },
];

function turned(answer: string): readonly string[] {
  return checkGrounding({ answer, evidence })
    .claims.filter(({ reason }) => reason === 'direction_reversed')
    .map(({ text }) => text);
}

test('a change that is told from the new to the old is turned', () => {
  expect(turned('The Requiem moved from 20:40 to 18:20.')).toEqual(['20:40 to 18:20']);
  expect(turned('The Requiem moved from 18:20 to 20:40.')).toEqual([]);
});

test('the old value told as the current one, with the new one as what was, is turned', () => {
  expect(turned('The Requiem now begins at 18:20 (was 20:40).')).toEqual(['18:20 (was 20:40']);
  expect(turned('The Requiem now begins at 20:40 (was 18:20).')).toEqual([]);
});

test('what a result calls previous is the old one', () => {
  expect(turned('Your address is now Seegasse 31, it was Dorfweg 12.')).toEqual(['Seegasse 31, it was Dorfweg 12']);
  expect(turned('Your address is now Dorfweg 12, it was Seegasse 31.')).toEqual([]);
});
