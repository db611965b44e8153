import { withoutQuotes } from './same-words.ts';

/** Words with which somebody else is told of: "your colleague told me …", "the page says …", "短信里写着…". */
const REPORTS = [
  /\b(?:says?|said|saying|told|tells|wrote|writes|writing|reads|reading|states|stated|stating|replied|answered|promised|claims|claimed|claiming|informed|texted|e?-?mailed|shows|showed|showing|displays|displayed|displaying|heard|quotes|quoted|quoting|confirms|confirmed|insists|insisted|mentioned)\b/giu,
  /\b(?:message|mail|e-?mail|sms|text|letter|notice|chat|transcript|log|banner|pop-?up|reply|response|answer|page|website|site|app|screen|quote)\b(?=[^.?!:\n]{0,40}:)/giu,
  /(?<!我|我们|请|请您|请你|麻烦|麻烦您|麻烦你|可以|能|能否|方便|帮您|帮你)(?:说(?!明)|写着?|回复|显示|提示(?!词)|告诉|答复|通知|表示|声称|承诺|发来)/gu,
  /(?:聊天记录|记录|原话|原文|截图|短信|邮件|消息|页面)(?=[^。！？:：\n]{0,12}[:：])/gu,
];
/** Before such a verb, somebody who speaks for themselves. */
const OWN_SUBJECT =
  /(?:\b(?:i|we|i've|we've|i'm|we're)(?: (?:have|am|are|just|already|also|then))*|\bour (?:records?|system|database|team|notes?)|\bthe (?:records|database)) $/i;

/** The speaker's own words: without what stands in quotation marks, is told of others, or was pasted under such words. */
export function ownWordsOf(text: string): string {
  let rest = withoutQuotes(text).replaceAll('’', "'").replaceAll('\r', '');
  for (const pattern of REPORTS) rest = withoutTold(rest, pattern);
  return rest;
}

function withoutTold(text: string, pattern: RegExp): string {
  let kept = '';
  let from = 0;
  for (const { index } of text.matchAll(pattern)) {
    if (index < from || OWN_SUBJECT.test(text.slice(Math.max(0, index - 60), index))) continue;
    kept += `${text.slice(from, index)} … `;
    from = endOfTold(text, index);
  }
  return kept + text.slice(from);
}

/** The end of the sentence; of the paragraph when its first line ends with a colon. */
function endOfTold(text: string, index: number): number {
  const rest = text.slice(index);
  const line = rest.indexOf('\n');
  const first = line < 0 ? rest : rest.slice(0, line);
  if (line >= 0 && /[:：]\s*$/.test(first)) {
    const blank = rest.slice(line).search(/\n[ \t]*\n/);
    return blank < 0 || blank === 0 ? text.length : index + line + blank;
  }
  const end = first.search(/[.?!。！？](?:\s|$)|[。！？]/);
  return index + (end < 0 ? first.length : end);
}
