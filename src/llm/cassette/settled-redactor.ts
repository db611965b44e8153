import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';

/** Each pass takes something out, so few are ever needed. */
const MAX_PASSES = 5;

/**
 * Redacts until nothing more is found: what stood beside a secret may look like one once it is gone. A text that was
 * redacted before then stays as it is, and so does the key of its request.
 */
export function settledRedactor({ redact, redactValue }: SecretRedactor): SecretRedactor {
  return { redact: (text) => settle(text, redact), redactValue: (value) => settle(value, redactValue) };
}

function settle<T>(value: T, redact: (value: T) => T): T {
  let settled = redact(value);
  let before = value;
  for (let pass = 1; settled !== before && pass < MAX_PASSES; pass += 1) {
    before = settled;
    settled = redact(before);
  }
  return settled;
}
