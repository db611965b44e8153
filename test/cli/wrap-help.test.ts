import { expect, test } from 'vitest';
import { wrapHelp } from '../../src/cli/wrap-help.ts';

const help = `Usage: rehearsal list [options] [scenarios...]

List the scenarios of this project, with the number of their trials and the words of their tags.

Options:
  -t, --tag <tag...>  only scenarios with one of these tags, whichever it may be
  -h, --help          print this help

Exit codes:
  0 all passed   1 a scenario failed   2 wrong usage or files`;

test('a help that is too wide is broken between words, below its description', () => {
  expect(wrapHelp(help, 50)).toMatchInlineSnapshot(`
    "Usage: rehearsal list [options] [scenarios...]

    List the scenarios of this project, with the
    number of their trials and the words of their
    tags.

    Options:
      -t, --tag <tag...>  only scenarios with one of
                          these tags, whichever it may
                          be
      -h, --help          print this help

    Exit codes:
      0 all passed   1 a scenario failed
      2 wrong usage or files"
  `);
});

test('where a description would have no room beside its term, it goes on below the term', () => {
  expect(wrapHelp('  -t, --tag <tag...>  only scenarios with these tags', 36)).toMatchInlineSnapshot(`
    "  -t, --tag <tag...>  only scenarios
        with these tags"
  `);
});

test('what fits stays as it is, and a word that is wider than the terminal stays whole', () => {
  expect(wrapHelp(help, 120)).toBe(help);
  expect(wrapHelp(`  ${'x'.repeat(60)}`, 40)).toBe(`  ${'x'.repeat(60)}`);
});
