import { truncate } from '../../../domain/values/text.ts';
import type { ProviderFault } from '../provider-fault.ts';
import { errorIn } from './error-body.ts';

const MAX_EXCERPT = 200;
/** Nothing behind it reaches the excerpt. */
const MAX_LOOKED_AT = 64 * 1024;

/**
 * The fault in one line: our words, then what the provider said, at most 200 characters of it. Secrets are taken out
 * before the text is cut, so that none is halved and thereby missed.
 */
export function describeFault(fault: ProviderFault, redact: (text: string) => string): string {
  const { body } = fault;
  const message = redact(fault.message);
  if (body === undefined || body.trim() === '') return message;
  const excerpt = truncate(redact(wordsOf(body).slice(0, MAX_LOOKED_AT)).replace(/\s+/g, ' ').trim(), MAX_EXCERPT);
  return `${message}: ${excerpt}`;
}

/** The provider's sentence where there is one, else the body as it came. */
function wordsOf(body: string): string {
  const error = errorIn(body);
  if (error?.message === undefined) return body;
  return error.code === undefined ? error.message : `${error.message} (${error.code})`;
}
