import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findingsOf, measurePairs } from '../../../scripts/conformance/grounding/measure-pairs.ts';
import { readItems } from '../../../scripts/conformance/grounding/read-items.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/grounding', import.meta.url));
const hasData = existsSync(`${folder}/mutations-dev.jsonl`);
const title = hasData ? 'finds seeded faults in pairs' : 'finds seeded faults in pairs (skipped: no shared data)';

test.skipIf(!hasData)(title, { timeout: 120_000 }, () => {
  const all = readItems(folder, 'mutations-dev.jsonl');
  const groups = [...new Set(all.map(({ id, base = id }) => base))].filter((_, index) => index % 8 === 0);
  const { pairs } = measurePairs(all.filter(({ id, base = id }) => groups.includes(base)));
  const share = (kinds: RegExp): number => {
    const chosen = pairs.filter(({ changed }) => kinds.test(changed.item.mutation?.kind ?? ''));
    return chosen.filter((pair) => findingsOf(pair).length > 0).length / chosen.length;
  };
  expect(share(/^(?:id_corrupted|date_shifted|time_shifted)$/)).toBeGreaterThan(0.95);
  expect(share(/^(?:number_changed|currency_or_unit_changed|percent_wrong|stale_value)$/)).toBeGreaterThan(0.88);
  expect(share(/^(?:superlative_wrong|relation_swapped|error_as_success|invented_item)$/)).toBeGreaterThan(0.88);
  expect(share(/^(?:capability_claim|unperformed_action|unsupported_promise)$/)).toBeGreaterThan(0.75);
  expect(share(/^ok_/)).toBeLessThan(0.02);
});
