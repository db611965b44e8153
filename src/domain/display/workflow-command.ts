import { visibleText } from './visible-text.ts';

const data: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' };
const property: Readonly<Record<string, string>> = { ...data, ':': '%3A', ',': '%2C' };

/** For the message of a GitHub workflow command, what follows the second `::`. Stays on one line. */
export function forWorkflowCommand(text: string): string {
  return visibleText(text).replace(/[%\r\n]/g, (character) => data[character] ?? '');
}

/** For the value of a property of a GitHub workflow command, such as `title` or `file`. */
export function forWorkflowProperty(text: string): string {
  return visibleText(text).replace(/[%\r\n:,]/g, (character) => property[character] ?? '');
}
