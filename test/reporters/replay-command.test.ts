import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { replayCommand, shellWord } from '../../src/reporters/replay-command.ts';
import { keyOf } from '../fixtures/results.ts';

test('a session is named by scenario, trial and seed', () => {
  expect(replayCommand(keyOf('refund', 3), { seed: 42 })).toBe('rehearsal run refund --trial 3 --seed 42');
});

test('a variant is named, and a seed that is not known is left out', () => {
  expect(replayCommand(keyOf('refund', 0, 'faulty'))).toBe('rehearsal run refund --variant faulty --trial 0');
});

test('a name that looks like a flag is not taken for one', () => {
  expect(replayCommand(keyOf('--help'), { seed: 1 })).toBe('rehearsal run --trial 0 --seed 1 -- --help');
});

test.each([
  ['plain', 'refund-1', 'refund-1'],
  ['empty', '', "''"],
  ['with spaces', 'a b', "'a b'"],
  ['with a quote', "a'b", "'a'\\''b'"],
  ['with expansions', '$(rm -rf ~) `x` $HOME !! *', "'$(rm -rf ~) `x` $HOME !! *'"],
  ['with words of other scripts', '年假', "'年假'"],
  ['with codes for a terminal', "a\u001b[2J'\\\n", "$'a\\033[2J\\'\\\\\\012'"],
  ['with hidden direction', 'x\u202egpj', "$'x\\342\\200\\256gpj'"],
])('a word %s is quoted', (_, text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a shell reads each quoted word as the text it was made of', () => {
  const texts = [
    'a b',
    "a'b",
    '$(echo x) `x` $HOME !! * ~ # ; & | < >',
    'a\nb\tc\u001b[2J',
    'x\u202egpj\\',
    "\u0007'\\012",
    '年假 5 天',
    '--help',
  ];
  const read = execFileSync('bash', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`], { encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1)).toEqual(texts);
});
