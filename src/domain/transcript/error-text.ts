import type { ToolOutcome } from './tool-call.ts';

/**
 * A failed result in words: its kind and its message, the kind only where the message does not say it itself, as
 * `blocked: …`, `Error: …` and `{"error": …}` do. `message` stands in for the recorded one, such as a shortened one.
 */
export function errorText(
  { kind, message }: Extract<ToolOutcome, { status: 'error' }>,
  shown: string = message,
): string {
  return isSaid(kind, message) ? shown : `${kind}: ${shown}`;
}

function isSaid(kind: string, message: string): boolean {
  const begin = message.slice(0, 24).toLowerCase();
  if (kind === 'tool_error' && /^\W*\w*(?:error|exception)\b/.test(begin)) return true;
  return kind.split('_').every((word) => begin.includes(word));
}
