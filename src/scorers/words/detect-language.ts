/** Scripts that name a language, the more telling ones first: Japanese is written with Han characters as well. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ko', /\p{sc=Hangul}/gu],
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['th', /\p{sc=Thai}/gu],
];

/** Words that carry grammar, and so stand in every longer text of a language. */
const functionWords: Readonly<Record<string, string>> = {
  en: 'the and of to is are was were be been it this that these your you we i have has had with for not will would can could in on at by from as which there what please do does an or our but if so they their his her my me us any all about when how',
  de: 'der die das und ist sind war nicht ein eine einen einem einer ich sie wir ihr ihre ihren mit für auf von zu im am den dem des auch wird wurde werden kann können haben hat noch bitte wenn oder aber wie es bei nach aus sich mir ihnen über keine kein dass',
  fr: 'le la les des et est sont était pas un une je vous nous votre vos avec pour sur de du au aux dans ce cette ces qui que il elle en ne a été peut avez avons mais ou si par plus bien mon ma mes être sera',
  es: 'el la los las y es son era no un una yo usted su sus con para por de del al en que se lo le este esta ha han puede pero o si más como mi está muy ser fue hay nos ya también cuando',
  it: 'il lo la gli le e è sono era non un una io lei suo sua con per di del della al alla nel che si ho ha hanno può ma o se più come mio mia questo questa stato sarà anche ci dei delle da',
  pt: 'o a os as e é são era não um uma eu você seu sua com para por de do da dos das ao no na nos que se este esta foi pode mas ou mais como meu minha está muito ser tem há também quando pelo pela em',
  nl: 'de het een en is zijn was niet ik u wij uw met voor op van te in dat die dit er aan ook wordt werd worden kan kunnen hebben heeft nog als of maar naar bij uit om geen mijn je hij deze door over',
};
const profiles = Object.entries(functionWords).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

export const knownLanguages: readonly string[] = [
  ...scripts.map(([language]) => language),
  ...Object.keys(functionWords),
];

const minLetters = 4;
const minWords = 4;
/** Different function words that a language must show. */
const minTelling = 2;
/** One of them must be as long: `as`, `a` and `o` stand in several languages. */
const minLength = 3;
/** More of them than of the next language. */
const minMargin = 2;

/**
 * The language of a text as an ISO 639-1 code, by script, and for Latin script by function words of seven languages.
 * Code, quotes, addresses and ids are left out. Undefined when too little is left, or when another language is nearly as
 * likely.
 */
export function detectLanguage(text: string): string | undefined {
  const prose = proseOf(text);
  const latin = prose.match(/\p{sc=Latin}+/gu) ?? [];
  const byScript = detectScript(prose, latin.length);
  return byScript ?? detectLatin(prose);
}

/** What the writer put in their own words. */
function proseOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/```[\s\S]*?(?:```|$)|`[^`]*`/g, ' ')
    .replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」|『[^』]*』/g, ' ')
    .replaceAll(/\S+@\S+|https?:\S+|\S*\d\S*/g, (found) => found.replaceAll(/[\p{sc=Latin}\d@:/._-]+/gu, ' '));
}

/** A character of such a script says about as much as half a word. */
function detectScript(prose: string, latinWords: number): string | undefined {
  const counts = scripts.map(([language, letters]) => ({ language, count: prose.match(letters)?.length ?? 0 }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < minLetters || total / 2 < latinWords) return undefined;
  const [kana, han] = [
    counts.find(({ language }) => language === 'ja'),
    counts.find(({ language }) => language === 'zh'),
  ];
  const isJapanese = kana !== undefined && han !== undefined && kana.count * 8 >= han.count && kana.count > 1;
  const merged = counts.map((one) => (isJapanese && one === kana ? { ...one, count: kana.count + han.count } : one));
  return merged.filter((one) => !(isJapanese && one.language === 'zh')).toSorted((a, b) => b.count - a.count)[0]
    ?.language;
}

function detectLatin(prose: string): string | undefined {
  const words = prose.match(/[\p{sc=Latin}]+/gu) ?? [];
  if (words.length < minWords) return undefined;
  const scores = profiles
    .map(([language, known]) => ({ language, found: words.filter((word) => known.has(word)) }))
    .toSorted((a, b) => b.found.length - a.found.length);
  const [best, second] = scores;
  if (best === undefined || best.found.length < words.length / 10) return undefined;
  // One word twice, or words that several languages share, say little.
  const isTelling = new Set(best.found).size >= minTelling && best.found.some((word) => word.length >= minLength);
  return isTelling && best.found.length >= minMargin + (second?.found.length ?? 0) ? best.language : undefined;
}
