import { stableHash } from '../values/hash.ts';
import { visibleText } from './visible-text.ts';

/**
 * A block of a prompt that holds the text as data, from `<fence>` to `</fence>`. The fence is a word that the writer
 * derived from a seed; where the text says it all the same, in any case, `[fence]` stands instead, so the block ends
 * once. Hidden characters are written out, and what a chat template would read as a border between speakers is broken by a
 * space. Throws RangeError unless the fence has 8 to 64 letters, digits, `-` or `_` and starts with a letter.
 */
export function forPrompt(text: string, fence: string): string {
  if (!/^[a-z][a-z0-9_-]{7,63}$/i.test(fence)) throw new RangeError(`\`${fence}\` cannot fence a prompt`);
  const shown = breakMarkers(visibleText(text).replace(new RegExp(fence, 'giu'), '[fence]'));
  return `<${fence}>\n${shown}\n</${fence}>`;
}

/**
 * What chat templates put between speakers: `<|…|>` and its full-width twin, `[INST]`, `<<SYS>>`, `<s>`,
 * `<start_of_turn>`, and tags that are named after a speaker, a prompt or its parts.
 */
const ROLE_MARKER = new RegExp(
  [
    String.raw`<[|｜][^<>\n]{0,60}[|｜]>`,
    String.raw`\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]`,
    String.raw`<<\/?SYS>>`,
    String.raw`<\/?(?:s|bos|eos|start_of_turn|end_of_turn|think)>`,
    String.raw`<\/?\s*(?:system|developer|assistant|user|human|agent|tool|prompt|instructions?|transcript|data|fence)(?:[\s_:-][^<>\n]{0,80})?\/?\s*>`,
  ].join('|'),
  'giu',
);

/** The text as a fenced block shows it, the fence itself aside. */
export function shownInPrompt(text: string): string {
  return breakMarkers(visibleText(text));
}

function breakMarkers(text: string): string {
  return text.replace(ROLE_MARKER, (marker) => `${marker.slice(0, 1)} ${marker.slice(1)}`);
}

/**
 * A fence that the same parts (seed, role, session, occurrence) give again, so that a replayed request is the recorded
 * one, and that the text does not hold. Nobody who writes the text can know it.
 */
export function fenceFor(parts: readonly (string | number)[], text: string): string {
  const folded = text.toLowerCase();
  for (let round = 0; ; round += 1) {
    const fence = `record-${stableHash(JSON.stringify([...parts, round]))}`;
    if (!folded.includes(fence)) return fence;
  }
}
