import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { Timer } from '../../src/agents/command/clock.ts';
import { type CommandAgentOptions, type CommandRuntime, commandAgent } from '../../src/agents/command-agent.ts';
import type { AgentContext, AgentSession } from '../../src/domain/contracts/agent.ts';
import type { Behaviour } from '../contracts/agent.ts';
import { contextOf } from './test-gateway.ts';

type Command = CommandAgentOptions['command'];

/** A shell script as a program; `ask` reads the next line into `$line`, `say` writes one. */
export function shell(script: string): Command {
  return ['/bin/sh', '-c', `ask() { IFS= read -r line; }\nsay() { printf '%s\\n' "$1"; }\n${script}`];
}

/** A line that ends the turn, as shell code. */
export const answer = (text: string): string => `say '{"type":"agent_message","text":"${text}"}'`;

/** Reads `session_started`, then runs `turn` for each message, after its line was read. */
export const turns = (turn: string): Command =>
  shell(`ask; while ask; do case $line in *'"user_message"'*) ${turn} ;; esac; done`);

/** A program in JavaScript: `on(line, send, text)` is called for every line; `text` is the line as it came. */
export function script(on: string, ...args: string[]): Command {
  const source = `
    const send = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
    const on = ${on};
    require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => on(JSON.parse(text), send, text));`;
  return [process.execPath, '-e', source, '--', ...args];
}

/** A program that has a behaviour of the contract suite, in as many sessions as it is given. */
export function programThat(behaviour: Behaviour, { isShared }: { isShared: boolean }): Command {
  return script(`(${behaveAsProgram})(${JSON.stringify(shorten(behaviour))}, ${isShared})`);
}

/** Arguments of a program have their limits: a text that repeats one character is told as that. */
function shorten(behaviour: Behaviour): object {
  if (behaviour.kind !== 'say' || behaviour.text.length < 1000) return behaviour;
  return { kind: 'say', text: behaviour.text[0], times: behaviour.text.length };
}

type Told = {
  kind: string;
  text: string;
  times?: number;
  calls: { id: string; name: string; rawArguments: string; content: string }[];
};
type Line = { type: string; session: string; text: string; content: string };
type Send = (line: object) => void;

/** Runs in the program: it may use nothing from around it. */
function behaveAsProgram({ kind, text, times = 1, calls }: Told, isShared: boolean): (line: Line, send: Send) => void {
  const heard = new Map<string, string[]>();
  const results = new Map<string, string[]>();
  const raw = (session: string, { name, rawArguments }: Told['calls'][number], more: boolean) =>
    `{"type":"tool_call","session":"${session}","name":"${name}","arguments":${rawArguments},"more":${more}}\n`;
  return (line, send) => {
    const { session } = line;
    const say = (words: string) => send({ type: 'agent_message', session, text: words });
    if (line.type === 'tool_result') {
      const known = [...(results.get(session) ?? []), line.content];
      results.set(session, known);
      if (known.length === calls.length) say(`Result: ${known.join(', ')}`);
    }
    if (line.type !== 'user_message') return;
    const words = [...(heard.get(session) ?? []), ...(line.text === '' ? [] : [line.text])];
    heard.set(session, words);
    switch (kind) {
      case 'echo':
        return say(`You said: ${words.at(-1)}`);
      case 'recall':
        return say(words.join(' | ') || 'nothing');
      case 'say':
        return say(text.repeat(times));
      case 'crash':
        if (words.at(-1) !== 'crash') return say('fine');
        if (!isShared) throw new TypeError('no such order');
        return send({ type: 'agent_error', session, message: 'no such order' });
      case 'nonsense':
        return void process.stdout.write('Loading the model…\n');
      case 'late':
        return void process.on('SIGTERM', () => {
          say('Too late.');
          process.exit(0);
        });
      case 'call':
        for (const call of calls) process.stdout.write(raw(session, call, call !== calls.at(-1)));
        return;
      case 'report':
        for (const { id, name, rawArguments } of calls)
          send({ type: 'reported_call', session, id, name, arguments: JSON.parse(rawArguments) });
        for (const { id, content } of [...calls].reverse()) send({ type: 'reported_result', session, id, content });
        return say('Done.');
    }
  };
}

/** For waits that would end at their limit anyway: every wait is over at once. */
export const impatientTimer: Timer = {
  setTimer(_ms, fire) {
    let isOff = false;
    queueMicrotask(() => isOff || fire());
    return () => {
      isOff = true;
    };
  },
};

/** Opens a session that is closed when the test ends. */
export async function open(
  options: CommandAgentOptions,
  context: AgentContext = contextOf(),
  runtime: CommandRuntime = {},
): Promise<AgentSession & { close(): Promise<void> }> {
  const session = await commandAgent(options, runtime).open(context);
  const close = async () => session[Symbol.asyncDispose]?.();
  onTestFinished(() => close().catch(() => {}));
  return Object.assign(session, { close });
}

/** What a promise rejects with: its name, and its message with what differs between machines taken out. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('nothing was thrown'),
    (thrown: Error) => thrown,
  );
  return `${error.name}: ${error.message}`.replaceAll(process.execPath, 'node');
}

/** A zombie that nobody has asked for yet is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Asks again, after others had their turn, until there is an answer. */
export async function waitFor<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
