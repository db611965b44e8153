/** A sentence, bullet or table cell of an answer; positions are those of the normalised text. */
export type Sentence = {
  start: number;
  end: number;
  text: string;
  /** Line it stands on, from 0. */
  line: number;
  /** How deep its line is nested: blanks before it, and one more for a bullet. */
  indent: number;
  /** `heading`: a line that announces what follows. */
  layout: 'heading' | 'bullet' | 'row' | 'plain';
};

const BULLET = /^\s*(?:[-*+•·▪●◦‣]|\(?\d{1,3}[.)、](?!\d)|[a-z]\)|[（(]?[一二三四五六七八九十]{1,2}[)）、]) ?/;
/** Longer runs without an end are cut, so that work stays linear. */
const MAX_LENGTH = 1500;
/** Ends a sentence: Chinese marks always, Latin ones before a blank or the end, and a comma before a request or condition. */
const END =
  /,(?= ?(?:请|如果|如需|若|是否|需要|要不要|麻烦|please\b))|[。！？；\n]|[!?]+(?=["')\]]*(?:\s|$))|\.(?=["')\]]*(?:\s|$))|;(?=\s)/g;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|a\.m|p\.m|mr|mrs|ms|dr|no|st|vs|approx|etc|inc|ltd|dept|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|u\.s)|(?:^|\s)[A-Z])$/i;

/** Splits an answer into sentences, in order. A bullet keeps its depth, so that it belongs to the line above it. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  for (const [line, content] of text.split('\n').entries()) {
    addLine(content, { line, offset }, sentences);
    offset += content.length + 1;
  }
  return sentences;
}

function addLine(content: string, { line, offset }: { line: number; offset: number }, sentences: Sentence[]): void {
  if (/^[\s:|-]*$/.test(content)) return;
  const blanks = /^\s*/.exec(content)?.[0].length ?? 0;
  const bullet = BULLET.exec(content);
  const isRow = /^\s*\|.*\|\s*$/.test(content);
  const isHeading = /^\s*#{1,6} /.test(content) || (!isRow && /[:：]\s*$/.test(content));
  const layout = isRow ? 'row' : isHeading ? 'heading' : bullet ? 'bullet' : 'plain';
  const indent = blanks + (bullet && !/^\s*#/.test(content) ? 1 : 0) + (/^\s*#/.test(content) ? -1 : 0);
  let start = bullet ? bullet[0].length : (/^\s*#{1,6} /.exec(content)?.[0].length ?? blanks);
  const push = (end: number): void => {
    const piece = content.slice(start, end);
    const lead = /^\s*/.exec(piece)?.[0].length ?? 0;
    const body = piece.trim();
    if (body !== '')
      sentences.push({
        start: offset + start + lead,
        end: offset + start + lead + body.length,
        text: body,
        line,
        indent,
        layout,
      });
    start = end;
  };
  const ends = new RegExp(END.source, END.flags);
  for (let match = ends.exec(content); match; match = ends.exec(content)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(content.slice(Math.max(start, match.index - 8), match.index))) continue;
    while (end - start > MAX_LENGTH) push(start + MAX_LENGTH);
    if (end > start) push(end);
  }
  while (content.length - start > MAX_LENGTH) push(start + MAX_LENGTH);
  push(content.length);
}
