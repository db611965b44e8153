import { forTerminal } from '../domain/display/terminal.ts';
import { truncate } from '../domain/values/text.ts';

/**
 * Whether a variable of the environment switches something on: `1`, `true`, `yes` or `on`, and off with `0`, `false`, `no`,
 * `off`, an empty value or none at all. A value that says neither is a problem: nobody knows what was meant by it.
 */
export function isSwitchedOn(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): boolean | { problem: string } {
  const value = environment[name] ?? '';
  const word = value.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (value === '' || ['0', 'false', 'no', 'off'].includes(word)) return false;
  const shown = forTerminal(truncate(JSON.stringify(value), 60));
  return { problem: `${name}: expected \`1\` to switch it on or \`0\` to switch it off, got ${shown}.` };
}
