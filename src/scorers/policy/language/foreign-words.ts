import { detectLanguage } from '../../words/detect-language.ts';

/** Letters of no language that replies are read in; a few of them are enough, since a reply is often one word. */
const OTHER_LETTER =
  /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Georgian}\p{sc=Armenian}]/gu;
const LETTER = /\p{L}/gu;
/** Words without which few English sentences do. */
const ENGLISH =
  /\b(?:a|an|the|i|i'm|my|me|you|your|it|its|is|are|was|be|to|of|for|and|or|in|on|at|with|this|that|what|which|when|how|please|want|need|can|could|would|will|have|not|no|yes|thanks|thank|ok|okay|hello|hi)\b/i;
const HAN = /\p{sc=Han}/u;

/** Words, and what tells in which language they are. */
export type SpokenWords = {
  text: string;
  /** What was said before them. */
  asked: string;
  earlier: string;
  /** BCP 47 tag of the session's language, where it says. */
  language?: string | undefined;
};

/** Whether the words, the session or the talk before them say that they are neither English nor Chinese. */
export function isForeign({ text, asked, earlier, language }: SpokenWords): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters === 0) return false;
  const others = text.match(OTHER_LETTER)?.length ?? 0;
  if (others > 0 && others * 3 >= letters) return true;
  const told = detectLanguage(text) ?? language ?? detectLanguage(`${earlier}\n${asked}`);
  return told !== undefined && !isRead(told);
}

/** Whether the words may be of another language: nothing says so, and nothing in them is English or Chinese. */
export function mayBeForeign({ text, language }: SpokenWords): boolean {
  return language === undefined && /\p{L}/u.test(text) && !HAN.test(text) && !ENGLISH.test(text);
}

function isRead(language: string): boolean {
  return ['en', 'zh'].includes(language.toLowerCase().split(/[-_]/)[0] ?? '');
}
