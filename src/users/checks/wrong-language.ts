import { otherLanguage } from '../language/other-language.ts';
import { finding, type WordsCheck } from './words-check.ts';

/** The message is plainly in another language than the user speaks. */
export const wrongLanguage: WordsCheck = ({ text }, { language, mixes }) => {
  if (language === undefined) return [];
  const other = otherLanguage(text, language);
  if (other === undefined || (mixes !== undefined && other === mixes.toLowerCase().split(/[-_]/)[0])) return [];
  return [finding('break', 'wrong-language', { message: `wrote \`${other}\`, not \`${language}\``, words: text })];
};
