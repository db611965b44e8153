import type { RecordNode } from '../../evidence/records.ts';
import { roleOf } from '../../evidence/roles.ts';
import type { Mention } from './mentions-in.ts';

/** What another mention says, and how much of it reaches the place in question. */
export type Vote = { other: Mention; weight: number; isNear: boolean };

const REACH = 10;
const FADE = 0.8;
const FAR = 0.25;
const LISTED = 0.8;
const ABOVE = 0.8;
const BEFORE = 0.7;
const BESIDE = 0.3;
const BELOW = 0.3;
const TOPIC = 0.7;
const MAX_LINES = 3;
/** A part of the sentence that speaks of something else. */
const APART = /[;；。]|\b(?:while|whereas|but|instead|than|after|before)\b|而|但|比/i;
/** A change leads from one thing to another. */
const CHANGES =
  /\b(?:exchang\w*|swap\w*|replac\w*|chang\w*|modif\w*|upgrad\w*|downgrad\w*|switch\w*|updat\w*)\b|换|改|升级/i;
const INTO = /->|→|\b(?:to|into|with|for|from)\b|[成为到]/i;

/** All other mentions around one: those of its sentence, nearest most, then the lines above, then the lines beside. */
export function votesFor(
  mention: Mention,
  {
    mentions,
    topic,
    index,
    text,
  }: { mentions: readonly Mention[]; topic: readonly Mention[]; index: number; text: string },
): readonly Vote[] {
  const votes = nearVotes(mention, { mentions, index, text });
  const isNamed = mention.isName || votes.some(({ other, weight }) => other.isName && weight >= 0.2);
  const above = [...aboveVotes(mention, { mentions, index, isNamed })];
  votes.push(...above);
  if (isNamed) return votes;
  votes.push(...besideVotes(mention, { mentions, index }));
  const isTopical = !votes.some(({ other, weight }) => other.isName && weight >= 0.5);
  if (isTopical)
    for (const other of topic)
      votes.push({ other, weight: TOPIC, isNear: mention.sentence.layout === 'plain' && !isSubject(mention) });
  return votes;
}

/** Mentions of the same sentence. A name carries on to the next name; values fade. */
function nearVotes(
  mention: Mention,
  { mentions, index, text }: { mentions: readonly Mention[]; index: number; text: string },
): Vote[] {
  const votes: Vote[] = [];
  const isChange = CHANGES.test(mention.sentence.text);
  let hasName = false;
  for (const step of [-1, 1]) {
    let reach = 1;
    let fade = 1;
    let last = mention;
    for (let at = index + step, count = 0; count < REACH; at += step, count += 1) {
      const other = mentions[at];
      if (!other || other.sentence !== mention.sentence) break;
      const left = crossing(last, other, { text, isChange });
      if (left === FAR) reach *= FAR;
      fade *= left;
      if (mention.isName && JOINED.test(between(last, other, text))) fade /= 2;
      if (other.key !== mention.key) {
        const isJoined = last.isName && JOINED.test(between(last, other, text));
        const isAnchor = other.isName && (!hasName || isJoined) && !mention.isName;
        votes.push({ other, weight: isAnchor ? Math.max(fade, reach) : fade, isNear: true });
        if (isAnchor && reach === 1) hasName = true;
      }
      fade *= FADE;
      last = other;
    }
  }
  return votes;
}

/** What is left of a vote that passes from one mention to the next. */
function crossing(a: Mention, b: Mention, { text, isChange }: { text: string; isChange: boolean }): number {
  const [left, right] = a.start < b.start ? [a, b] : [b, a];
  const gap = between(a, b, text);
  const isInto = INTO.test(gap);
  if (APART.test(gap) || (isInto && shareField(left, right) && !isWay(left)) || (isChange && CHANGES.test(gap)))
    return FAR;
  const isNext = /[,、+&/]|->|→|\b(?:and|or|with)\b|[和及与或]/i.test(gap) || (isChange && isInto);
  if (isNext && right.isName && !left.isName) return FAR;
  return isNext || /[)）]/.test(gap) ? LISTED : 1;
}

/** Names that are joined stand side by side. */
const JOINED = /[+&]|\b(?:and|or)\b|[和及与或]/i;

function between(a: Mention, b: Mention, text: string): string {
  return a.start < b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start);
}

