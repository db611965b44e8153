import type { JsonValue } from '../../../domain/values/json-value.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { AgentReplyError } from '../../agent-answer.ts';
import { excerpt, type Redact } from '../send-request.ts';

/**
 * JSON of an agent. Throws AgentReplyError, beginning with `what`, for text that is none, and for a key that is given
 * twice: whoever reads the last value only would not see what the first one says.
 */
export function parseAnswer(text: string, { what, redact }: { what: string; redact: Redact }): JsonValue {
  const parsed = parseJson(text);
  if (parsed.status === 'unparsable') {
    throw new AgentReplyError(`${what} is no JSON (${parsed.problem})${excerpt(text, redact)}`);
  }
  const [twice] = parsed.warnings ?? [];
  if (twice === undefined) return parsed.value;
  throw new AgentReplyError(`${what} contradicts itself: ${redact(twice)}${excerpt(text, redact)}`);
}
