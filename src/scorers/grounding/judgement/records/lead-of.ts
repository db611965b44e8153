import { speaksOfFuture } from '../../claims/polarity.ts';
import type { RecordNode } from '../../evidence/records.ts';
import type { Context } from './clash.ts';
import type { Mention } from './mentions-in.ts';
import { supportOf, type Vote } from './votes.ts';

/** So much more must speak for a record than for any that holds what was said. */
const MIN_LEAD = 0.6;

/** Of that, so much must stand in the sentence itself. */
const MIN_NEAR = 0.5;

/** More is needed against what the user said. */
const MIN_SAID = 0.95;

/** And for everyday words. */
const MIN_USUAL = 1.2;

/** And where such a word may be about something else. */
const MIN_OPEN = 2;

/** What speaks for it must outweigh what speaks for the other so many times. */
const MARGIN = 2.5;

/** How far a record leads before all that hold what was said; undefined where that is not far enough. */
export function leadOf(
  node: RecordNode,
  {
    best,
    votes,
    mention,
    context,
  }: { best: readonly { node: RecordNode }[]; votes: readonly Vote[]; mention: Mention; context: Context },
): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  for (const holder of best) {
    let pro = 0;
    let near = 0;
    let con = 0;
    let named = 0;
    let rivalNamed = 0;
    for (const { other, weight, isNear } of votes) {
      const [own, rival] = [supportOf(other, node), supportOf(other, holder.node)];
      const gain = own > 0 && rival > 0 ? 0 : own - rival;
      if (gain > 0) pro += gain * weight;
      else con -= gain * weight;
      if (gain > 0 && isNear) near += gain * weight;
      if (isNear && other.isName && gain > 0.3) named = Math.max(named, weight);
      if (other.isName && gain < -0.3) rivalNamed = Math.max(rivalNamed, weight);
    }
    if (pro < MIN_LEAD || pro < con * MARGIN || near < MIN_NEAR) return undefined;
    if (mention.claim?.value.kind === 'time' && named < 0.5) return undefined;
    if (rivalNamed >= 0.35 && named < 0.8) return undefined;
    least = Math.min(least, pro - con);
  }
  return least >= leastFor(mention, context) ? least : undefined;
}

/** More is needed against what the user said, what a change is about, and words that anyone may use for anything. */
function leastFor(mention: Mention, context: Context): number {
  const { text } = mention.sentence;
  const isUsual = isEveryday(mention, context.answer.normalised.text);
  const isOpen = CHANGE.test(text) || speaksOfFuture(text);
  if (isUsual && (isOpen || mention.keys.size > 1)) return MIN_OPEN;
  if (isUsual) return MIN_USUAL;
  return isOpen || isSaidByUser(mention, context) ? MIN_SAID : MIN_LEAD;
}

const CHANGE =
  /\b(?:instead|exchang\w*|swap\w*|replac\w*|chang\w*|modif\w*|upgrad\w*|downgrad\w*|switch\w*|updat\w*|options?|alternativ\w*|similar|compared|other|another|both|new)\b|换|改|升级|其他|另/i;

/** Small words of everyday language count where they stand in a list of fields, or where all around speaks for one record. */
function isEveryday({ start, end, claim, entries }: Mention, text: string): boolean {
  if (claim || !(/^[a-z]+$/.test(text.slice(start, end)) || entries.every((entry) => /^[a-z_]+$/.test(entry.text))))
    return false;
  const before =
    text
      .slice(Math.max(0, start - 3), start)
      .trimEnd()
      .at(-1) ?? '\n';
  const after = text.slice(end, end + 2).trimStart()[0] ?? '\n';
  return !(/[(（,，:：;/|\-–\n、]/.test(before) && /[(（)）,，;/|.。\-–\n、]/.test(after));
}

function isSaidByUser({ key }: Mention, { said }: Context): boolean {
  return said.some((text) => text.includes(key));
}
