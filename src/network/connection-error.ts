/**
 * No answer, or only half of one: the host was not found, refused or dropped the connection, or its certificate does not
 * hold. `code` is the system's word for it, `ECONNREFUSED`, where there is one. `reached` tells whether somebody was
 * there, who then gave no whole answer.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string | undefined;
  readonly reached: boolean;
  constructor(
    message: string,
    { code, cause, reached = false }: { code?: string | undefined; cause?: unknown; reached?: boolean } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.reached = reached;
  }
}

/** What an exception of the connection means, in words about `where`. */
export function connectionError(cause: unknown, where: string): ConnectionError {
  const code = codeOf(cause);
  const said = cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
  const words = code === undefined ? undefined : WORDS[code];
  const message = `${where}: ${words ?? said}${code === undefined ? '' : ` (${code})`}`;
  return new ConnectionError(message, { code, cause, reached: isBehindConnect(code) });
}

/** Codes of a connection that was there: it was cut, or what came over it is no whole answer of HTTP. */
function isBehindConnect(code: string | undefined): boolean {
  if (code === undefined || code === 'UND_ERR_CONNECT_TIMEOUT') return false;
  return code === 'ECONNRESET' || code === 'EPIPE' || /^(?:UND_ERR_|HPE_)/.test(code);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the connection was not made in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer began in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped coming',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is longer than is read',
};

/** A name with several addresses fails with one error for each; the first that has a code tells it. */
function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { code, errors } = cause as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) ? errors.map(codeOf).find((one) => one !== undefined) : undefined;
}
