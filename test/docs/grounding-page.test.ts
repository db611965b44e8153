import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkGrounding, groundTranscript, importTranscript } from '../../src/index.ts';
import { readFencedBlocks } from './fenced-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/grounding.md`, 'utf8');
const blocks = readFencedBlocks('docs/grounding.md', page);

/** What a block of the page prints, run with the names that it imports. */
function printedBy(text: string): string[] {
  const printed: string[] = [];
  const names = { checkGrounding, groundTranscript, importTranscript };
  const run = new Function(...Object.keys(names), 'console', text.replace(/^import .*$/gm, ''));
  run(...Object.values(names), { log: (...parts: readonly unknown[]) => printed.push(parts.join(' ')) });
  return printed;
}

test('the example of one answer prints what the page shows', () => {
  const code = blocks.find(({ language }) => language === 'ts')?.text ?? '';
  const shown = blocks.find(({ language }) => language === 'json')?.text ?? '';
  expect(JSON.parse(printedBy(code).join('\n'))).toEqual(JSON.parse(shown));
});

test('the example of a conversation finds the wrong value in its turn', () => {
  const code = blocks.filter(({ language }) => language === 'ts')[1]?.text ?? '';
  const [found, measures] = printedBy(code);
  expect(found).toMatch(/^0 .*655/);
  expect(measures).toMatch(/^0\.\d+ 0$/);
});

test('the table of reasons has each reason of the code once, and no other', () => {
  const code = readFileSync(`${root}/src/scorers/grounding/judgement/judged-claim.ts`, 'utf8');
  const union = /export type ClaimReason =(?<members>[^;]*);/.exec(code)?.groups?.members ?? '';
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const table = page.split('<!-- reasons:begin -->')[1]?.split('<!-- reasons:end -->')[0] ?? '';
  const told = [...table.matchAll(/^\| [\w, ]+ \| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(reasons.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual(reasons.toSorted());
});
