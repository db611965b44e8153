import { chineseVerbsIn, familiesOfStem, familiesOfVerb } from '../../claims/acts/act-families.ts';
import { clausesOf } from '../../claims/acts/clauses.ts';
import { toldActsIn } from '../../claims/acts/own-acts.ts';
import { isLooking, isQuiet } from '../../claims/acts/quiet-verbs.ts';
import { basesOf, isPastForm } from '../../claims/acts/verb-forms.ts';
import { denies, tellsFailure } from '../../claims/polarity.ts';
import type { LedgerCall } from '../../evidence/ledger-entry.ts';
import { isHan, stemOf } from '../../evidence/words.ts';

/** Families of the deed that a tool is named for: `schedule_inspection` gives those of `schedule`. */
export function familiesOfTool(tool: string): ReadonlySet<string> {
  const parts =
    tool
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const at = parts.findIndex((part, index) => familiesOfVerb(part, parts.slice(index + 1, index + 3)).size > 0);
  const english = at < 0 ? [] : [...familiesOfVerb(parts[at] ?? '', parts.slice(at + 1, at + 3))];
  const chinese = isHan(tool) ? chineseVerbsIn(tool).flatMap(({ families }) => [...families]) : [];
  return new Set([...english, ...chinese]);
}

/** A text that was tried, not done: "I tried to book it", 刚才想订. */
const TRIED =
  /\b(?:tried|trying|attempt(?:ed|ing)?|wanted|meant|hoped) (?:to|at|a|the)\b|\b(?:attempt|try)\b|\bmay not\b|\btoo late\b|尝试|试了|试过|试图|没(?:有)?\p{Script=Han}{0,4}[成上到掉]/iu;

/** The words say that something was tried in vain, failed, or was not done. */
export function admits(text: string): boolean {
  return tellsFailure(text) || denies(text) || TRIED.test(text);
}

/** Any word of the text, verb or noun, is of the deed: "no booking", "could not be booked", 没订成. */
export function namesDeedOf(text: string, families: ReadonlySet<string>): boolean {
  const isOfDeed = (found: ReadonlySet<string>): boolean => [...found].some((family) => families.has(family));
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  if (
    words.some(
      (word, index) =>
        word.length > 2 &&
        (isOfDeed(familiesOfVerb(word, words.slice(index + 1, index + 3))) || isOfDeed(familiesOfStem(stemOf(word)))),
    )
  )
    return true;
  return isHan(text) && chineseVerbsIn(text).some((verb) => isOfDeed(verb.families));
}

/** Where a sentence tells the deed of a call as done, by its act: who speaks did it, or it is done. */
export function toldDeedIn(
  sentence: string,
  call: Pick<LedgerCall, 'tool' | 'ids'>,
  { isOnlyWrite }: { isOnlyWrite: boolean },
): { start: number; end: number } | undefined {
  if (admits(sentence)) return undefined;
  const families = familiesOfTool(call.tool);
  const isOfDeed = (found: ReadonlySet<string>): boolean => [...found].some((family) => families.has(family));
  const lower = sentence.toLowerCase();
  const isNamed = call.ids.some((id) => id.length > 1 && lower.includes(id));
  const own = toldActsIn(sentence).find(
    ({ tense, isOwn, verb, after }) =>
      tense === 'done' &&
      isOwn &&
      (isOfDeed(familiesOfVerb(verb, after)) || (isOnlyWrite && isNamed && !isQuiet(verb, after) && !isLooking(verb))),
  );
  if (own) return { start: own.start, end: own.end };
  return passiveIn(sentence, isOfDeed) ?? chineseDeedIn(sentence, isOfDeed);
}

/** `is extended`, `has been saved`, `tablet signed out`: a participle of the deed that nothing supposes or puts off. */
function passiveIn(
  sentence: string,
  isOfDeed: (families: ReadonlySet<string>) => boolean,
): { start: number; end: number } | undefined {
  for (const { tokens, isHypothetical } of clausesOf(sentence)) {
    if (isHypothetical || tokens.some(({ lower }) => NOT_DONE.test(lower))) continue;
    const at = tokens.findIndex(
      ({ lower }, index) =>
        isPastForm(lower) &&
        // "a booked table" tells of a table.
        index > 0 &&
        !/^(?:an?|the|your|any|as|to|by|if|once|when|never)$/.test(tokens[index - 1]?.lower ?? '') &&
        !basesOf(lower).some((base) => base === 'set') &&
        isOfDeed(
          familiesOfVerb(
            lower,
            tokens.slice(index + 1, index + 3).map((token) => token.lower),
          ),
        ),
    );
    const verb = tokens[at];
    if (verb) return { start: tokens[0]?.start ?? verb.start, end: verb.end };
  }
  return undefined;
}

const NOT_DONE = /^(?:can|could|will|would|shall|should|may|might|must|if|once|when|until|unless|be|need|needs)$|'ll$/;
const DONE_CHINESE = /已(?!知)|好了|完成|成功|[办约订改转缴续发交退]\p{Script=Han}{0,6}了/u;

function chineseDeedIn(
  sentence: string,
  isOfDeed: (families: ReadonlySet<string>) => boolean,
): { start: number; end: number } | undefined {
  if (!isHan(sentence)) return undefined;
  let at = 0;
  for (const clause of sentence.split(/(?<=[,，;；:：。!！?？])/)) {
    const isTold = DONE_CHINESE.test(clause) && !/[吗?？]|如果|要是|若|可以|将|会/.test(clause);
    if (isTold && chineseVerbsIn(clause).some(({ families }) => isOfDeed(families)))
      return { start: at, end: at + clause.replace(/[,，;；:：。!！?？\s]+$/, '').length };
    at += clause.length;
  }
  return undefined;
}