/** An end of a way: an arrow leads to the other end, not to another record. */
function isWay({ keys }: Mention): boolean {
  return [...keys].some((key) => roleOf(key) !== undefined);
}

function shareField(a: Mention, b: Mention): boolean {
  return a.entries.some(({ key }) => b.entries.some((entry) => entry.key === key));
}

type Place = { mentions: readonly Mention[]; index: number };

/** Mentions of the lines that a sentence hangs under, and of those that hang under it. */
function* aboveVotes(
  { key, sentence }: Mention,
  { mentions, index, isNamed }: Place & { isNamed: boolean },
): Iterable<Vote> {
  let depth = sentence.indent;
  for (let at = index - 1; at >= 0 && index - at < MAX_BACK; at -= 1) {
    const other = mentions[at] as Mention;
    const { indent, layout } = other.sentence;
    if (other.sentence === sentence || !(indent < depth || (layout === 'heading' && indent <= depth))) continue;
    // What is one level up stays one line.
    if (indent < depth && other.sentence.line < sentence.line)
      depth = indent + (mentions[at - 1]?.sentence === other.sentence ? 0.5 : 0);
    if (other.key !== key)
      yield { other, weight: isNamed ? ABOVE / 2 : ABOVE, isNear: !isNamed && isOnlyName(other, mentions) };
  }
  for (let at = index + 1; at < mentions.length && at - index < MAX_BACK; at += 1) {
    const other = mentions[at] as Mention;
    if (other.sentence === sentence) continue;
    if (other.sentence.indent <= sentence.indent) break;
    if (other.key !== key) yield { other, weight: BELOW, isNear: false };
  }
}

/** The one name of its line. */
function isOnlyName({ isName, key, sentence }: Mention, mentions: readonly Mention[]): boolean {
  return isName && !mentions.some((other) => other.sentence === sentence && other.isName && other.key !== key);
}

/** A name, or what a sentence begins with, brings up something new. */
function isSubject({ isName, claim, start, sentence }: Mention): boolean {
  return isName || (!claim && start - sentence.start <= 4);
}

/** Mentions of the sentence before and behind, and of the other fields of a record that is told line by line. */
function* besideVotes(mention: Mention, { mentions, index }: Place): Iterable<Vote> {
  const { key, sentence } = mention;
  const opens = isSubject(mention);
  const isField = FIELD.test(sentence.text) && sentence.layout === 'bullet';
  for (const step of [-1, 1]) {
    for (let at = index + step, count = 0; count < MAX_BACK; at += step, count += 1) {
      const other = mentions[at];
      if (!other) break;
      if (other.sentence === sentence || other.key === key) continue;
      const { indent, line, layout, text } = other.sentence;
      const away = Math.abs(line - sentence.line);
      if (away > MAX_LINES) break;
      if (away <= 1 && layout === 'plain' && sentence.layout === 'plain')
        yield { other, weight: step < 0 && other.isName ? BEFORE : BESIDE, isNear: step < 0 && other.isName && !opens };
      else if (isField && layout === 'bullet' && indent === sentence.indent && FIELD.test(text))
        yield { other, weight: BESIDE, isNear: false };
    }
  }
}

/** `Colour: red`: a line that only names a field. */
const FIELD = /^[^:：\n\d]{2,30}[:：](?!\d)/;
const MAX_BACK = 30;

/**
 * How much a mention speaks for a record: what a whole has holds for its parts, unless they have a field of that name
 * themselves; and what a part has for its whole.
 */
export function supportOf(mention: Mention, node: RecordNode): number {
  const known = mention.support.get(node);
  if (known !== undefined) return known;
  const support = readSupport(mention, node);
  mention.support.set(node, support);
  return support;
}

function readSupport({ weights, keys }: Mention, node: RecordNode): number {
  let most = weights.get(node) ?? 0;
  const isOwnField = node.parent !== undefined && node.own.some(({ key }) => keys.has(key));
  if (!isOwnField) for (let at = node.parent; at; at = at.parent) most = Math.max(most, weights.get(at) ?? 0);
  for (const [part, weight] of weights) {
    if (weight <= most) continue;
    for (let at = part.parent; at; at = at.parent) {
      if (at !== node) continue;
      most = weight;
      break;
    }
  }
  return most;
}
