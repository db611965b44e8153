import { expect, test } from 'vitest';
import { scoreProgress } from '../../../src/cli/score/score-progress.ts';
import type { ScoredConversation } from '../../../src/cli/score/scored-conversation.ts';

const unreadable: ScoredConversation = {
  name: 'log.jsonl:1',
  hasId: false,
  place: { file: 'log.jsonl', line: 1 },
  problems: [],
  status: 'unreadable',
  reason: 'no JSON',
};

function watched({ columns = 80, size }: { columns?: number; size?: number } = {}) {
  const written: string[] = [];
  const time = { ms: 0 };
  const progress = scoreProgress({ write: (text) => written.push(text), columns, size, now: () => time.ms });
  return { progress, time, written };
}

test('nothing is shown of what takes no time, and nothing is taken away then', () => {
  const { progress, time, written } = watched();
  time.ms = 600;
  progress.add(unreadable);
  progress.clear();
  expect(written).toEqual([]);
});

test('the line says how far it is, is rewritten now and then, and is taken away once', () => {
  const { progress, time, written } = watched({ size: 200 });
  progress.read(90);
  time.ms = 800;
  progress.add(unreadable);
  time.ms = 850;
  progress.add(unreadable);
  time.ms = 950;
  progress.read(500);
  progress.add(unreadable);
  progress.clear();
  progress.clear();
  expect(written).toEqual([
    '\r\u001b[2K1 conversation, 1 invalid; 45 % of the logs read',
    '\r\u001b[2K3 conversations, 3 invalid; 100 % of the logs read',
    '\r\u001b[2K',
  ]);
});

test('it fits its terminal, and without a size it only counts', () => {
  const { progress, time, written } = watched({ columns: 20 });
  time.ms = 800;
  progress.add(unreadable);
  expect(written).toEqual(['\r\u001b[2K1 conversation, 1 …']);
});
