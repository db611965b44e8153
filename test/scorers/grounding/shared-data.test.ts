import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { grounded } from '../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, failed, result, started, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { scoreWith } from './score-with.ts';

type Item = {
  id: string;
  evidence?: { kind: string; name?: string; args?: JsonValue; content?: JsonValue; is_error?: boolean }[];
  evidence_of?: string;
  evidence_patch?: unknown;
  evidence_append?: unknown;
  answer: string;
  spans?: { start: number; end: number }[];
  mutation?: { kind: string };
};

const path = fileURLToPath(new URL('../../../../shared/data/grounding/mutations-dev.jsonl', import.meta.url));
const hasData = existsSync(path);
const title = hasData ? 'finds seeded faults in pairs' : 'finds seeded faults in pairs (skipped: no shared data)';

test.skipIf(!hasData)(title, { timeout: 120_000 }, () => {
  const items = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
  const byId = new Map(items.map((item) => [item.id, item]));
  const judged = items.filter(
    ({ mutation, evidence_patch, evidence_append }, index) =>
      mutation && !evidence_patch && !evidence_append && index % 6 === 0,
  );
  const share = (kinds: RegExp): number => {
    const chosen = judged.filter(({ mutation }) => kinds.test(mutation?.kind ?? ''));
    return chosen.filter((item) => isFound(item, byId)).length / chosen.length;
  };
  expect(share(/^number_changed$/)).toBeGreaterThan(0.8);
  expect(share(/^(?:id_corrupted|date_shifted|time_shifted)$/)).toBeGreaterThan(0.95);
  expect(share(/^ok_/)).toBeLessThan(0.05);
});

function isFound(item: Item, byId: ReadonlyMap<string, Item>): boolean {
  let base = item;
  while (base.evidence_of) base = byId.get(base.evidence_of) as Item;
  const known = new Set(findingsOf(base, base.evidence ?? []).map(({ said }) => said));
  const fresh = findingsOf(item, base.evidence ?? []).filter(({ said }) => !known.has(said));
  const spans = item.spans ?? [];
  return fresh.some(
    ({ start, end }) => spans.length === 0 || spans.some((span) => start < span.end && span.start < end),
  );
}

function findingsOf(
  { answer }: Item,
  evidence: NonNullable<Item['evidence']>,
): { said: string; start: number; end: number }[] {
  const parts = evidence.flatMap(({ kind, name = 'tool', args, content, is_error }) => {
    if (kind === 'user') return [user(String(content))];
    return kind === 'tool_result' ? [call(name, args ?? {}), is_error ? failed(String(content)) : result(content)] : [];
  });
  const policy = evidence.flatMap(({ kind, content }) =>
    kind === 'system' && typeof content === 'string' ? [content] : [],
  );
  const outcome = scoreWith(grounded, transcriptOf(started({ tools: 'unknown', policy }), ...parts, agent(answer)));
  if (outcome.status !== 'scored') return [];
  return outcome.findings.map(({ code, evidence: [span] }) => ({
    said: `${code} ${span?.quote}`,
    start: span?.start ?? 0,
    end: span?.end ?? 0,
  }));
}
