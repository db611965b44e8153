import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  ended,
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

const tools = started({ tools: [toolOf('search_docs'), toolOf('search_web')] });
const hits = (...ids: readonly unknown[]) => ({ hits: ids.map((id) => ({ id, title: 'A title' })) });
const check = (more: object) => ({ type: 'retrieval', tools: ['search_docs'], ids: '/hits/*/id', ...more });
const search = (query: string) => call('search_docs', { query });

const known = transcriptOf(
  tools,
  user('How do I return it?'),
  search('return'),
  result(hits('x', 'a', 'b', 'y')),
  agent('Like so.'),
);

test('[S2.25] a known ranking has recall@3 0.667, precision@3 0.667 and MRR 0.5', () => {
  const score = scoreOf(check({ relevant: ['a', 'b', 'c'], k: 3, recall: 0.6, precision: 0.6, mrr: 0.5 }), known);
  expect(score).toMatchObject({
    status: 'scored',
    passed: true,
    reason: 'recall@3 0.667, precision@3 0.667, MRR@3 0.5, nDCG@3 0.531',
    metrics: { recall: 2 / 3, precision: 2 / 3, mrr: 0.5, questions: 1, searches: 1, failedSearches: 0 },
  });
});

test('what falls short names the missing documents, with the rank they had', () => {
  const score = scoreOf(check({ relevant: ['a', 'y', 'z'], k: 3 }), known);
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 execution failure low_recall: recall@3 0.333, at least 1 was expected: \`y\` stood at rank 4 and \`z\` was not found",
    ]
  `);
  expect(score.status === 'scored' && score.findings[0]?.evidence[0]).toEqual({
    kind: 'json_pointer',
    seq: 4,
    pointer: '/hits/3/id',
    quote: 'y',
  });
});

test('without a minimum every relevant document must be among the first', () => {
  expect(scoreOf(check({ relevant: ['a', 'b'], k: 3 }), known)).toMatchObject({ passed: true, value: 1 });
  expect(scoreOf(check({ relevant: ['a', 'y'], k: 3 }), known)).toMatchObject({ passed: false, value: 0.5 });
  expect(scoreOf(check({ relevant: ['a', 'y'] }), known)).toMatchObject({ passed: true });
});

test('each minimum is asked for by itself', () => {
  const score = scoreOf(check({ relevant: ['a', 'b'], k: 2, recall: 0.5, precision: 0.9, mrr: 0.6, ndcg: 0.9 }), known);
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 execution failure low_precision: precision@2 0.5, at least 0.9 was expected: \`b\` stood at rank 3",
      "0 execution failure low_mrr: MRR@2 0.5, at least 0.6 was expected: the first relevant document stood at rank 2 of 2",
      "0 execution failure low_ndcg: nDCG@2 0.387, at least 0.9 was expected: \`b\` stood at rank 3",
    ]
  `);
});

test('where all were found, the finding says what stood before them', () => {
  expect(findingsOf(scoreOf(check({ relevant: ['a', 'b'], k: 3, mrr: 1 }), known))).toMatchInlineSnapshot(`
    [
      "0 execution failure low_mrr: MRR@3 0.5, at least 1 was expected: the first relevant document stood at rank 2 of 3",
    ]
  `);
});

test('a document counts once, by its first rank, and an entry without an id takes its rank', () => {
  const twice = transcriptOf(tools, user('?'), search('q'), result(hits('a', 'a', 'a', 'b')), agent('So.'));
  expect(scoreOf(check({ relevant: ['a', 'b'], k: 2 }), twice)).toMatchObject({ passed: true });
  const nameless = transcriptOf(
    tools,
    user('?'),
    search('q'),
    result({ hits: [{ title: '?' }, { id: 'a' }] }),
    agent('So.'),
  );
  expect(scoreOf(check({ relevant: ['a'], k: 2 }), nameless)).toMatchObject({ metrics: { mrr: 0.5 } });
});

test('numbers and texts are the same id, and large numbers stay whole', () => {
  const transcript = transcriptOf(
    tools,
    user('?'),
    search('q'),
    result('{"hits":[{"id":7},{"id":12345678901234567890}]}'),
    agent('So.'),
  );
  expect(scoreOf(check({ relevant: [7, '12345678901234567890'] }), transcript)).toMatchObject({ passed: true });
});

