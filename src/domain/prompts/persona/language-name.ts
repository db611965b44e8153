/** Written out here, so that a prompt is the same on every system. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'Arabic',
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  tr: 'Turkish',
  zh: 'Chinese',
};

/** A language as a prompt names it, from its BCP 47 tag: `Chinese (zh-CN)`. */
export function languageName(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  const name = Object.hasOwn(NAMES, primary) ? NAMES[primary] : undefined;
  return name === undefined ? `the language with the tag ${tag}` : `${name} (${tag})`;
}
