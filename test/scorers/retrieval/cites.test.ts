import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { findingsOf } from '../score-transcript.ts';
import { mistakeOf, scoreOf } from './score-check.ts';

const tools = started({ tools: [toolOf('search_docs')] });
const hits = (...ids: readonly string[]) => ({ hits: ids.map((id) => ({ id })) });
const check = (more: object = {}) => ({ type: 'cites', tools: ['search_docs'], ids: '/hits/*/id', ...more });
const search = call('search_docs', { query: 'returns' });
const answering = (text: string, ...ids: readonly string[]) =>
  transcriptOf(tools, user('How?'), search, result(hits(...ids)), agent(text));

test('[S2.26] an answer that cites a document which was not retrieved is unsupported', () => {
  const score = scoreOf(check(), answering('Within 30 days [doc-7], free of charge [doc-9].', 'doc-7', 'doc-8'));
  expect(score).toMatchObject({
    status: 'scored',
    value: 0.5,
    passed: false,
    metrics: { citations: 2, supported: 1, unsupported: 1 },
  });
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 generation failure unsupported_citation: \`doc-9\` is cited and had not been retrieved: no result holds it; \`doc-7\` is near",
    ]
  `);
  expect(score.status === 'scored' && score.findings[0]?.evidence[0]).toEqual({
    kind: 'text_span',
    seq: 6,
    start: 40,
    end: 45,
    quote: 'doc-9',
  });
});

test('what was retrieved in an earlier turn may be cited', () => {
  const transcript = transcriptOf(
    tools,
    user('How?'),
    search,
    result(hits('doc-7')),
    agent('So.'),
    user('Where does it say that?'),
    agent('In [doc-7].'),
  );
  expect(scoreOf(check(), transcript)).toMatchObject({
    passed: true,
    reason: '1 citation, each of a document that had been retrieved',
  });
});

test('what is retrieved only later, or by a call that failed, is no source', () => {
  const later = transcriptOf(
    tools,
    user('How?'),
    agent('So [doc-7].'),
    user('Sure?'),
    search,
    result(hits('doc-7')),
    agent('Yes.'),
  );
  expect(findingsOf(scoreOf(check(), later))).toMatchInlineSnapshot(`
    [
      "0 generation failure unsupported_citation: \`doc-7\` is cited and had not been retrieved: \`search_docs(query="returns")\` brought it only later, in turn 1",
    ]
  `);
  const broken = transcriptOf(tools, user('How?'), search, failed('doc-7 is locked'), agent('So [doc-7].'));
  expect(findingsOf(scoreOf(check(), broken))).toMatchInlineSnapshot(`
    [
      "0 generation failure unsupported_citation: \`doc-7\` is cited and had not been retrieved: no search brought anything",
    ]
  `);
});

test('what the agent had not seen when it spoke is no source', () => {
  const unseen = transcriptOf(
    tools,
    user('How?'),
    parallel(['search_docs', { query: 'a' }], ['search_docs', { query: 'b' }]),
    result(hits('doc-7')),
    agent('So [doc-7] and [doc-8].'),
    result(hits('doc-8')),
  );
  expect(findingsOf(scoreOf(check(), unseen))).toMatchInlineSnapshot(`
    [
      "0 generation failure unsupported_citation: \`doc-8\` is cited and had not been retrieved: \`search_docs(query="b")\` brought it only later, in turn 0",
    ]
  `);
});

test('an answer without any search cites out of nowhere', () => {
  expect(findingsOf(scoreOf(check(), transcriptOf(tools, user('?'), agent('[doc-1]'))))).toMatchInlineSnapshot(`
    [
      "0 generation failure unsupported_citation: \`doc-1\` is cited and had not been retrieved: nothing was searched",
    ]
  `);
});

