import { visibleText } from '../domain/display/visible-text.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';

/**
 * The command that runs one session again with the same seed: `rehearsal run refund --trial 3 --seed 42`. It can be pasted
 * into a shell whatever the names are; a seed that is not known is left out.
 */
export function replayCommand(
  { scenario, variant, trial }: SessionKey,
  { seed }: { seed?: number | undefined } = {},
): string {
  const name = shellWord(scenario);
  const isLikeFlag = scenario.startsWith('-');
  return [
    'rehearsal run',
    ...(isLikeFlag ? [] : [name]),
    ...(variant === 'default' ? [] : [`--variant ${shellWord(variant)}`]),
    `--trial ${trial}`,
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(isLikeFlag ? [`-- ${name}`] : []),
  ].join(' ');
}

/**
 * One word for a POSIX shell, bare where that is safe. Characters that a terminal would act on, or not show, are written
 * as escapes in `$'…'` (POSIX 2024; bash, zsh, ksh), so the command says what it does.
 */
export function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  if (!isHidden(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = Array.from(text, (character) => {
    if (character === '\\' || character === "'") return `\\${character}`;
    return isHidden(character) ? escapeBytes(character) : character;
  });
  return `$'${escaped.join('')}'`;
}

function isHidden(text: string): boolean {
  return text.includes('\t') || visibleText(text, { newlines: 'escape' }) !== text;
}

/** Octal bytes always have three digits, so that what follows cannot become a part of them. */
function escapeBytes(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
