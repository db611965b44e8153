import type { ToolOutcome } from '../domain/transcript/tool-call.ts';
import { isObject } from '../domain/values/json-shape.ts';

/** A tool's outcome as the text that a model reads: words as they are, other values as JSON, failures after `Error: `. */
export function toolResultText(outcome: ToolOutcome): string {
  if (outcome.status === 'error') return `Error: ${outcome.message}`;
  const { content } = outcome;
  if (typeof content === 'string') return content;
  return isObject(content) && content.$type === 'undefined' ? 'null' : JSON.stringify(content);
}
