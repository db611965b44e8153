import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretRedactor, secretsFromEnvironment } from '../../src/domain/redaction.ts';
import { toJsonValue } from '../../src/domain/values/json-value.ts';

const CANARY = 'c4n4ry/"s3cr3t"+x';
const redactor = secretRedactor([CANARY, 'correct horse battery staple']);

describe('a secret is taken out', () => {
  test.each([
    ['as it is', `token ${CANARY}.`, 'token [redacted].'],
    ['twice', `${CANARY}${CANARY}`, '[redacted][redacted]'],
    ['inside JSON', JSON.stringify({ a: CANARY }), '{"a":"[redacted]"}'],
    ['inside an address', `https://a.test/?q=${encodeURIComponent(CANARY)}&b=1`, 'https://a.test/?q=[redacted]&b=1'],
    ['with spaces in a form', 'q=correct+horse+battery+staple', 'q=[redacted]'],
    ['with spaces', 'the correct horse battery staple!', 'the [redacted]!'],
  ])('%s', (_name, text, expected) => {
    expect(redactor.redact(text)).toBe(expected);
  });

  test('in base64, wherever it starts', () => {
    for (const before of ['', 'u', 'user', 'user:', 'another:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const safe = redactor.redact(Buffer.from(`${before}${CANARY}${before}`).toString(encoding));
        expect(safe).toContain('[redacted]');
        expect(Buffer.from(safe.replace('[redacted]', '*'), encoding).toString('latin1')).not.toContain('s3cr3t');
      }
    }
  });

  test('in base64 for addresses', () => {
    const secret = '>>>???>>>???';
    for (const before of ['', 'u', 'us']) {
      const encoded = Buffer.from(before + secret).toString('base64url');
      expect(encoded).toMatch(/[-_]/);
      expect(secretRedactor([secret]).redact(encoded)).toContain('[redacted]');
    }
  });

  test('when it overlaps itself', () => {
    expect(secretRedactor(['abcabcabc']).redact('xabcabcabcabcx')).toBe('x[redacted]x');
  });

  test('when one secret holds another, or two overlap', () => {
    expect(secretRedactor(['abcdefgh', 'cdefghijkl']).redact('xabcdefghijklx')).toBe('x[redacted]x');
    expect(secretRedactor(['abcdef', 'abcdefghij']).redact('abcdefghij abcdef')).toBe('[redacted] [redacted]');
  });

  test('when a key of known shape goes on behind it', () => {
    expect(secretRedactor(['sk-abc123']).redact('sk-abc123def456')).toBe('[redacted]');
    expect(secretRedactor(['sk-abc123def!tail']).redact('sk-abc123def!tail')).toBe('[redacted]');
  });
});

