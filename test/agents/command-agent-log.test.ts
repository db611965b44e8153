import { expect, test } from 'vitest';
import type { CommandAgentOptions } from '../../src/agents/command-agent.ts';
import type { AgentStep } from '../../src/domain/contracts/agent.ts';
import { answer, open, script, shell, turns } from './command-agent-programs.ts';

const { signal } = new AbortController();

/** The steps of one turn for each message, by their type, and what the program logged. */
async function logOf(options: CommandAgentOptions, messages: readonly string[]): Promise<unknown[]> {
  const session = await open(options);
  const told: unknown[] = [];
  for (const [turn, text] of messages.entries()) {
    const steps: AgentStep[] = [];
    for await (const step of session.reply({ turn, text }, { signal })) steps.push(step);
    told.push(steps.map((step) => (step.type === 'custom' ? [step.name, step.data] : step.type)));
  }
  await session[Symbol.asyncDispose]?.();
  return told;
}

test('what a program logs before its answer is an event of that turn, and turns without a log have none', async () => {
  const command = turns(
    `case $line in *loud*) echo 'looking' >&2; echo >&2; echo 'found' >&2 ;; esac; ${answer('Hi.')}`,
  );
  for (let round = 0; round < 5; round += 1) {
    expect(await logOf({ command }, ['loud', 'quiet', 'loud'])).toEqual([
      [['stderr', { lines: ['looking', 'found'] }], 'text'],
      ['text'],
      [['stderr', { lines: ['looking', 'found'] }], 'text'],
    ]);
  }
});

test('a line that has no end yet waits for the turn in which it ends', async () => {
  const command = turns(`printf half >&2; ${answer('Hi.')}`);
  const whole = shell(`ask; ask; printf half >&2; ${answer('Hi.')}; ask; echo ' done' >&2; ${answer('Hi.')}; ask`);
  expect(await logOf({ command }, ['a'])).toEqual([['text']]);
  expect(await logOf({ command: whole }, ['a', 'b'])).toEqual([
    ['text'],
    [['stderr', { lines: ['half done'] }], 'text'],
  ]);
});

test('a long log keeps its last 20 lines, cut and with hidden characters written out', async () => {
  const command = script(`(line, send) => {
    if (line.type !== 'user_message') return;
    const log = Array.from({ length: 5000 }, (_, index) => 'line ' + index + '\\u001b[31m\\u202e' + 'x'.repeat(400));
    require('node:fs').writeSync(2, log.slice(0, 40).join('\\n') + '\\n');
    send({ type: 'agent_message', text: 'Hi.' });
  }`);
  const [[[, data]]] = (await logOf({ command }, ['a'])) as [[[string, { lines: string[] }]]];
  expect(data.lines).toHaveLength(20);
  expect(data.lines[19]).toMatch(/^line 39/);
  expect(data.lines.every((line) => line.length <= 301 && !/\p{Cc}|\p{Cf}/u.test(line))).toBe(true);
});

test('a log that nobody wants, or that several sessions share, is not kept', async () => {
  const command = turns(`echo 'looking' >&2; ${answer('Hi.')}`);
  expect(await logOf({ command, keepLog: false }, ['a'])).toEqual([['text']]);
  const shared = script(`(line, send) => {
    if (line.type !== 'user_message') return;
    require('node:fs').writeSync(2, 'looking\\n');
    send({ type: 'agent_message', session: line.session, text: 'Hi.' });
  }`);
  expect(await logOf({ command: shared, lifetime: 'run' }, ['a'])).toEqual([['text']]);
});