describe('what is a citation', () => {
  const citedIn = (text: string, ...ids: readonly string[]) => {
    const score = scoreOf(check(), answering(text, ...ids));
    return score.status === 'scored' ? `${score.metrics.supported}/${score.metrics.citations}` : score.status;
  };

  test('ids in brackets, several at once, in Chinese ones and with what follows a dagger', () => {
    expect(citedIn('See [d1, d2; d3].', 'd1', 'd2', 'd3')).toBe('3/3');
    expect(citedIn('退货须在 30 天内【d1】，免运费【d2†出处】。', 'd1')).toBe('1/2');
    expect(citedIn('See [returns-policy].', 'returns-policy')).toBe('1/1');
  });

  test('no other brackets: remarks, links, pictures and boxes to tick', () => {
    expect(citedIn('He wrote "recieve" [sic] [x] [see below].', 'd1')).toBe('not_applicable');
    expect(citedIn('[d9](https://example.org/) ![d8] [ ]', 'd1')).toBe('not_applicable');
  });

  test('words put together like the ids of the corpus, whether there is such a document or not', () => {
    const mixed = scoreOf(check(), answering('Yes [rain-policy], and no [sun-policy].', 'rain-policy'));
    expect(mixed).toMatchObject({ value: 0.5, passed: false });
    expect(findingsOf(mixed)).toMatchInlineSnapshot(`
      [
        "0 generation failure unsupported_citation: \`sun-policy\` is cited and had not been retrieved: no result holds it; \`rain-policy\` is near",
      ]
    `);
    const alone = scoreOf(check({ turns: [0] }), answering('No [sun-policy].', 'rain-policy'));
    expect(alone).toMatchObject({ passed: false, findings: [{ code: 'unsupported_citation' }] });
    expect(alone).toMatchObject({ findings: { length: 1 } });
  });

  test.each([
    ['sun_policy', ['rain_policy', 'd7'], '0/1'],
    ['help/sun.md', ['help/rain-policy.md'], '0/1'],
    ['SunPolicy', ['rainPolicy'], '0/1'],
    ['Sun-Policy', ['sun-policy'], '0/1'],
    ['政策:晴天', ['政策:雨天'], '0/1'],
    ['https://x.org/sun', ['https://x.org/rain'], '0/1'],
    ['rain-policy, sun-policy', ['rain-policy'], '1/2'],
    // A plain word is like any other, but for one in a list with a document.
    ['rain, sun', ['rain'], '1/2'],
    ['rain, see below', ['rain'], '1/1'],
    ['sun', ['rain'], 'not_applicable'],
    ['sic', ['rain'], 'not_applicable'],
    ['follow-up', ['rain'], 'not_applicable'],
    ['and/or', ['rain-policy'], 'not_applicable'],
    ['e.g.', ['rain.md'], 'not_applicable'],
    ['on my way', ['On my way home'], 'not_applicable'],
  ])('[%s] where %j was found: %s', (inside, ids, counted) => {
    expect(citedIn(`So [${inside}].`, ...ids)).toBe(counted);
  });

  test('where nothing was found that tells what ids look like, joined words', () => {
    expect(citedIn('So [sun-policy].')).toBe('0/1');
    expect(citedIn('So [and/or], [sic].')).toBe('not_applicable');
  });

  test('an answer with a word in brackets that may be no id says so', () => {
    const score = scoreOf(check({ turns: [0] }), answering('No [sun].', 'rain'));
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 generation failure no_citation: the answer of turn 0 cites nothing: nothing tells that \`[sun]\` is an id (if it is, say \`pattern\`)",
      ]
    `);
    const told = scoreOf(check({ turns: [0], pattern: '\\[(\\w+)\\]' }), answering('No [sun].', 'rain'));
    expect(told).toMatchObject({ findings: [{ code: 'unsupported_citation' }] });
  });

  test('what a pattern says', () => {
    const score = scoreOf(
      check({ pattern: '\\(source: (\\S+?)\\)' }),
      answering('So (source: d1). Or (source: d2) [d3].', 'd1'),
    );
    expect(score).toMatchObject({ metrics: { citations: 2, supported: 1 } });
  });
});

test('an answer that must cite something and does not fails', () => {
  const transcript = answering('Within 30 days.', 'd1');
  expect(scoreOf(check(), transcript)).toMatchObject({ status: 'not_applicable' });
  expect(findingsOf(scoreOf(check({ turns: [0, 1] }), transcript))).toMatchInlineSnapshot(`
    [
      "0 generation failure no_citation: the answer of turn 0 cites nothing",
      "1 generation failure no_answer: there is no answer in turn 1",
    ]
  `);
});

test('a result without ids leaves open what was retrieved', () => {
  const transcript = transcriptOf(tools, user('?'), search, result('Returns: 30 days'), agent('So [d1].'));
  expect(scoreOf(check(), transcript)).toMatchObject({ status: 'unscored' });
  const quiet = transcriptOf(tools, user('?'), search, result('Returns: 30 days'), agent('So.'));
  expect(scoreOf(check(), quiet)).toMatchObject({ status: 'not_applicable' });
});

test('a pattern that is none is told when the check is read', () => {
  expect(mistakeOf(check({ pattern: '(' }))).toMatchInlineSnapshot(
    `"expect[0].pattern: \`(\`: missing closing ): \`(\`"`,
  );
});

test('words around an id that a pattern without a group takes with it are not charged to the agent', () => {
  const pattern = '\\[doc-\\d+\\]';
  expect(scoreOf(check({ pattern }), answering('So [doc-7].', 'doc-7'))).toMatchObject({
    status: 'unscored',
    reason:
      '`[doc-7]` is the whole match of a pattern that has no group, and `doc-7` had been retrieved: put the id into a group, as in `\\[(\\w+)\\]`',
  });
  expect(scoreOf(check({ pattern }), answering('So [doc-9].', 'doc-7'))).toMatchObject({ passed: false });
  expect(scoreOf(check({ pattern: 'doc-\\d+' }), answering('So doc-7.', 'doc-7'))).toMatchObject({ passed: true });
  // `doc-7` is no word of `doc-77`.
  expect(scoreOf(check({ pattern: 'doc-\\d+' }), answering('So doc-77.', 'doc-7'))).toMatchObject({ passed: false });
});
