/**
 * What a request that failed means for the next one.
 * `refused` the same request will fail again · `rate_limited` the provider wants us to slow down · `unavailable` it is
 * down, busy or out of reach · `incomplete` an answer came and is not whole.
 */
export type FaultKind = 'refused' | 'rate_limited' | 'unavailable' | 'incomplete';

export type FaultDetails = {
  kind: FaultKind;
  httpStatus?: number | undefined;
  /** How long the provider asks to wait, in milliseconds. */
  askedWaitMs?: number | undefined;
  /** What the provider sent, as far as it was read. Foreign text that may hold secrets: shown only through `describeFault`. */
  body?: string | undefined;
  cause?: unknown;
};

/** One request that brought no usable reply. `message` is in our words. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly kind: FaultKind;
  readonly httpStatus: number | undefined;
  readonly askedWaitMs: number | undefined;
  readonly body: string | undefined;
  constructor(message: string, { kind, httpStatus, askedWaitMs, body, cause }: FaultDetails) {
    super(message, { cause });
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.askedWaitMs = askedWaitMs;
    this.body = body;
  }
}
