import { refuseMistakes, unknownOptions } from '../../domain/authoring/option-names.ts';
import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import type { NliBackend } from '../../domain/contracts/nli-backend.ts';
import type { ModelAttempt } from '../../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { shownUrl } from '../../network/address-guard.ts';
import { type PooledFetch, pooledFetch } from '../../network/pooled-fetch.ts';
import { type ProviderClock, providerClock } from '../provider/clock.ts';
import { faultOfConnection, faultOfStatus } from '../provider/policy/classify-error.ts';
import type { ProviderFault } from '../provider/provider-fault.ts';
import { nliRequest, readNliReply } from './nli-format.ts';

export type HttpNliOptions = {
  /** Where pairs are sent by POST. */
  url: string;
  name?: string | undefined;
  /**
   * `pairs` (default): `{"pairs": [{"premise", "statement"}]}` is answered by `{"results": [{"entailment", "neutral",
   * "contradiction"}]}`. `tei`: the `/predict` of Hugging Face's text-embeddings-inference, `{"inputs": [[premise,
   * statement]]}`, answered by a list of `{"label", "score"}` for each pair.
   */
  format?: 'pairs' | 'tei' | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Pairs of one request; default 32. */
  batchSize?: number | undefined;
  /** How often a request is sent again that met a busy or unreachable server; default 2. */
  retries?: number | undefined;
  /** Places outside the public network that may be reached, as for agents over HTTP: `127.0.0.1:8080`. */
  allowAddresses?: readonly string[] | undefined;
  /** Milliseconds until an answer begins; default 30,000. */
  timeoutMs?: number | undefined;
};

const OPTIONS = ['url', 'name', 'format', 'headers', 'batchSize', 'retries', 'allowAddresses', 'timeoutMs'];
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * A model of natural language inference behind HTTP. Rejects with ModelUnavailableError when the server cannot be reached,
 * stays busy or answers in another form. Throws UsageError for options that there are not.
 */
export function httpNli(
  options: HttpNliOptions,
  { fetch, clock = providerClock }: { fetch?: PooledFetch; clock?: Pick<ProviderClock, 'wait' | 'wallMs'> } = {},
): NliBackend {
  refuseMistakes('httpNli', [...mistakesIn(options), ...unknownOptions(options, OPTIONS)]);
  const { url, name = 'nli', format = 'pairs', batchSize = 32, allowAddresses } = options;
  let pool = fetch;
  return {
    name,
    async classify(pairs, { signal }) {
      pool ??= pooledFetch({ allow: allowAddresses, keepAliveMs: 1_000 });
      const readings: Awaited<ReturnType<NliBackend['classify']>>[number][] = [];
      for (let from = 0; from < pairs.length; from += batchSize) {
        const batch = pairs.slice(from, from + batchSize);
        const text = await send(nliRequest(batch, format), { options, pool, clock, signal });
        const read = readNliReply(text, { format, count: batch.length });
        if ('problem' in read)
          throw new ModelUnavailableError(`\`${name}\` (${shownUrl(new URL(url))}) ${read.problem}`, []);
        readings.push(...read.readings);
      }
      return readings;
    },
  };
}

type Sending = {
  options: HttpNliOptions;
  pool: PooledFetch;
  clock: Pick<ProviderClock, 'wait' | 'wallMs'>;
  signal: AbortSignal;
};

async function send(body: string, { options, pool, clock, signal }: Sending): Promise<string> {
  const { url, name = 'nli', retries = 2, headers, timeoutMs = 30_000 } = options;
  const attempts: ModelAttempt[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const fault = await sendOnce(body, { url, headers, timeoutMs, pool, clock, signal });
    if (typeof fault === 'string') return fault;
    const isPassing = fault.kind === 'unavailable' || fault.kind === 'rate_limited' || fault.kind === 'incomplete';
    attempts.push({ status: 'error', httpStatus: fault.httpStatus, problem: fault.message });
    if (!isPassing || attempt >= retries)
      throw new ModelUnavailableError(`\`${name}\` could not be asked: ${safeErrorText(fault).message}`, attempts);
    await clock.wait(Math.min(MAX_WAIT_MS, fault.askedWaitMs ?? FIRST_WAIT_MS * 2 ** attempt), { signal });
  }
}

async function sendOnce(
  body: string,
  {
    url,
    headers,
    timeoutMs,
    pool,
    clock,
    signal,
  }: Omit<Sending, 'options'> & { url: string; headers: HttpNliOptions['headers']; timeoutMs: number },
): Promise<string | ProviderFault> {
  try {
    const answer = await pool(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
      firstByteMs: timeoutMs,
      idleMs: timeoutMs,
    });
    const text = await answer.text();
    return answer.ok ? text : faultOfStatus(answer, { body: text, wallMs: clock.wallMs });
  } catch (error) {
    if (signal.aborted) throw error;
    return faultOfConnection(error, { inStream: false });
  }
}

function mistakesIn({ url, format, batchSize, retries }: HttpNliOptions): string[] {
  return [
    ...(typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url)
      ? []
      : ['`url` has to be an address such as `http://127.0.0.1:8080/predict`']),
    ...(format === undefined || format === 'pairs' || format === 'tei' ? [] : ['`format` is `pairs` or `tei`']),
    ...(batchSize === undefined || (Number.isInteger(batchSize) && batchSize > 0)
      ? []
      : ['`batchSize` has to be a whole number from 1']),
    ...(retries === undefined || (Number.isInteger(retries) && retries >= 0)
      ? []
      : ['`retries` has to be a whole number from 0']),
  ];
}