describe('what looks like a key is taken out unasked', () => {
  const none = secretRedactor([]);

  test.each([
    ['{"error":"bad key sk-test-CANARY"}', '{"error":"bad key [redacted]"}'],
    ['sk-proj-4f_9aB-12', '[redacted]'],
    [`ghp_${'a1B2'.repeat(9)}`, '[redacted]'],
    [`github_pat_${'a1B2'.repeat(9)}`, '[redacted]'],
    ['glpat-abcdefghij1234567890', '[redacted]'],
    ['xoxb-1234567890-abcdefgh', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    [`AIza${'x'.repeat(35)}`, '[redacted]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[redacted]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE KEY-----\nafter', '[redacted]\nafter'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [redacted]'],
    ['sent Bearer abcdefgh1234 on', 'sent Bearer [redacted] on'],
    ['https://user:p@ss@host.test/a', 'https://[redacted]@host.test/a'],
    ['redis://:hunter22@host', 'redis://[redacted]@host'],
    ['X-Api-Key: abcdef123', 'X-Api-Key: [redacted]'],
    ['?api_key=abcdef&b=1', '?api_key=[redacted]&b=1'],
    ['{"apiKey":"abcdef","b":1}', '{"apiKey":"[redacted]","b":1}'],
    ['"{\\"api_key\\":\\"abcdef\\"}"', '"{\\"api_key\\":\\"[redacted]\\"}"'],
  ])('%s', (text, expected) => {
    expect(none.redact(text)).toBe(expected);
  });

  test.each([
    'task-management-system and sk-learn-contrib',
    'https://example.test/a@b',
    'mail me@example.test',
    'An API key is needed. Authorization is refused.',
    'eyJust a word',
    '{"properties":{"api_key":{"type":"string"}}}',
    'AKIA is a prefix',
  ])('%s is left alone', (text) => {
    expect(none.redact(text)).toBe(text);
  });

  test('patterns of the project are added', () => {
    expect(secretRedactor([], { patterns: [/cust-\d{4}/gi] }).redact('CUST-1234 cust-12')).toBe('[redacted] cust-12');
  });
});

describe('values', () => {
  test('keys and texts are searched at any depth', () => {
    const value = toJsonValue({ [CANARY]: 1, list: [{ text: `x ${CANARY}` }], ok: true }).value;
    expect(redactor.redactValue(value)).toEqual({ '[redacted]': 1, list: [{ text: 'x [redacted]' }], ok: true });
  });

  test('the whole value of a secret field goes', () => {
    const value = { headers: { Authorization: 'abc', 'X-Api-Key': 'x y', accept: 'a' }, api_key: { type: 'string' } };
    expect(redactor.redactValue(value)).toEqual({
      headers: { Authorization: '[redacted]', 'X-Api-Key': '[redacted]', accept: 'a' },
      api_key: { type: 'string' },
    });
  });

  test('a number may be a secret too', () => {
    expect(secretRedactor(['12345678']).redactValue({ pin: 12345678, n: 1 })).toEqual({ pin: '[redacted]', n: 1 });
  });

  test('members whose keys read the same afterwards both stay', () => {
    const value = { 'sk-abcdef123': 1, 'sk-abcdef456': 2, 'sk-abcdef789': 3 };
    expect(redactor.redactValue(value)).toEqual({ '[redacted]': 1, '[redacted] (2)': 2, '[redacted] (3)': 3 });
  });

  test('an own `__proto__` stays a key', () => {
    const value = JSON.parse(`{"__proto__":{"a":${JSON.stringify(CANARY)}}}`);
    expect(JSON.stringify(redactor.redactValue(value))).toBe('{"__proto__":{"a":"[redacted]"}}');
  });

  test('untouched branches, and an untouched whole, are the same objects', () => {
    const clean = { a: [1, 'b', null] };
    expect(redactor.redactValue(clean)).toBe(clean);
    const mixed = { clean, dirty: CANARY };
    const safe = redactor.redactValue(mixed) as typeof mixed;
    expect(safe.clean).toBe(clean);
    expect(Object.isFrozen(safe)).toBe(true);
    expect(redactor.redactValue(safe)).toBe(safe);
  });
});

describe('a stream', () => {
  const streamed = (pieces: readonly string[], { stream } = redactor): string => {
    const { push, end } = stream();
    return pieces.map(push).join('') + end();
  };

  test('finds what two pieces share', () => {
    expect(streamed(['token c4n4ry/"s3', 'cr3t"+x.'])).toBe('token [redacted].');
    expect(streamed([...'Bearer abc123def and some more words follow'])).toBe(
      'Bearer [redacted] and some more words follow',
    );
    expect(streamed([...`Authorization: Bearer abc123def ${CANARY}`])).toBe(
      'Authorization: Bearer [redacted] [redacted]',
    );
  });

  test('finds a secret of more words than it holds back', () => {
    const words = 'one two three four five six seven eight';
    expect(streamed([...`say ${words} now`], secretRedactor([words]))).toBe('say [redacted] now');
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIBAAAA\n'.repeat(20)}-----END PRIVATE KEY-----\nafter`;
    expect(streamed([...key])).toBe('[redacted]\nafter');
  });

  test('lets go of what can be no secret any more', () => {
    const { push } = redactor.stream();
    expect(push('one two three four five six sev')).toBe('one two ');
  });

  test('takes out a key that never ends, and goes on after it', () => {
    const key = Array.from({ length: 100 }, () => 'a1'.repeat(100));
    expect(streamed(['key sk-', ...key, ' and then'])).toBe('key [redacted] and then');
  });

  test('does not hold a text without spaces for ever', () => {
    const { push, end } = redactor.stream();
    const pieces = Array.from({ length: 100 }, () => push('ab'.repeat(1000)));
    expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(40);
    expect(pieces.join('') + end()).toBe('ab'.repeat(100_000));
  });

  test('finds a secret in a long text without spaces, wherever it is cut', () => {
    const text = `${'ab'.repeat(5000)}${CANARY}${'cd'.repeat(5000)}`;
    for (const size of [97, 1000, 4096]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(streamed(pieces)).toBe(redactor.redact(text));
    }
  });

  test('says what the whole text would', () => {
    const word = fc.oneof(
      fc.constantFrom(
        CANARY,
        'correct horse battery staple',
        'correct',
        ' horse ',
        'sk-',
        'test-CANARY',
        'Bearer',
        'abcdefgh1',
        ' ',
      ),
      fc.constantFrom('Authorization', ':', '=', '"', 'api_key', '://', 'user:pw', '@', 'eyJhbGciOiJI', '.', '\n', 'x'),
      fc.constantFrom('-----BEGIN PRIVATE KEY-----', 'MII', '-----END PRIVATE KEY-----', '-'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const text = fc.array(word, { maxLength: 20 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (whole, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(whole.slice(at, at + size));
          at += size;
        }
        expect(streamed(pieces)).toBe(redactor.redact(whole));
      }),
      { numRuns: 1000 },
    );
  });
});

test('short secrets are refused, with a reason that does not tell them', () => {
  const { redact, refused } = secretRedactor(['abc', 'long enough', '  pw  ', '']);
  expect(redact('abc long enough pw')).toBe('abc [redacted] pw');
  expect(refused).toEqual([
    'secret 1 has 3 characters; 6 are needed to tell it from other text',
    'secret 3 has 2 characters; 6 are needed to tell it from other text',
    'secret 4 has 0 characters; 6 are needed to tell it from other text',
  ]);
});

test('a secret is a text, not a pattern', () => {
  expect(secretRedactor(['a.c(d|e)*']).redact('a.c(d|e)* abcdde')).toBe('[redacted] abcdde');
});

test('what was redacted stays as it is', () => {
  const text = fc.array(fc.constantFrom(CANARY, 'Bearer', 'abcdefgh12', 'api_key=', '://', '@', 'x'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (words) => {
      const once = redactor.redact(words.join(' '));
      return redactor.redact(once) === once;
    }),
  );
});

test('no secret is left, whatever stands around it', () => {
  const around = fc.string({ unit: 'binary', maxLength: 6 });
  const secret = fc.string({ unit: 'binary', minLength: 8, maxLength: 20 }).filter((text) => text.trim().length >= 6);
  fc.assert(
    fc.property(secret, around, around, (known, before, after) => {
      const { redact, redactValue } = secretRedactor([known]);
      expect(redact(before + known + after)).not.toContain(known);
      expect(JSON.stringify(redactValue({ [before + known]: [known + after] }))).not.toContain(
        JSON.stringify(known).slice(1, -1),
      );
    }),
  );
});

test.each([
  ['sk-', 300_000],
  ['eyJ-', 300_000],
  ['://', 300_000],
  ['authorization=', 100_000],
  ['authorization', 100_000],
  ['-----BEGIN PRIVATE KEY-----', 50_000],
  ['-----BEGIN ', 100_000],
  ['Bearer ', 100_000],
  ['eyJaaaaaaaaaa.', 100_000],
])('a long row of `%s` is searched at once', (part, count) => {
  expect(redactor.redact(part.repeat(count)).length).toBeGreaterThan(0);
});

test('secrets of the environment are known by their names', () => {
  const environment = {
    OPENAI_API_KEY: 'value-of-openai',
    githubToken: 'value-of-github',
    DB_PASSWORD: ' value-of-db\n',
    DB_PWD: 'value-of-pwd',
    AWS_SECRET_ACCESS_KEY: 'value-of-aws',
    DATABASE_URL: 'postgres://app:p%40ssword@db.test/x',
    npm_config__authToken: 'value-of-npm',
    PWD: '/home/someone',
    KEYBOARD: 'us-intl',
    AUTHOR: 'somebody',
    MONKEY: 'bananas',
    SSH_AUTH_SOCK: '/tmp/ssh-agent',
    SSH_KEY_PATH: '/home/someone/.ssh/id',
    TOKENIZERS_PARALLELISM: 'true-enough',
    PATH: '/usr/bin:/bin',
    SHORT_KEY: 'abc',
    USE_TOKEN: 'disabled',
    EMPTY_TOKEN: undefined,
    COPY_OF_API_KEY: 'value-of-openai',
  };
  expect(secretsFromEnvironment(environment)).toEqual([
    'value-of-aws',
    'value-of-openai',
    'p%40ssword',
    'p@ssword',
    'value-of-db',
    'value-of-pwd',
    'value-of-github',
    'value-of-npm',
  ]);
});
