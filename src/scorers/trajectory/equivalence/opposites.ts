import { answerOf, type EffectCall } from './effect-call.ts';

/** Words that say the opposite of each other, as results and names of tools use them. */
const pairs: readonly (readonly [string, string])[] = [
  ['on', 'off'],
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['active', 'inactive'],
  ['activate', 'deactivate'],
  ['connected', 'disconnected'],
  ['connect', 'disconnect'],
  ['locked', 'unlocked'],
  ['lock', 'unlock'],
  ['blocked', 'unblocked'],
  ['block', 'unblock'],
  ['opened', 'closed'],
  ['open', 'close'],
  ['started', 'stopped'],
  ['start', 'stop'],
  ['suspended', 'resumed'],
  ['suspend', 'resume'],
  ['paused', 'resumed'],
  ['pause', 'resume'],
  ['granted', 'revoked'],
  ['grant', 'revoke'],
  ['subscribed', 'unsubscribed'],
  ['subscribe', 'unsubscribe'],
  ['freeze', 'unfreeze'],
  ['muted', 'unmuted'],
  ['mute', 'unmute'],
  ['true', 'false'],
  ['yes', 'no'],
];
const opposites = new Map(
  pairs.flatMap(([left, right]) => [`${left} ${right}`, `${right} ${left}`]).map((key) => [key, true]),
);

/** Whether two tools do the opposite by their names: `enable_roaming` and `disable_roaming`. */
export function areOppositeTools(first: string, second: string): boolean {
  return first !== second && differInOpposites(wordsOf(first), wordsOf(second));
}

/**
 * Whether two calls of one switch left it in opposite positions: their answers begin with lines that differ in opposite
 * words only, `Airplane mode is now ON.` and `Airplane mode is now OFF.`
 */
export function areOppositeAnswers(first: EffectCall, second: EffectCall): boolean {
  const [left, right] = [answerOf(first), answerOf(second)];
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return differInOpposites(wordsOf(firstLine(left)), wordsOf(firstLine(right)));
}

/** The words of a name or a sentence, in lower case: `toggleWifi`, `toggle_wifi` and `Toggle Wifi` are the same two. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

function differInOpposites(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [`${word} ${right[index]}`]));
  return differing.length === 1 && opposites.has(differing[0] as string);
}