describe('several searches of one turn', () => {
  const two = transcriptOf(
    tools,
    user('?'),
    search('first'),
    result(hits('x', 'a', 'y', 'z')),
    search('second'),
    result(hits('b', 'x')),
    agent('So.'),
  );

  test('are merged by rank, then by the order of the calls', () => {
    // x (rank 1), b (rank 1), a (rank 2); y stands below k of its search.
    const score = scoreOf(check({ relevant: ['a', 'b'], k: 2, recall: 1, precision: 0.6 }), two);
    expect(score).toMatchObject({ passed: true, metrics: { recall: 1, precision: 2 / 3, mrr: 0.5, searches: 2 } });
  });

  test('do not push down what a later one found first', () => {
    // x, b, y, z, and not x, y, z, b.
    const later = transcriptOf(
      tools,
      user('?'),
      search('first'),
      result(hits('x', 'y', 'z')),
      search('second'),
      result(hits('b')),
      agent('So.'),
    );
    expect(scoreOf(check({ relevant: ['b'], k: 3 }), later)).toMatchObject({ metrics: { mrr: 0.5, precision: 0.25 } });
  });

  test('launched together count as those one after the other', () => {
    const together = transcriptOf(
      tools,
      user('?'),
      parallel(['search_docs', { query: 'first' }], ['search_docs', { query: 'second' }]),
      result(hits('x', 'a', 'y', 'z')),
      result(hits('b', 'x')),
      agent('So.'),
    );
    expect(scoreOf(check({ relevant: ['a', 'b'], k: 2 }), together)).toMatchObject({
      passed: true,
      metrics: { recall: 1, mrr: 0.5 },
    });
  });

  test('each stand in the details with what they came to by themselves', () => {
    const score = scoreOf(check({ relevant: ['a', 'b'], k: 2 }), two);
    expect(score).toMatchObject({
      details: {
        k: 2,
        searches: [
          { turn: 0, call: 'search_docs(query="first")', ids: ['x', 'a', 'y', 'z'], recall: 0.5, mrr: 0.5 },
          { turn: 0, call: 'search_docs(query="second")', ids: ['b', 'x'], recall: 0.5, mrr: 1 },
        ],
      },
    });
  });

  test('of another tool count when it is named, too', () => {
    const mixed = transcriptOf(
      tools,
      user('?'),
      call('search_web', { query: 'q' }),
      result(hits('a')),
      search('q'),
      result(hits('x')),
      agent('So.'),
    );
    expect(scoreOf(check({ relevant: ['a'] }), mixed)).toMatchObject({ passed: false });
    expect(scoreOf(check({ tools: ['search_docs', 'search_web'], relevant: ['a'] }), mixed)).toMatchObject({
      passed: true,
    });
  });
});

describe('several questions', () => {
  const talk = transcriptOf(
    tools,
    user('First?'),
    search('one'),
    result(hits('a', 'x')),
    agent('So.'),
    user('Second?'),
    search('two'),
    result(hits('x', 'b')),
    agent('So.'),
    user('Thanks'),
    agent('Bye.'),
  );

  test('have their own documents by turn; the metrics are means', () => {
    const score = scoreOf(check({ relevant: { 0: ['a'], 1: ['b'] }, k: 2, mrr: 0.5 }), talk);
    expect(score).toMatchObject({ passed: true, value: 0.75, metrics: { mrr: 0.75, recall: 1, questions: 2 } });
    expect(score.status === 'scored' && score.turns.map(({ turn, value }) => [turn, value])).toEqual([
      [0, 1],
      [1, 0.5],
    ]);
  });

  test('must reach every minimum each by itself', () => {
    const score = scoreOf(check({ relevant: { 0: ['a'], 1: ['b'] }, k: 2, mrr: 0.75 }), talk);
    expect(score).toMatchObject({ passed: false, metrics: { mrr: 0.75 } });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 execution failure low_mrr: MRR@2 0.5, at least 0.75 was expected: the first relevant document stood at rank 2 of 2",
      ]
    `);
  });

  test('a turn in which nothing was searched fails by name', () => {
    const score = scoreOf(check({ relevant: { 0: ['a'], 2: { b: 3 } } }), talk);
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "2 selection failure missing_call: nothing was searched in turn 2: \`search_docs\` was not called",
      ]
    `);
    expect(score).toMatchObject({ value: 0.5 });
  });

  test('of a session without turns are one, also measured turn by turn', () => {
    const score = scoreOf(check({ relevant: ['a', 'b'] }), talk);
    expect(score).toMatchObject({ passed: true, metrics: { recall: 1, questions: 1 } });
    expect(score.status === 'scored' && score.turns.map(({ turn, value }) => [turn, value])).toEqual([
      [0, 0.5],
      [1, 0.5],
    ]);
  });

  test('grades decide nDCG, linear or exponential', () => {
    const graded = { relevant: { 1: { x: 1, b: 3 } }, k: 2, ndcg: 0.1 };
    const linear = scoreOf(check(graded), talk);
    // (1 + 3/log2(3)) / (3 + 1/log2(3)) and (1 + 7/log2(3)) / (7 + 1/log2(3))
    expect(linear.status === 'scored' && linear.metrics.ndcg).toBeCloseTo(0.7967075809905066, 12);
    const exponential = scoreOf(check({ ...graded, gain: 'exponential' }), talk);
    expect(exponential.status === 'scored' && exponential.metrics.ndcg).toBeCloseTo(0.7098097413968655, 12);
  });
});

