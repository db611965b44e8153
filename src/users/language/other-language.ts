/** Scripts that are not Latin, and the languages that are written in them. */
const SCRIPTS: readonly { letters: RegExp; languages: readonly string[] }[] = [
  { letters: /\p{sc=Hangul}/gu, languages: ['ko'] },
  { letters: /[\p{sc=Hiragana}\p{sc=Katakana}]/gu, languages: ['ja'] },
  { letters: /\p{sc=Han}/gu, languages: ['zh', 'ja', 'yue'] },
  { letters: /\p{sc=Cyrillic}/gu, languages: ['ru', 'uk', 'bg', 'sr', 'be', 'mk', 'kk'] },
  { letters: /\p{sc=Arabic}/gu, languages: ['ar', 'fa', 'ur'] },
  { letters: /\p{sc=Greek}/gu, languages: ['el'] },
  { letters: /\p{sc=Hebrew}/gu, languages: ['he', 'yi'] },
  { letters: /\p{sc=Thai}/gu, languages: ['th'] },
  { letters: /\p{sc=Devanagari}/gu, languages: ['hi', 'mr', 'ne'] },
];
/** Words that stand in most sentences of one language and mean nothing in the others of this list. */
const GRAMMAR: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet('the and is are was to of my you your it this that with have what please would can i for not'),
  de: wordSet(
    'der das und ist sind nicht ein eine ich sie mit für auf von zu bitte wann wo mein meine können wie habe',
  ),
  fr: wordSet('le les et est une je vous mon ma avec pour pas que qui dans bonjour merci où quand puis ai votre'),
  es: wordSet('el los y es una mi con para por que no dónde cuándo está tengo quiero puede gracias hola mis'),
  it: wordSet('il gli e è una mio mia con per che non dove quando grazie ciao vorrei posso sono della'),
  pt: wordSet('os e é uma meu minha com para não que onde quando obrigado olá posso você está gostaria'),
  nl: wordSet('het een en is mijn met voor niet wat waar wanneer ik u kunt heb graag dank bij zijn'),
};
const MIN_LETTERS = 4;
const MIN_TELLING = 3;

/**
 * The language or script that a text is plainly in, when that is not the wanted one; undefined for texts that are too
 * short to tell, mixed, or in a language that is not known here. Quoted words, ids and addresses count for nothing.
 */
export function otherLanguage(text: string, wanted: string): string | undefined {
  const [primary = ''] = wanted.toLowerCase().split(/[-_]/);
  const prose = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/"[^"]{0,2000}"|“[^”]{0,2000}”|「[^」]{0,2000}」/g, ' ')
    .replaceAll(/\S{1,200}@\S{1,200}|https?:\S+/g, ' ')
    .replaceAll(/[a-z-]{0,40}\d[a-z\d-]{0,40}/g, ' ');
  const latin = prose.match(/\p{sc=Latin}+/gu) ?? [];
  const scripts = SCRIPTS.map(({ letters, languages }) => ({ languages, count: prose.match(letters)?.length ?? 0 }));
  const own = scripts.filter(({ languages }) => languages.includes(primary)).reduce((sum, { count }) => sum + count, 0);
  const isOwnScript = SCRIPTS.some(({ languages }) => languages.includes(primary));
  const main = scripts.toSorted((a, b) => b.count - a.count)[0];
  if (main !== undefined && main.count >= MIN_LETTERS && !main.languages.includes(primary)) {
    // A character says about as much as half a word.
    if (main.count / 2 > latin.length && main.count > own) return main.languages[0];
  }
  if (isOwnScript)
    return own === 0 && latin.length >= MIN_LETTERS ? (latinLanguage(latin, '') ?? 'latin script') : undefined;
  return Object.hasOwn(GRAMMAR, primary) ? latinLanguage(latin, primary) : undefined;
}

/** The language whose grammar words stand in a text, when those of the wanted one do not. */
function latinLanguage(words: readonly string[], wanted: string): string | undefined {
  const counts = Object.entries(GRAMMAR)
    .map(([language, grammar]) => ({ language, count: new Set(words.filter((word) => grammar.has(word))).size }))
    .toSorted((a, b) => b.count - a.count);
  const mine = counts.find(({ language }) => language === wanted)?.count ?? 0;
  const [best] = counts;
  return best !== undefined && best.count >= MIN_TELLING && best.count >= mine * 2 + 2 ? best.language : undefined;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
