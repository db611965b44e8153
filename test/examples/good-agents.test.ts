import { describe, expect, test } from 'vitest';
import { rehearse, scenarios } from './rehearse.ts';

describe('the good agents', { tags: ['scripted'] }, () => {
  test.each([...scenarios.keys()])('pass %s with nothing to complain of', async (id) => {
    const { scores, verdict, reason } = await rehearse(id);
    const complaints = scores.flatMap((score) =>
      score.status === 'scored'
        ? score.findings
            .filter(({ severity }) => severity === 'failure')
            .map(({ message }) => `${score.id}: ${message}`)
        : [],
    );
    expect(complaints).toEqual([]);
    expect({ verdict, reason }).toMatchObject({ verdict: 'passed' });
  });
});