describe('nothing retrieved', () => {
  test('an empty list is 0, and says which search found nothing', () => {
    const empty = transcriptOf(tools, user('?'), search('q'), result({ hits: [] }), agent('None.'));
    const score = scoreOf(check({ relevant: ['a'] }), empty);
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure nothing_retrieved: nothing was retrieved: \`search_docs(query="q")\` found nothing",
      ]
    `);
  });

  test('a search that failed brought nothing; beside one that succeeded it is only noted', () => {
    const broken = transcriptOf(tools, user('?'), search('q'), failed('index is down', 'timeout'), agent('Sorry.'));
    expect(findingsOf(scoreOf(check({ relevant: ['a'] }), broken))).toMatchInlineSnapshot(`
      [
        "0 execution failure nothing_retrieved: nothing was retrieved: \`search_docs(query="q")\` failed (timeout: index is down)",
      ]
    `);
    const retried = transcriptOf(
      tools,
      user('?'),
      search('q'),
      failed('index is down'),
      search('q'),
      result(hits('a')),
      agent('So.'),
    );
    const score = scoreOf(check({ relevant: ['a'] }), retried);
    expect(score).toMatchObject({ passed: true, metrics: { searches: 2, failedSearches: 1 } });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution note search_failed: \`search_docs(query="q")\` failed (tool_error: index is down) and brought nothing",
      ]
    `);
  });

  test('no search at all is 0, and so is a call without a result', () => {
    const silent = transcriptOf(tools, user('年假怎么算？'), agent('不知道。'));
    expect(findingsOf(scoreOf(check({ relevant: ['a'] }), silent))).toMatchInlineSnapshot(`
      [
        "0 selection failure missing_call: nothing was searched: \`search_docs\` was not called",
      ]
    `);
    const cut = transcriptOf(tools, user('?'), search('q'), ended('timeout'));
    expect(findingsOf(scoreOf(check({ relevant: ['a'] }), cut))).toMatchInlineSnapshot(`
      [
        "0 execution failure nothing_retrieved: nothing was retrieved: \`search_docs(query="q")\` failed (no result)",
      ]
    `);
  });
});

