import { AddressRefusedError } from './address-guard.ts';
import { type BodySource, readPieces } from './body-pieces.ts';
import { connectionError } from './connection-error.ts';

/** A body in pieces of bytes. It is read once; who stops early frees the connection by it. */
export type ResponseBody = AsyncIterable<Uint8Array> & {
  /** Lets go of what was not read. */
  cancel(): Promise<void>;
};

/** The part of a `Response` of the fetch standard that clients of JSON and event streams use. The body is read once. */
export type PooledResponse = {
  /** Whether the status is from 200 to 299. */
  ok: boolean;
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: Headers;
  /** Of the headers; empty where it is missing. Spares making all of them. */
  contentType: string;
  body: ResponseBody;
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** A body as undici hands it over. */
export type RawBody = BodySource & {
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type RawResponse = { statusCode: number; statusText?: string; headers: RawHeaders; body: RawBody };

/** Dresses an answer of undici for clients of fetch; what breaks while it is read is a ConnectionError. */
export function pooledResponse(
  { statusCode, statusText = '', headers, body }: RawResponse,
  { url, redirected, shown, signal }: { url: string; redirected: boolean; shown: string; signal?: AbortSignal | null },
): PooledResponse {
  // A body that nobody reads any more may still break; that concerns nobody.
  body.on('error', () => {});
  const explain = (error: unknown): unknown => explainFailure(error, { where: `the answer of ${shown}`, signal });
  const read = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => Promise.reject(explain(error)));
  let made: Headers | undefined;
  return {
    ok: statusCode >= 200 && statusCode <= 299,
    status: statusCode,
    statusText,
    url,
    redirected,
    contentType: [headers['content-type'] ?? []].flat().join(', '),
    get headers() {
      made ??= headersOf(headers);
      return made;
    },
    body: bodyOf(body, { explain, signal }),
    text: () => read(() => body.text()),
    json: () => read(() => body.json()),
    arrayBuffer: () => read(() => body.arrayBuffer()),
  };
}

/** What to throw for a failure of the connection; an abort stays what it was, and so does a text that is no JSON. */
export function explainFailure(
  error: unknown,
  { where, signal }: { where: string; signal?: AbortSignal | null | undefined },
): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof AddressRefusedError || error instanceof SyntaxError) return error;
  return connectionError(error, where);
}

function bodyOf(body: BodySource, reading: Parameters<typeof readPieces>[1]): ResponseBody {
  return {
    [Symbol.asyncIterator]: () => readPieces(body, reading),
    async cancel() {
      body.destroy();
    },
  };
}

function headersOf(raw: RawHeaders): Headers {
  const headers = new Headers();
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    if (typeof value === 'string') headers.append(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  return headers;
}
