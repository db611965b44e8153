import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const leaflet =
  'The lantern fish lives in the deep sea, where hardly any light arrives. It carries small organs along its belly that glow ' +
  'in the dark. Every night it rises towards the surface to feed on plankton, and before dawn it sinks again. Its bones ' +
  'are so thin that fishing nets often crush them.';
const asked = (answer: string, input: object = {}) =>
  checkGrounding({
    evidence: [
      { kind: 'document', name: 'leaflet', content: leaflet },
      { kind: 'user', content: 'What is special about the lantern fish?' },
    ],
    answer,
    combiner: true,
    ...input,
  }).claims;

const FAITHFUL = 'It carries small organs along its belly that glow in the dark.';
const INVENTED = 'Breeders in Norway sell tame ones to aquariums, and children adore their purple stripes.';

test('a statement that a document makes is supported, with the place and a probability', () => {
  const claims = asked(FAITHFUL).filter(({ tier }) => tier === 'local');
  expect(claims).toMatchObject([{ kind: 'statement', verdict: 'supported', via: 'document', text: FAITHFUL }]);
  expect(claims[0]?.confidence).toBeGreaterThan(0.7);
  expect(claims[0]?.evidence[0]).toMatchObject({ item: 0 });
  expect(claims[0]?.evidence[0]?.quote).toContain('small organs along its belly');
});

test('a statement of which no document speaks is unsupported, mildly', () => {
  expect(asked(INVENTED).filter(({ tier }) => tier === 'local')).toMatchObject([
    { verdict: 'unsupported', reason: 'not_covered', severity: 'low', text: INVENTED },
  ]);
});

test('a Chinese statement is measured by pairs of characters', () => {
  const content =
    '灯笼鱼生活在深海，那里几乎没有光。它的腹部有一排小小的发光器。每天夜里它游到海面觅食，天亮以前再沉下去。';
  const evidence = [{ kind: 'document' as const, content }];
  const verdictOf = (answer: string) =>
    asked(answer, { evidence }).flatMap(({ tier, verdict }) => (tier === 'local' ? [verdict] : []));
  expect(verdictOf('它的腹部有一排小小的发光器。')).toEqual(['supported']);
  expect(verdictOf('渔民把晒干的鱼鳔磨成粉末入药，据说治疗咳嗽颇有奇效。')).toEqual(['unsupported']);
});

test('it is silent unless it is asked', () => {
  expect(asked(INVENTED, { combiner: false }).filter(({ tier }) => tier === 'local')).toEqual([]);
});

test('it is silent where there is nothing to read but records, rules and the user', () => {
  const claims = asked('The stripes of this fish are purple and adored by breeders.', {
    evidence: [
      { kind: 'system', content: leaflet },
      { kind: 'user', content: leaflet },
      { kind: 'tool_result', name: 'get_fish', content: [{ id: 'F-17', name: 'lantern fish', depth_m: 400 }] },
    ],
  });
  expect(claims.filter(({ tier }) => tier === 'local')).toEqual([]);
});

test('a sentence that rules found wrong stays theirs', () => {
  const answer = 'It costs 80 dollars. It carries small organs along its belly that glow in the dark.';
  const claims = asked(answer, {
    evidence: [
      { kind: 'document', content: `${leaflet} It costs 30 dollars.` },
      { kind: 'user', content: 'How much is it?' },
    ],
  });
  const first = claims.filter(({ start }) => start < 20);
  expect(first.every(({ tier }) => tier === 'rules')).toBe(true);
  expect(first.some(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')).toBe(true);
});

test('a question that tells nothing is no statement', () => {
  expect(asked('Shall I tell you more?').filter(({ tier }) => tier === 'local')).toEqual([]);
});

test('the same input gives the same bytes', () => {
  const report = () => JSON.stringify(asked(`${FAITHFUL} ${INVENTED}`));
  expect(report()).toBe(report());
});

test('a session asks it by `combiner`', () => {
  const transcript = transcriptOf(
    started({ tools: [toolOf('read_leaflet', 'read')] }),
    user('What is special about the lantern fish?'),
    call('read_leaflet', {}),
    result(leaflet),
    agent(FAITHFUL),
  );
  const lines = (keys: object) => tableLines(scoreWith(grounded, transcript, { ...keys }));
  expect(lines({ combiner: true })).toContain(`0 ${FAITHFUL} supported in_evidence`);
  expect(lines({})).not.toContain(`0 ${FAITHFUL} supported in_evidence`);
});
