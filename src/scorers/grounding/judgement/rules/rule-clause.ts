import { familiesOfStem } from '../../claims/acts/act-families.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';

/** What a clause says may, can or has to be, with whether it says so or denies it. */
export type RuleClause = {
  text: string;
  start: number;
  /** Where its modal stands in `text`. */
  at: number;
  force: 'may' | 'must';
  isNegated: boolean;
  /** Holds in some cases only, or may. */
  isConditional: boolean;
  /** What it is about: stems, verbs of one deed under one name. */
  keys: ReadonlySet<string>;
};

const END =
  /[.!?;:\n。！？；：]+(?=\s|$|[\u3400-\u9fff*])|,? (?:but|however|so|whereas|while|because|since|(?<=,) and|and (?=(?:it|they|you|we|i|this|that|there|can|cannot|can't|may|must|is|are)\b))|[,，](?:但|所以|因此|而)/gi;
const MAY =
  /\b(?:can(?:not|'t)?|may(?! \d)|could(?:n't)?|allow(?:s|ed)?|permit(?:s|ted)?|possible|impossible|eligible|ineligible|entitled|able|unable|prohibited|forbidden|banned)\b|不得|不准|禁止|可以?|不能|能(?:够)?|允许|不许/i;
const MUST = /\b(?:must(?:n't)?|ha(?:s|ve) to|need(?:s|ed)? to|required?|mandatory|obligatory)\b|必须|务必|需要?|须/i;
const NEGATION =
  /\b(?:not|cannot|never|no|none|nor|neither|without|un(?:able)|impossible|ineligible|prohibited|forbidden|banned|non)\b|n't\b|不(?!同|过|但|仅|管|论|好意思|客气|错|久)|没|无(?!论)|未|非(?!常)|禁止/gi;
const CONDITION =
  /\b(?:if|unless|only|when|whenever|once|until|except|provided|whether|as long as|depend(?:s|ing)?|otherwise|some|sometimes|usually|other(?:s|wise)?|instead|at least|at most|more than|how|what|why)\b|如果|若|除非|只有|只能|仅|除外|除了|才|其他|否则|部分|是否|超过/i;
/** Says nothing of what a rule is about. */
const EMPTY = new Set(
  wordsOf(
    'cannot should let know about policy policies rule rules according unfortunately please sorry user users customer customers guest member agent agents person people one ones also however currently any all such every each per must may allow allowed allows permit permitted permits possible impossible eligible ineligible entitled able unable required mandatory never none neither without since because therefore therefor under our also still even just simply us them he she who which there these those 我们 您的 可以 不能 必须 不得 规定 政策',
  ),
);

/** The clauses of a text that say what may or must be, in order. */
export function ruleClausesIn(text: string): readonly RuleClause[] {
  const clauses: RuleClause[] = [];
  let from = 0;
  const push = (to: number): void => {
    const clause = clauseOf(text.slice(from, to), from);
    if (clause) clauses.push(clause);
  };
  for (const match of text.matchAll(END)) {
    push(match.index);
    from = match.index + match[0].length;
  }
  push(text.length);
  return clauses;
}

const LONGEST = 300;

function clauseOf(text: string, start: number): RuleClause | undefined {
  if (text.length > LONGEST) return undefined;
  const must = MUST.exec(text);
  const modal = must ?? MAY.exec(text);
  if (!modal) return undefined;
  const negations = text.match(NEGATION)?.length ?? 0;
  const isNegated = negations === 1;
  // "Must not" forbids, as "cannot" does; "need not" and "does not have to" leave it open.
  const forbids = must !== null && isNegated && /^must/i.test(must[0]);
  return {
    text,
    start,
    at: modal.index,
    force: must && !forbids ? 'must' : 'may',
    isNegated,
    // Which of two negations is of the modal cannot be told.
    isConditional: negations > 1 || CONDITION.test(text),
    keys: keysOf(text),
  };
}

/** Words without blanks between them are read in pairs, so what is no matter of the rule has to go first. */
const BESIDE = /不得|不准|不能|不许|不可以?|可以?|能够?|允许|必须|务必|需要?|须|禁止|[不没未无非]/g;

function keysOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(isHan(text) ? text.replace(BESIDE, ' ') : text)
      .filter((word) => !EMPTY.has(word) && word.length > 1)
      .map((word) => {
        const [family] = familiesOfStem(word);
        return family === undefined ? word : `~${family}`;
      }),
  );
}