describe('where the ids stand', () => {
  const withResult = (content: unknown) => transcriptOf(tools, user('?'), search('q'), result(content), agent('So.'));
  const statusOf = (ids: unknown, content: unknown) => {
    const score = scoreOf(check({ ids, relevant: ['a', 'b'] }), withResult(content));
    return score.status === 'scored' ? score.metrics.recall : score.status === 'errored' ? score.message : score.reason;
  };

  test('by pointer, with a star for the entries of each list', () => {
    expect(statusOf('/*', ['a', 'b'])).toBe(1);
    expect(statusOf('/*/doc/id', [{ doc: { id: 'b' } }, { doc: { id: 'a' } }])).toBe(1);
    expect(statusOf('/groups/*/hits/*/id', { groups: [{ hits: [{ id: 'a' }] }, {}, { hits: [{ id: 'b' }] }] })).toBe(1);
    expect(statusOf('/a~1b/*', { 'a/b': ['a', 'b'] })).toBe(1);
    expect(statusOf('/hits/*/id', { hits: null })).toBe(0);
  });

  test('by the name of a key, wherever it stands; what is inside an entry is not another one', () => {
    expect(statusOf('id', { page: 1, hits: [{ id: 'a', author: { id: 'x' } }, { meta: { id: 'b' } }] })).toBe(1);
    expect(statusOf('id', { hits: [] })).toBe(0);
    expect(statusOf('id', null)).toBe(0);
  });

  test('in a text that is JSON, and in one that is not', () => {
    expect(statusOf('id', '[{"id":"a"},{"id":"b"}]')).toBe(1);
    expect(statusOf({ pattern: '\\[(\\w+)\\]' }, '[a] Returns\n[b] Refunds')).toBe(1);
    expect(statusOf({ pattern: '\\[(\\w+)\\]', nothing: 'no documents' }, 'There are no documents.')).toBe(0);
    expect(statusOf({ pattern: '\\[(\\w+)\\]' }, '')).toBe(0);
  });

  test('a result without them says nothing of ranking', () => {
    expect(statusOf('/hits/*/id', { results: [] })).toMatchInlineSnapshot(
      `"the result of \`search_docs(query="q")\` in turn 0 cannot be read: it has no id at \`/hits/*/id\`"`,
    );
    expect(statusOf('/hits/*/id', hits(null, {}))).toMatchInlineSnapshot(
      `"the result of \`search_docs(query="q")\` in turn 0 cannot be read: it has no id at \`/hits/*/id\`"`,
    );
    expect(statusOf('id', { hits: [{ key: 'a' }] })).toMatchInlineSnapshot(
      `"the result of \`search_docs(query="q")\` in turn 0 cannot be read: it has no \`id\` that is a text or a number"`,
    );
    expect(statusOf({ pattern: '\\[(\\w+)\\]' }, 'Returns, Refunds')).toMatchInlineSnapshot(
      `"the result of \`search_docs(query="q")\` in turn 0 cannot be read: \`\\[(\\w+)\\]\` is not found in it"`,
    );
    expect(statusOf({ pattern: '\\w' }, { hits: [] })).toMatchInlineSnapshot(
      `"the result of \`search_docs(query="q")\` in turn 0 cannot be read: it is no text"`,
    );
  });

  test('a result of a turn that no question is about may be unreadable', () => {
    const transcript = transcriptOf(
      tools,
      user('?'),
      search('q'),
      result(hits('a')),
      agent('So.'),
      user('?'),
      search('q'),
      result('?'),
      agent('So.'),
    );
    expect(scoreOf(check({ relevant: { 0: ['a'] } }), transcript)).toMatchObject({ passed: true });
    expect(scoreOf(check({ relevant: ['a'] }), transcript)).toMatchObject({ status: 'unscored' });
  });
});

test('hidden tool calls cannot be judged', () => {
  const hidden = transcriptOf(
    started({ agent: { name: 'a', adapter: 'http', toolCallsVisible: false } }),
    user('?'),
    agent('So.'),
  );
  expect(scoreOf(check({ relevant: ['a'] }), hidden)).toMatchObject({ status: 'unscored' });
});

test('mistakes of a check are told when it is read', () => {
  expect(mistakeOf(check({ ids: '/hits/id', relevant: ['a'] }))).toMatchInlineSnapshot(
    `"expect[0].ids: \`/hits/id\` leads to one value: write \`*\` where each entry of a list is meant, as in \`/hits/*/id\`"`,
  );
  expect(mistakeOf(check({ ids: { pattern: '(' }, relevant: ['a'] }))).toMatchInlineSnapshot(
    `"expect[0].ids.pattern: \`(\`: missing closing ): \`(\`"`,
  );
  expect(mistakeOf(check({ relevant: { a: 0 } }))).toMatchInlineSnapshot(
    `"expect[0].relevant: no document is relevant, so nothing could be found"`,
  );
  expect(mistakeOf(check({ relevant: { 0: ['a'], 1: { b: 0 } } }))).toMatchInlineSnapshot(
    `"expect[0].relevant.1: no document is relevant, so nothing could be found"`,
  );
  expect(mistakeOf(check({ relevant: ['a'], k: 3, precision: 0.5 }))).toMatchInlineSnapshot(
    `"expect[0].precision: precision@3 can be 0.333 at most, since only 1 of 3 documents can be relevant"`,
  );
  expect(mistakeOf(check({ relevant: { first: ['a'] } }))).not.toBe('none');
  expect(mistakeOf(check({ relevant: { 0: ['a'], b: 3 } }))).not.toBe('none');
});

