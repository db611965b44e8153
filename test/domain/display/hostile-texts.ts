import fc from 'fast-check';

/** What agents, users and tools may say to trick whoever reads a report. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u001b]0;pwn\u0007',
        '\u001b[2J',
        '\u009b31m',
        '\u0000',
        'x\u202egpj.exe',
        '\u200b',
        '\u2028',
        '\r\n',
        '\n',
        '\r',
        '\t',
        '\ud83d',
        '\udb40\udc41',
        '</script><img src=x onerror=alert(1)>',
        ']]>',
        '&amp;',
        '=1+1',
        '@SUM(A1)',
        '"',
        ',',
        '\n::add-mask::x',
        '%0A',
        '|',
        '```',
        '`',
        '[a](javascript:b)',
        'https://evil.test',
        'www.evil.test',
        '@octocat',
        '#1',
        ':tada:',
        '<!--',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
