import type { Introduction } from './statements.ts';

/** A clause of Chinese that brings something up, and where the words begin that name it. Positions are those of the sentence. */
export type ChineseClause = { start: number; end: number; from: number; introductions: ReadonlySet<Introduction> };

const CLAUSE = /[^，。；：！？,;:!?\n]+/g;
/** Something is there, belongs to something or comes with it. */
const COUNTED =
  '(?:[一两二三四五六七八九十几数\\d]{1,3}[个家条间位件张台款项种处座本笔次场套瓶只辆名部批根把支块片群盒份双副栋幅])';
const EXISTENCE = new RegExp(
  [
    '(?:还|另|也|都|共|设|配|附|带|内|备|藏|享|拥|含|载|留|登记|记录|自带|里|上|中|下|旁|边|处|口|侧|楼|层|间|馆|店|站|顶|晚|天|旁|院|园|场|室|房|车|区)有(?!效|空|货|限|关|人|点|些|时|什么|需要|问题|没有|变|误)',
    `有(?=${COUNTED}|[个家条间位件张台款种处座本笔场套只辆名])`,
    `\\p{Script=Han}[着了](?=${COUNTED})`,
    '[写挂存放停摆列登设备配住附贴装][着了](?=\\p{Script=Han}{2})',
    `[后面旁边侧前对]是(?=${COUNTED})`,
    '附赠|赠送|附送|附带|另设|开设|增设|新增|配置|配备|配套|设在|外加|包含|(?<=\\p{Script=Han})含(?!税|义|量|早)|自带|随[^，。]{0,4}(?:附|送|带)|提供|供应|送(?=[一两\\d]|您|你)',
  ].join('|'),
  'u',
);
const ADDITION =
  /另外|此外|还有|另有|也(?!许|不|没|是指|就是)|还(?!是|没|不|款|清|书|在|未|要|可以|需|能|得|想)|同时|除此之外|再加|外加|顺便|顺带|又/;
const BLOCKING =
  /不|没|未|无法|请|如果|如需|若|要是|可以|需要|应该|能否|必须|建议|将|我(?!们(?:店|馆|院|行))|咱|帮您|为您|吗|呢|或/;

/** The clauses of a sentence that bring something up. */
export function chineseClausesOf(sentence: string): readonly ChineseClause[] {
  const found: ChineseClause[] = [];
  let isAdditive = false;
  for (const match of sentence.matchAll(CLAUSE)) {
    const [text] = match;
    isAdditive ||= ADDITION.test(text);
    if (BLOCKING.test(text)) continue;
    const introductions = new Set<Introduction>();
    const existence = EXISTENCE.exec(text);
    if (existence) introductions.add('existence');
    if (isAdditive) introductions.add('addition');
    if (introductions.size === 0) continue;
    const from = match.index + (existence ? existence.index + existence[0].length : 0);
    found.push({ start: match.index, end: match.index + text.length, from, introductions });
  }
  return found;
}
