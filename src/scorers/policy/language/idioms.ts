/**
 * Words that sound like a refusal, an agreement or a condition and are none. What they stand for is put in their place:
 * agreement, refusal, or nothing.
 */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\bno longer\b/g, ' '],
  [/\bno way\b/g, ' never '],
  [/\bno (?:problem|objections?|worries|issues?)(?: at all)?\b/g, ' yes '],
  [
    /\b(?:why not|i (?:do not|don't) mind|fine (?:by|with) me|no (?:doubt|question) about it|can(?:no|')?t wait)\b/g,
    ' yes ',
  ],
  [/\bnot (?:a problem|an issue|at all)\b/g, ' yes '],
  [
    /\b(?:no|without(?: any)?|not any) (?:other|more|further|additional|changes?|need|questions?|receipts?|rush|hurry|pressure|\w+ (?:needed|required|necessary))\b[^.!?,;]*/g,
    ' ',
  ],
  [/\b(?:i )?(?:do not|don't) (?:need|have|want) (?:anything|any) (?:else|more|further|other)\b[^.!?,;]*/g, ' '],
  [/\bnothing (?:else|more)\b/g, ' '],
  [/\b(?:do not|don't) (?:worry|hesitate)\b[^.!?,;]*/g, ' '],
  [
    /\bif (?:possible|needed|necessary|you (?:can|could|would|like|please)|that(?:'s| is) (?:ok|okay|fine|all right|possible))\b/g,
    ' ',
  ],
  // Both are named, and neither is said.
  [/\byes (?:or|and|\/) no\b|\byes\/no\b/g, ' '],
  [/没问题|没有问题|没错|不错|没意见|没有异议|无异议/g, '是的'],
  [/可能的话/g, ' '],
  [
    /不客气|没事|不用谢|没关系|不好意思|没有(?:其他|别的)[^,.!?;，。！？；]*|不需要(?:其他|别的)[^,.!?;，。！？；]*/g,
    ' ',
  ],
];

const TELLING =
  "(?:said|(?:would|could|might) (?:have )?(?:say|said)|told (?:you|them|him|her)|saying|answered|replied|wrote|(?:to|if i|when i|before i|until i|did i|not|n't|never) say)";
const TOLD = '(?: (?:you|a|an|my|the|just|already|only))* ["\']?(?:yes|yeah|yep|ok|okay|sure|fine|go ahead)\\b["\']?';
/** A yes of which somebody only tells: "before I say ok". One's own, "I said yes!", is as good as said again. */
const REPORTED = new RegExp(`(?<!\\bi(?: have| already| just)*) ${TELLING}${TOLD}`, 'g');
/** "I said yes to the first one." */
const REPORTED_TO = new RegExp(`\\b${TELLING}${TOLD}(?! (?:already|twice|again)\\b)(?!\\s*(?:[,.!;]|$))`, 'g');
const CHINESE_REPORTED =
  /(?:刚才|之前|我)说(?:的|过|了)?(?:是)?[^,.!?;，。！？；]*?(?:可以|好的?|行|同意|确认)[^,.!?;，。！？；]*/g;

/** Folded text in which idioms are replaced by what they stand for. */
export function withoutIdioms(folded: string): string {
  let plain = folded.replaceAll(REPORTED, ' ').replaceAll(REPORTED_TO, ' ').replaceAll(CHINESE_REPORTED, ' ');
  for (const [idiom, meaning] of IDIOMS) plain = plain.replaceAll(idiom, meaning);
  return plain;
}
