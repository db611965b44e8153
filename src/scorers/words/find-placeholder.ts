import { parseJson } from '../../domain/values/parse-json.ts';
import type { TextSpan } from '../text/find-text.ts';
import { detectLanguage } from './detect-language.ts';

/** What a program writes where a value is missing, as a word of its own, or where a template was not filled in. */
const PLACEHOLDER =
  /(?<![\p{sc=Latin}\p{Nd}_@/\\.]|[\p{sc=Latin}\p{Nd}]-)(?:undefined|null|NaN)(?![\p{sc=Latin}\p{Nd}_@/\\(]|[-.][\p{sc=Latin}\p{Nd}])|\[object \w+\]|\{\{\s*[\p{L}\p{N}_$.-]+\s*\}\}|\$\{[\p{L}_$][\p{L}\p{N}_$.[\]]*\}/gu;

/** Code, and what somebody else is quoted with. */
const QUOTED =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|‘[^’\n]*’|「[^」\n]*」|『[^』\n]*』|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu;

/** `null and void`, `a null result`, `an undefined time`: the words as languages have them. */
const BEFORE_WORD =
  /(?:\b(?:an?|any|some|the|this|that|of|currently|still|yet|as|remains?|left|legally|otherwise|declared?|rendered?|considered|became|becomes)\s+)$/iu;
const AFTER_NULL = /^\s+(?:and|or)\s+void\b|^\s+(?:hypothes[ie]s|results?|effect|island|vector|space|set)\b/iu;

/** Who speaks of programs, databases or mathematics may use the words. */
const TECHNICAL =
  /\b(?:javascript|typescript|python|java|sql|json|yaml|api|database|columns?|variables?|functions?|parameters?|propert(?:y|ies)|pointers?|compilers?|divi(?:de|ded|ding|sion)|zero|logarithms?|tangent|slope|mathematic\w*|behaviou?r)\b|变量|函数|数据库|除以|编程/iu;

/** Languages in which `null` is a number. */
const NULL_IS_ZERO = ['de', 'da', 'nb', 'nn', 'no'];

/**
 * The first placeholder of a program that stands in the text where a value should: `undefined`, `null`, `NaN`,
 * `[object Object]`, `{{name}}` or `${name}`. Not in code or quotes, not as a word of English or German, not where the
 * sentence speaks of programs, not in a document of JSON, and not where one of `heard` uses it too.
 */
export function findPlaceholder(
  text: string,
  { heard = [], language }: { heard?: readonly string[]; language?: string | undefined } = {},
): TextSpan | undefined {
  if (isDocument(text)) return undefined;
  const prose = text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
  const asked = heard.join('\n').toLowerCase();
  for (const { 0: found, index } of prose.matchAll(PLACEHOLDER)) {
    const span = { start: index, end: index + found.length };
    const isWord = /^\w/.test(found) && isOrdinaryWord(found, prose, { span, language });
    if (!isWord && !asked.includes(found.toLowerCase())) return span;
  }
  return undefined;
}

function isOrdinaryWord(
  found: string,
  prose: string,
  { span: { start, end }, language }: { span: TextSpan; language: string | undefined },
): boolean {
  if (TECHNICAL.test(sentenceAt(prose, start))) return true;
  if (found === 'NaN') return false;
  if (BEFORE_WORD.test(prose.slice(0, start))) return true;
  if (found !== 'null') return false;
  const spoken = language?.toLowerCase().split(/[-_]/)[0] ?? detectLanguage(prose) ?? '';
  return AFTER_NULL.test(prose.slice(end)) || NULL_IS_ZERO.includes(spoken);
}

function sentenceAt(text: string, at: number): string {
  const start = Math.max(
    0,
    ...[...text.slice(0, at).matchAll(/[.!?。！？]\s|[。！？\n]/gu)].map(({ index }) => index + 1),
  );
  const end = text.slice(at).search(/[.!?](?:\s|$)|[。！？\n]/u);
  return text.slice(start, end < 0 ? undefined : at + end);
}

function isDocument(text: string): boolean {
  return /^\s*[[{]/.test(text) && parseJson(text.trim()).status === 'parsed';
}
