import { type ChatReply, type ChatRequestOptions, ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import type { ModelAttempt } from '../../domain/transcript/transcript-event.ts';
import type { Random } from '../../domain/values/random.ts';
import type { ProviderClock } from './clock.ts';
import { type ProviderClient, RETRY_HEADER } from './open-client.ts';
import { faultOfConnection } from './policy/classify-error.ts';
import type { EndpointLimiter } from './policy/endpoint-limiter.ts';
import { decideRetry, type RetryDecision, type RetryPolicy, type Trials } from './policy/retry-policy.ts';
import { type Timeouts, watchSilence } from './policy/silence-watch.ts';
import { ProviderFault } from './provider-fault.ts';
import { describeFault } from './reply/describe-fault.ts';
import { type AnswerProgress, type AnswerReader, readAnswer } from './reply/read-answer.ts';
import type { ReplyParts } from './reply/reply-parts.ts';

/** How the provider of one model is asked. */
export type Provider = {
  /** Who is asked, for messages: `gpt-5 at https://api.openai.com/v1`. */
  who: string;
  client: ProviderClient;
  reader: AnswerReader;
  limiter: EndpointLimiter;
  clock: ProviderClock;
  policy: RetryPolicy;
  timeouts: Timeouts;
  redact(text: string): string;
};

type Asking = ChatRequestOptions & {
  body: object;
  /** Sent besides the headers that are the same for all requests. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Somebody listens to the words as they arrive. */
  isHeard: boolean;
  /** Spreads waits. */
  random: Random;
};

/**
 * Asks until there is a whole reply or nothing more to hope for. Yields words as they arrive; once somebody has heard
 * some, the request is not sent again, because they could not be taken back. Throws ModelUnavailableError with all attempts, or the
 * signal's reason as soon as it aborts.
 */
export async function* askProvider(provider: Provider, asking: Asking): AsyncGenerator<string, ChatReply> {
  const { policy, limiter, clock } = provider;
  const { signal, isHeard, random, onAttempt = () => {}, remainingMs = () => Number.POSITIVE_INFINITY } = asking;
  const attempts: ModelAttempt[] = [];
  const trials: Trials = { unavailable: 0, rateLimited: 0, incomplete: 0, waitedMs: 0 };
  for (;;) {
    const progress: AnswerProgress = { hasSpoken: false };
    let fault: ProviderFault;
    try {
      const parts = yield* attemptInTurn(provider, { ...asking, trials, progress, retries: attempts.length });
      signal.throwIfAborted();
      const whole: ModelAttempt = { status: 'ok', httpStatus: 200 };
      onAttempt(whole);
      return { ...parts, attempts: [...attempts, whole] };
    } catch (error) {
      signal.throwIfAborted();
      fault = faultOfConnection(error, { inStream: false });
    }
    const decision: RetryDecision =
      isHeard && progress.hasSpoken
        ? { kind: 'stop', why: 'words of the answer had gone out already, so the request was not sent again' }
        : decideRetry(fault, { trials, policy, random, remainingMs: remainingMs() });
    const attempt = attemptOf(fault, { decision, provider });
    attempts.push(attempt);
    onAttempt(attempt);
    limiter.hold(decision.slowMs ?? 0);
    if (decision.kind === 'stop') throw unavailable(provider, attempts, decision.why);
    await clock.wait(decision.waitMs, { signal });
  }
}

/** One request, when its turn has come. */
async function* attemptInTurn(
  provider: Provider,
  asking: Asking & { trials: Trials; progress: AnswerProgress; retries: number },
): AsyncGenerator<string, ReplyParts> {
  const { body, signal, random, progress, retries } = asking;
  const headers = retries === 0 ? asking.headers : { ...asking.headers, [RETRY_HEADER]: String(retries) };
  const { limiter, clock, policy, timeouts, client, reader } = provider;
  const giveBack = await limiter.enter(signal);
  try {
    const heldMs = limiter.heldMs(random);
    if (heldMs > 0) await waitForOthers(heldMs, { clock, policy, ...asking });
    const watch = watchSilence(signal, { clock, timeouts });
    try {
      const response = await client.send(body, { signal: watch.signal, headers });
      return yield* readAnswer(response, { reader, watch, clock, progress });
    } catch (error) {
      // Whatever the client says of it, this is why the request was broken off.
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      watch.stop();
    }
  } finally {
    giveBack();
  }
}

/** The provider told somebody else to slow down. */
async function waitForOthers(
  heldMs: number,
  {
    clock,
    policy,
    signal,
    trials,
    onWait,
    remainingMs,
  }: Pick<Provider, 'clock' | 'policy'> & ChatRequestOptions & { trials: Trials },
): Promise<void> {
  const refuse = (than: string): never => {
    throw new ProviderFault(`the provider asked other requests to wait, for longer than ${than}`, { kind: 'refused' });
  };
  if (trials.waitedMs + heldMs > policy.maxWaitMs) refuse('this one may wait in all');
  if (heldMs > (remainingMs?.() ?? Number.POSITIVE_INFINITY)) refuse('the time limit leaves');
  trials.waitedMs += heldMs;
  onWait?.(heldMs);
  await clock.wait(heldMs, { signal });
}

function attemptOf(
  fault: ProviderFault,
  { decision, provider }: { decision: RetryDecision; provider: Provider },
): ModelAttempt {
  return {
    status: 'error',
    ...(fault.httpStatus === undefined ? {} : { httpStatus: fault.httpStatus }),
    problem: describeFault(fault, provider.redact),
    ...(decision.kind === 'retry' ? { waitedMs: decision.waitMs } : {}),
  };
}

function unavailable(
  { who }: Provider,
  attempts: readonly ModelAttempt[],
  why: string | undefined,
): ModelUnavailableError {
  const { length } = attempts;
  const tries = length === 1 ? '' : ` in ${length} attempts`;
  const last = attempts.at(-1)?.problem ?? '';
  const reason = why === undefined ? '' : `; ${why}`;
  return new ModelUnavailableError(`${who} gave no usable reply${tries}: ${last}${reason}`, attempts);
}
