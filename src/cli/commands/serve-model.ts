import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { StoreError, UsageError } from '../../domain/errors.ts';
import { secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { toJsonValue } from '../../domain/values/json-value.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { truncate } from '../../domain/values/text.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { loadModelScript } from '../../files/model-script/read-model-script.ts';
import { ScriptError } from '../../llm/scripted-model.ts';
import { type ServedModel, serveModel } from '../../llm/serve-model.ts';
import type { ServedRequest } from '../../llm/wire/model-endpoint.ts';
import type { Terminal } from '../terminal.ts';

export type ServeModelFlags = {
  port?: number;
  /** Stop after one request, or after so many. */
  once?: boolean;
  maxRequests?: number;
  /** Milliseconds after which it stops. */
  for?: number;
  /** File for a line of JSON for each request; overwritten. */
  jsonLog?: string;
};

/**
 * Serves a script until it is told to stop: its address to standard output, a line for each request to standard error.
 * Exit code 1 when the script did not fit or was not used up in some conversation, or when nobody asked.
 */
export async function serveModelFile(file: string, flags: ServeModelFlags, terminal: Terminal): Promise<number> {
  const { cwd, guard, out, err } = terminal;
  const script = await loadModelScript(file, { cwd });
  if (flags.jsonLog !== undefined && resolve(cwd, flags.jsonLog) === resolve(cwd, file)) {
    throw new UsageError('`--json-log` names the script itself, which would be overwritten');
  }
  const log = openLog(flags.jsonLog, terminal);
  const tell = (line: string): void => err(`${forTerminal(line, { newlines: 'escape' })}\n`);
  try {
    const signals = [guard.interrupted, ...(flags.for === undefined ? [] : [AbortSignal.timeout(flags.for)])];
    const maxRequests = flags.once === true ? 1 : flags.maxRequests;
    const server = await serveModel(script, {
      ...(flags.port === undefined ? {} : { port: flags.port }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
      signal: AbortSignal.any(signals),
      onRequest(request) {
        tell(requestLine(request));
        log.write(request);
      },
      onAnswer({ method, path, status, isServed }) {
        if (!isServed) tell(`${method} ${truncate(path, 200)} ${status}: it did not reach the model`);
      },
    });
    guard.enter({ at: 'serving' });
    out(`${server.baseURL}\n`);
    if (terminal.isTty) tell(`set OPENAI_BASE_URL=${server.baseURL} for what is tested; Ctrl-C stops`);
    await server.stopped;
    const code = await summarise(server, tell);
    log.check();
    return code;
  } finally {
    log.close();
  }
}

function requestLine({ conversation, api, request, status }: ServedRequest): string {
  const last = request.messages.at(-1);
  const said = last === undefined ? '' : `, ${last.role}: ${JSON.stringify(truncate(last.content, 80))}`;
  return `${truncate(conversation, 80)}, call ${request.call + 1}, turn ${request.turn}, ${api} ${status}${said}`;
}

async function summarise(server: ServedModel, tell: (line: string) => void): Promise<number> {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  tell(`${count(server.asked, 'request')} in ${count(server.conversations, 'conversation')}`);
  try {
    await server.close();
    tell('the script was used up in every conversation');
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    for (const line of error.message.split('\n')) tell(line);
    return EXIT.lost;
  }
}

type RequestLog = {
  write(request: ServedRequest): void;
  /** Throws `StoreError` when a line could not be written. */
  check(): void;
  close(): void;
};

function openLog(name: string | undefined, { cwd, env }: Terminal): RequestLog {
  if (name === undefined) return { write: () => undefined, check: () => undefined, close: () => undefined };
  const path = resolve(cwd, name);
  const redactor = secretRedactor(secretsFromEnvironment(env));
  const fail = (error: unknown): StoreError =>
    new StoreError(`${name} could not be written: ${safeErrorText(error).message}`, { path, cause: error });
  let problem: StoreError | undefined;
  const file = attempt(() => openSync(path, 'w'), fail);
  return {
    write(request) {
      const line = forJson(redactor.redactValue(toJsonValue(request).value));
      try {
        writeSync(file, `${line}\n`);
      } catch (error) {
        // A request that is being answered is not to suffer from a full disk.
        problem ??= fail(error);
      }
    },
    check() {
      if (problem !== undefined) throw problem;
    },
    close: () => closeSync(file),
  };
}

function attempt<T>(work: () => T, fail: (error: unknown) => Error): T {
  try {
    return work();
  } catch (error) {
    throw fail(error);
  }
}
