import { expect, test } from 'vitest';
import { withoutLogCommands } from '../../../src/domain/display/log-commands.ts';

test.each([
  ['::error::gone', '\\u{3a}:error::gone'],
  ['  ::set-output name=a::b', '  \\u{3a}:set-output name=a::b'],
  ['fine\n\t::stop-commands::x', 'fine\n\t\\u{3a}:stop-commands::x'],
  ['read ##[group]more', 'read \\u{23}#[group]more'],
  ['say ##vso[task.complete]', 'say \\u{23}#vso[task.complete]'],
  ["##teamcity[buildStop comment='x']", "\\u{23}#teamcity[buildStop comment='x']"],
])('no build server obeys %j', (text, shown) => {
  expect(withoutLogCommands(text)).toBe(shown);
});

test.each(['std::vector is a list', '## Heading', 'a: b', ': c', '### [link](x)', 'C#[0]'])(
  '%j is no command and stays as it is',
  (text) => {
    expect(withoutLogCommands(text)).toBe(text);
  },
);
