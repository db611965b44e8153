import type { WireError } from '../../domain/authoring/model-script.ts';
import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { ScriptError } from '../script/script-error.ts';
import { messageOf, ScriptedFault } from '../script/scripted-fault.ts';
import type { WireReply } from './wire-reply.ts';

/** What the openai client, and ours, take as a wish not to be asked again. */
const NO_RETRY = { 'x-should-retry': 'false' };

type Details = {
  status: number;
  type?: string;
  param?: string | undefined;
  code?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
};

/** An error as providers tell it: status, headers, and a body with `message`, `type`, `param` and `code`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { message: string; type: string; param: string | null; code: string | null };
  constructor(message: string, { status, type = typeOf(status), param, code, headers = {} }: Details) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = { message, type, param: param ?? null, code: code ?? null };
  }
}

/** What came out of a model instead of an answer, as a provider would tell it. */
export function providerErrorOf(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof ScriptedFault && thrown.fault.kind === 'error') return scriptedError(thrown.fault.error);
  const { message } = safeErrorText(thrown);
  if (thrown instanceof ModelUnavailableError) {
    const status = thrown.attempts.at(-1)?.httpStatus ?? 503;
    // Whoever gives up has asked again already, unless it is a script that only says so.
    const headers = thrown instanceof ScriptedFault ? {} : NO_RETRY;
    return new ProviderError(message, { status: status >= 400 && status < 600 ? status : 503, headers });
  }
  const code = thrown instanceof ScriptError ? 'script_error' : 'model_error';
  // Asking once more would be one request too many again.
  return new ProviderError(message, { status: 500, type: code, code, headers: NO_RETRY });
}

function scriptedError(error: WireError): ProviderError {
  return new ProviderError(messageOf(error), { status: error.status, code: error.code, headers: error.headers });
}

export function errorReply({ status, headers, body }: ProviderError): WireReply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...lowerCased(headers) },
    body: JSON.stringify({ error: body }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