test('one more relevant hit never lowers recall, whatever else was found', () => {
  const ids = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']);
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 6 }), (first, second, k) => {
      const recallOf = (more: readonly string[]) => {
        const transcript = transcriptOf(
          tools,
          user('?'),
          search('1'),
          result(hits(...first)),
          search('2'),
          result(hits(...more)),
        );
        const score = scoreOf(check({ relevant: ['a', 'b', 'z'], k }), transcript);
        return score.status === 'scored' ? (score.metrics.recall ?? Number.NaN) : Number.NaN;
      };
      expect(recallOf(['z', ...second])).toBeGreaterThanOrEqual(recallOf(second.slice(0, Math.max(0, k - 1))));
      expect(recallOf([...second, 'z'])).toBeGreaterThanOrEqual(recallOf(second));
    }),
    { numRuns: 300 },
  );
});

test('an id that a pattern without a group never finds is the mistake of the check', () => {
  expect(mistakeOf(check({ ids: { pattern: 'doc \\w' }, relevant: ['a'] }))).toMatchInlineSnapshot(
    `"expect[0].ids.pattern: has no group, so that its whole match is the id, and \`a\` is none: put the id into a group, as in \`doc (\\w+)\`"`,
  );
  expect(mistakeOf(check({ ids: { pattern: 'd\\d' }, relevant: { 0: ['d1'], 1: ['d12'] } }))).toMatchInlineSnapshot(
    `"expect[0].ids.pattern: has no group, so that its whole match is the id, and \`d12\` is none: put the id into a group, as in \`doc (\\w+)\`"`,
  );
  for (const pattern of ['doc (\\w)', '/DOC (?<id>\\w)/i']) {
    expect(mistakeOf(check({ ids: { pattern }, relevant: ['a'] }))).toBe('none');
  }
  expect(mistakeOf(check({ ids: { pattern: 'doc \\w' }, relevant: ['doc a'] }))).toBe('none');
  expect(mistakeOf(check({ ids: { pattern: '\\b(?:d|e)\\d+\\b' }, relevant: ['d12'] }))).toBe('none');
});

test('a grade or a name that JavaScript would lose is told', () => {
  const relevant = JSON.parse('{"a": 1, "__proto__": 1}') as object;
  expect(mistakeOf(check({ relevant }))).toMatchInlineSnapshot(
    `"expect[0].relevant.__proto__: the key \`__proto__\` is reserved by JavaScript and gets lost."`,
  );
  const byTurn = JSON.parse('{"0": {"__proto__": 1, "b": 1}}') as object;
  expect(mistakeOf(check({ relevant: byTurn }))).toMatchInlineSnapshot(
    `"expect[0].relevant.0.__proto__: the key \`__proto__\` is reserved by JavaScript and gets lost."`,
  );
  expect(scoreOf(check({ relevant: ['__proto__'] }), known)).toMatchObject({ passed: false });
});

test('a minimum of nothing is no minimum', () => {
  expect(mistakeOf(check({ relevant: ['a'], recall: 0 }))).toMatchInlineSnapshot(
    `"expect[0].recall: expected a number that is more than 0, found 0."`,
  );
});

test('a search that no message of the agent rests on counts, and is told', () => {
  const late = transcriptOf(tools, user('?'), agent('So.'), search('q'), result(hits('a')));
  const score = scoreOf(check({ relevant: ['a'] }), late);
  expect(score).toMatchObject({ passed: true });
  expect(findingsOf(score)).toMatchInlineSnapshot(`
    [
      "0 execution note search_unseen: \`search_docs(query="q")\` counts, and the agent said nothing after it had come back",
    ]
  `);
  const seen = transcriptOf(tools, user('?'), search('q'), result(hits('a')), agent('So.'));
  expect(findingsOf(scoreOf(check({ relevant: ['a'] }), seen))).toEqual([]);
});
