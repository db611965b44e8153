import { familiesOfStem, familiesOfVerb } from '../../claims/acts/act-families.ts';
import { isGeneral } from '../../claims/acts/quiet-verbs.ts';
import type { ToldAct } from '../../claims/acts/told-act.ts';
import { isFactless } from '../../claims/factless-words.ts';
import { isThing, namesOf, wordsOfThing } from '../../claims/objects.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { ActSource } from '../../evidence/known-acts.ts';
import { stemOf, wordsOf } from '../../evidence/words.ts';

/** An act with all that decides whether something known is the same one. */
export type ReadAct = {
  families: ReadonlySet<string>;
  /** Stem of the verb; empty for a verb that names no deed of its own. */
  stem: string;
  /** Stems and names of what it is done to. */
  objects: readonly string[];
  /** Stems of its words that state something. */
  content: readonly string[];
};

/** Takes an act apart. A general verb borrows the deed from its noun: "make a reservation". */
export function readAct({ verb, after, before, isOwn }: ToldAct): ReadAct {
  const isVague = isGeneral(verb);
  const words = isOwn ? after : [...before, ...after];
  const content = words.filter((word) => /^[a-z]/.test(word) && !isFactless(word)).map(stemOf);
  const object = isOwn ? after.slice(0, isVague ? 7 : objectLength(after)) : subjectOf(before);
  const objects = namesOf(object.filter((word) => /^[a-z]/.test(word)).join(' '));
  if (!isVague) {
    const families = withParts(verb, after);
    // Money that is returned is refunded.
    const isMoney = /^return/.test(verb) && objects.some((name) => MONEY.includes(name));
    return { families: isMoney ? new Set([...families, 'refund']) : families, stem: stemOf(verb), objects, content };
  }
  const plain = familiesOfVerb(verb);
  const joined = familiesOfVerb(
    verb,
    after.filter((word) => PARTICLE.test(word)),
  );
  const borrowed = new Set(objects.flatMap((stem) => [...familiesOfStem(stem)]));
  return { families: joined !== plain ? joined : borrowed, stem: '', objects, content };
}

const MONEY = namesOf('refund').filter(isThing);

/** What adds to a thing, or takes from it, changes it. */
function withParts(verb: string, after: readonly string[]): ReadonlySet<string> {
  const families = familiesOfVerb(verb, after);
  return /^(?:add|remove|drop|include|attach)/.test(verb) ? new Set([...families, 'change']) : families;
}

const PARTICLE = /^(?:back|up|down|off|out|on|over|in|away|through|aside|know|rid)$/;

/** What stands before the auxiliary: "your visit has now been". */
function subjectOf(before: readonly string[]): readonly string[] {
  const at = before.findIndex((word) =>
    /^(?:has|have|had|was|were|is|are|be|been|being|got|can|could|may)$/.test(word),
  );
  return at < 1 ? before : before.slice(0, at);
}

function objectLength(after: readonly string[]): number {
  const at = after.findIndex((word) =>
    /^(?:for|to|from|of|at|by|with|via|into|through|that|which|who|as|if|when|because|until|before|after|right|here|now)$/.test(
      word,
    ),
  );
  return Math.min(at < 0 ? after.length : at, 7);
}

/** The source names the deed. */
export function doesSame(act: ReadAct, { acts, stems }: ActSource): boolean {
  for (const family of act.families) if (acts.has(family)) return true;
  return act.stem !== '' && stems.has(act.stem);
}

/** The source names what the deed is done to. */
export function namesObject({ objects }: ReadAct, { things }: ActSource): boolean {
  return objects.some((name) => things.has(name));
}

/** What the deed is done to has been named by anything the agent read. */
export function isObjectKnown({ objects, content }: ReadAct, ledger: EvidenceLedger, seq: number): boolean {
  const vocabulary = ledger.vocabulary();
  const things = objects.filter(isThing);
  const isKnown = (name: string): boolean => {
    const { stems, chinese } = wordsOfThing(name);
    return (
      stems.some((stem) => vocabulary.knows(stem, seq)) ||
      chinese.some((word) => wordsOf(word).every((pair) => vocabulary.knows(pair, seq)))
    );
  };
  if (things.length > 0 && !things.some(isKnown)) return false;
  const head = objects.findLast((name) => !isThing(name));
  if (head === undefined || vocabulary.knowsFamily(head, seq)) return true;
  // A head that is a known thing under another name, or says nothing of its own.
  return namesOf(head).filter(isThing).some(isKnown) || (!content.includes(head) && things.length === 0);
}

/** Words of the act that nothing the agent read knows. */
export function novelContent({ content }: ReadAct, ledger: EvidenceLedger, seq: number): readonly string[] {
  const vocabulary = ledger.vocabulary();
  return content.filter((stem) => stem.length > 2 && !vocabulary.knowsFamily(stem, seq));
}

/** A rule grants the act: it names the deed, and of the words beside it at least one. */
export function isGranted(act: ReadAct, ledger: EvidenceLedger, seq: number): boolean {
  const beside = act.objects.length > 0 ? act.objects : act.content.filter((stem) => stem !== act.stem);
  return ledger
    .acts()
    .rules.some(
      (rule) =>
        rule.visibleFrom < seq &&
        doesSame(act, rule) &&
        (beside.length === 0 || beside.some((name) => rule.stems.has(name) || rule.things.has(name))),
    );
}

/** A call or a field tells the deed of this thing, where the thing is one that results name; else of any. */
export function isToldOf(read: ReadAct, sources: readonly ActSource[], seq: number): boolean {
  const seen = sources.filter(({ visibleFrom }) => visibleFrom < seq);
  const named = read.objects.filter((name) => !isThing(name) && seen.some(({ things }) => things.has(name)));
  return seen.some(
    (source) =>
      doesSame(read, source) &&
      (named.length === 0 ||
        source.record === undefined ||
        named.some((name) => source.things.has(name) || source.record?.has(name))),
  );
}

/** A rule tells the deed; a verb that names no known deed need only have been used. */
export function isSaidByRule(read: ReadAct, ledger: EvidenceLedger, seq: number): boolean {
  const { rules } = ledger.acts();
  if (rules.some((rule) => rule.visibleFrom < seq && doesSame(read, rule))) return true;
  return read.families.size === 0 && read.stem !== '' && ledger.vocabulary().knowsFamily(read.stem, seq);
}
