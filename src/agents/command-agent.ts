import { kindOf, optionNames, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type { Agent, AgentContext } from '../domain/contracts/agent.ts';
import { visibleText } from '../domain/display/visible-text.ts';
import { UsageError } from '../domain/errors.ts';
import { sessionPath } from '../domain/transcript/session-key.ts';
import type { FixedInput } from '../domain/transcript/transcript-event.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { truncate } from '../domain/values/text.ts';
import { platformTimer, type Timer } from './command/clock.ts';
import type { ToolCallsOf } from './command/lines/step-of-line.ts';
import { childEnvironment } from './command/process/child-environment.ts';
import { createExitGuard } from './command/process/exit-guard.ts';
import { startProgram } from './command/program.ts';
import { ownProgramPool, type ProgramPool, sharedProgramPool } from './command/program-pool.ts';
import { openProgramSession } from './command/program-session.ts';
import { type Environment, processEnvironment } from './environment.ts';

export type CommandAgentOptions = {
  /** The program and its arguments, without a shell in between. */
  command: readonly [program: string, ...args: string[]];
  /** Folder that the program starts in; by default the one of this process. */
  cwd?: string;
  /** Variables of the program's own. */
  env?: Environment;
  /**
   * Names of variables of this process that the program gets, besides `PATH`, `HOME` and the like; it gets no others that
   * could hold a secret.
   */
  passEnv?: readonly string[];
  /** One program for each `session`, which is the default, or one for all sessions of the `run`. */
  lifetime?: 'session' | 'run';
  /** Default: its key in the config. */
  name?: string;
  /**
   * `world`, the default: it uses the world's tools. `reported`: it has tools of its own and tells of them. `none`: its
   * calls cannot be seen, and checks that need them are not judged.
   */
  toolCalls?: ToolCallsOf;
  /** `model` for a program that always answers the same to the same. */
  fixed?: readonly FixedInput[];
  /**
   * Whether the last lines that it logs to standard error in each turn are kept as the event `stderr`. Default: true. Set
   * it to false for transcripts that are to be the same, byte by byte, although the log tells times and the like. With
   * `lifetime: 'run'` nobody could say whose lines they are, and none are kept.
   */
  keepLog?: boolean;
  /** When given, the program has to say that it is `ready` within so many milliseconds, or the session is invalid. */
  startTimeoutMs?: number;
  /** Bytes of one line of the program; default 16 MiB. */
  maxLineBytes?: number;
  /** Milliseconds from the wish that the program ends to SIGTERM, and from there to SIGKILL: 1 to 900, default 500. */
  killAfterMs?: number;
};

/** An agent that is a program. Disposing of it ends a program of `lifetime: 'run'` that waits for its next session. */
export type CommandAgent = Agent & { [Symbol.asyncDispose](): Promise<void> };

/** What a program takes of this process; handed in by tests. */
export type CommandRuntime = { timer?: Timer | undefined; environment?: Environment | undefined };

/**
 * An agent that is a program in any language, which reads JSON lines from its standard input and writes JSON lines to its
 * standard output. A program that cannot be started makes a session invalid; one that dies, or writes what is no line of
 * the protocol, has failed. Throws UsageError for options that cannot be used.
 */
export function commandAgent(
  options: CommandAgentOptions,
  { timer = platformTimer, environment = processEnvironment() }: CommandRuntime = {},
): CommandAgent {
  checkOptions(options);
  const { name, keepLog: isLogKept = true, toolCalls = 'world', fixed = [], maxLineBytes = 16 * 1024 * 1024 } = options;
  const label = labelOf(options.command);
  const pool = poolOf(options, { label, maxLineBytes, timer, environment });
  const names = createNames();
  return {
    name: name ?? 'command agent',
    hasDefaultName: name === undefined,
    adapter: 'command',
    toolCallsVisible: toolCalls !== 'none',
    fixed,
    async open(context) {
      const { program, release } = await pool.acquire();
      if (context.signal.aborted) {
        // Nobody waits for this session any more, so nobody would dispose of it.
        await release({ isBroken: true });
        throw context.signal.reason;
      }
      const id = names.of(context);
      return openProgramSession(
        { program, release, id, label, toolCalls, isLogKept, maxBytes: 4 * maxLineBytes },
        context,
      );
    },
    [Symbol.asyncDispose]: pool.close,
  };
}

function poolOf(
  options: CommandAgentOptions,
  {
    label,
    maxLineBytes,
    timer,
    environment,
  }: { label: string; maxLineBytes: number; timer: Timer; environment: Environment },
): ProgramPool {
  const { command, cwd, env = {}, passEnv = [], lifetime = 'session' } = options;
  const { startTimeoutMs, killAfterMs = 500 } = options;
  const exitGuard = createExitGuard();
  const start = () =>
    startProgram({
      ...{ command, cwd, label, maxLineBytes, killAfterMs, startTimeoutMs, timer, exitGuard },
      env: childEnvironment(environment, { own: env, pass: passEnv }),
      isShared: lifetime === 'run',
    });
  return lifetime === 'run' ? sharedProgramPool(start, timer) : ownProgramPool(start);
}

/** The command as errors name it. */
function labelOf(command: readonly string[]): string {
  return `\`${truncate(visibleText(command.join(' '), { newlines: 'escape' }), 80)}\``;
}

/** `scenario/variant/trial`, told apart where the same key is opened again. */
function createNames(): { of(context: AgentContext): string } {
  const counts = new Map<string, number>();
  return {
    of({ key }) {
      const path = sessionPath(key);
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      return count === 1 ? path : `${path}#${count}`;
    },
  };
}

const OPTIONS = optionNames<CommandAgentOptions>({
  ...{ command: true, cwd: true, env: true, passEnv: true, lifetime: true, name: true, toolCalls: true, fixed: true },
  ...{ keepLog: true, startTimeoutMs: true, maxLineBytes: true, killAfterMs: true },
});

function checkOptions(options: CommandAgentOptions): void {
  refuseMistakes('commandAgent', unknownOptions(options, OPTIONS));
  const { command, passEnv, lifetime = 'session', toolCalls = 'world' } = options;
  const { startTimeoutMs, maxLineBytes, killAfterMs } = options;
  if (!Array.isArray(command) || command.length === 0 || command.some((part) => typeof part !== 'string'))
    throw new UsageError("commandAgent: `command` is a list of texts, the program first: ['python3', 'agent.py']");
  if (command[0] === '')
    throw new UsageError('commandAgent: the first text of `command` names the program, and is empty');
  if (command.some((part) => part.includes('\u0000')))
    throw new UsageError('commandAgent: `command` holds a NUL character');
  if (passEnv !== undefined && !Array.isArray(passEnv))
    throw new UsageError(`commandAgent: \`passEnv\` is ${kindOf(passEnv)}; expected a list of names`);
  checkWord('lifetime', lifetime, ['session', 'run']);
  checkWord('toolCalls', toolCalls, ['world', 'reported', 'none']);
  checkRange('startTimeoutMs', startTimeoutMs, Number.MAX_SAFE_INTEGER);
  checkRange('maxLineBytes', maxLineBytes, 256 * 1024 * 1024);
  checkRange('killAfterMs', killAfterMs, 900);
}

function checkWord(name: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  const near = typeof value === 'string' ? nearestName(value, known) : undefined;
  const advice = near === undefined ? '' : `; did you mean \`${near}\`?`;
  throw new UsageError(`commandAgent: \`${name}\` is one of \`${known.join('`, `')}\`${advice}`);
}

function checkRange(name: string, value: number | undefined, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)) return;
  throw new UsageError(`commandAgent: \`${name}\` is ${value}; expected a whole number from 1 to ${max}`);
}
