import { safeErrorText } from '../../../domain/values/safe-error.ts';
import { AddressRefusedError } from '../../../network/address-guard.ts';
import { ConnectionError } from '../../../network/connection-error.ts';
import { StreamLimitError } from '../../../network/line-splitter.ts';
import { RedirectRefusedError } from '../../../network/pooled-fetch.ts';
import { type FaultKind, ProviderFault } from '../provider-fault.ts';
import { type ErrorBody, errorIn, errorOf } from '../reply/error-body.ts';
import { readRetryAfter } from './retry-after.ts';

/** Words of providers for what will not change by asking again, whatever the status says. */
const REFUSED =
  /invalid|authentication|permission|forbidden|not_found|insufficient_quota|billing|context_length|content_policy|content_filter|too_large|unsupported/i;
const RATE_LIMITED = /rate_?limit|too_many_requests|throttl/i;

/** Statuses of servers that are busy, or of gateways whose server is. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** What an answer with a status other than 200 to 299 means. */
export function faultOfStatus(
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
  { body, wallMs }: { body: string; wallMs: () => number },
): ProviderFault {
  const kind = headers.get('x-should-retry') === 'false' ? 'refused' : kindOf({ ...errorIn(body), httpStatus: status });
  const askedWaitMs = kind === 'refused' ? undefined : readRetryAfter(headers, wallMs);
  return new ProviderFault(`the provider answered ${status}`, { kind, httpStatus: status, askedWaitMs, body });
}

/** What an error object means that came inside an answer of status 200, whole or as an event of a stream. */
export function faultOfError(
  holder: unknown,
  { httpStatus, body }: { httpStatus: number; body: string },
): ProviderFault {
  return new ProviderFault('the provider answered with an error', {
    kind: kindOf(errorOf(holder) ?? {}),
    httpStatus,
    body,
  });
}

/** What it means that no answer came, or that it broke off; what is no fault of the connection is thrown as it is. */
export function faultOfConnection(error: unknown, { inStream }: { inStream: boolean }): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof RedirectRefusedError)
    return new ProviderFault(error.message, { kind: 'refused', httpStatus: error.status, cause: error });
  if (error instanceof AddressRefusedError || error instanceof StreamLimitError)
    return new ProviderFault(error.message, { kind: 'refused', cause: error });
  if (!(error instanceof ConnectionError)) throw error;
  const kind = isLasting(error) ? 'refused' : inStream ? 'incomplete' : 'unavailable';
  return new ProviderFault(safeErrorText(error).message, { kind, cause: error });
}

function kindOf({ code = '', httpStatus }: ErrorBody): FaultKind {
  // A quota that is used up comes as 429, and no wait brings it back.
  if (httpStatus === 429) return /insufficient_quota|billing/i.test(code) ? 'refused' : 'rate_limited';
  if (httpStatus !== undefined) return PASSING.has(httpStatus) ? 'unavailable' : 'refused';
  if (RATE_LIMITED.test(code)) return 'rate_limited';
  return REFUSED.test(code) ? 'refused' : 'unavailable';
}

/** A certificate that does not hold, an answer that is too long, a network that is blocked: the next try is no better. */
function isLasting({ code = '' }: ConnectionError): boolean {
  return /CERT|TLS|SSL|UNABLE_TO_|HOSTNAME_MISMATCH|EXCEEDED_MAX_SIZE|ENETBLOCKED/.test(code);
}
