import { type ChineseVerb, chineseVerbsIn } from './act-families.ts';

/** What a Chinese clause tells of an act; places are those of the sentence. */
export type ChineseAct = {
  tense: 'done' | 'offered' | 'coming' | 'certain';
  isOwn: boolean;
  verbs: readonly ChineseVerb[];
  start: number;
  end: number;
};

const CLAUSE = /[,，。;；!！?？:：]/g;
/** A clause that only supposes, or lets a case begin. */
const CASE = /^(?:如果|要是|若|假如|一旦|等|只要|除非)|(?:的话|之后|以后|前)$/;
const AGENT = /我(?:们)?|本店|(?:替|帮|为|给|赔)(?:您|你)/;
const ASKED = /(?:需要|要不要|是否需要|希望|想让)我/;
const ABLE = /可以|能够|能|愿意|(?:我|这里|这边)来|也能|就能/;
const COMING = /会|将|到时|马上|稍后|随后/;
/** What will reach the user, whoever sends it. */
const REACHES_USER =
  /(?:到|给|进|至|入)(?:您|你)|(?:当天|当日|明天|后天|\d{1,3}(?:个)?(?:小时|分钟|工作日|天)内?|下周|本周|月底|年底)[就便都]?[会将]/;
const DONE = /已经?|(?<![为除])了(?!解)|过了|好了|完毕|刚才/;
const CERTAIN =
  /一定|肯定|保证|绝对|绝不|必定|必将|准能|一准|包您|稳赚|承诺|担保|不会再|都不会|会接着|不会产生|准会|放心/;
const GRANTED = /(?:给|为|替)您.{0,3}免费|打.{0,3}折|全额|赔|让.{1,4}过|提额/;
const NEGATED = /不能|不会|无法|没法|没有?|未|不了|办不|不可以|不支持|不用|不必|别(?![的处家人名墅])|不需要|不得|不可/;
/** Help with whatever it may be. */
const OPEN_OFFER = /什么|哪些|别的|其他|其它/;
/** The user acts. */
const USER = /^(?:请)?(?:您|你)(?!.*(?:我|替您|帮您|给您|为您))/;
/** Looking and talking, which need no tool. */
const QUIET =
  /查|看|推荐|介绍|解释|说明|回答|告诉|提供|帮忙|帮到|帮助|协助|算|比较|总结|核对|确认|了解|理解|明白|知道|建议|为您服务|搜|找|列|抱歉|效劳|继续|尝试|试试|再|解答/;

/** Every act that a Chinese sentence tells, offers or promises. What it denies, or only supposes, is none. */
export function chineseActsIn(sentence: string): readonly ChineseAct[] {
  const acts: ChineseAct[] = [];
  let at = 0;
  for (const match of [...sentence.matchAll(CLAUSE), undefined]) {
    const end = match?.index ?? sentence.length;
    const act = actIn(sentence.slice(at, end), at);
    if (act) acts.push(act);
    at = end + (match?.[0].length ?? 0);
  }
  return acts;
}

function actIn(text: string, offset: number): ChineseAct | undefined {
  const clause = text.trim();
  if (clause.length < 4 || CASE.test(clause)) return undefined;
  const start = offset + text.indexOf(clause);
  const isOwn = AGENT.test(clause);
  const tense = tenseOf(clause, isOwn);
  if (tense === undefined || (tense !== 'certain' && (NEGATED.test(clause) || USER.test(clause)))) return undefined;
  const verbs = chineseVerbsIn(clause).map((verb) => ({ ...verb, start: verb.start + start, end: verb.end + start }));
  if (tense !== 'certain' && verbs.every(({ end, start: from }) => end - from < 2) && QUIET.test(clause))
    return undefined;
  if (verbs.length === 0 && tense !== 'certain' && !isOwn) return undefined;
  if (tense === 'offered' && OPEN_OFFER.test(clause) && verbs.every(({ end, start: from }) => end - from < 2))
    return undefined;
  return { tense, isOwn, verbs, start, end: start + clause.length };
}

function tenseOf(clause: string, isOwn: boolean): ChineseAct['tense'] | undefined {
  if (/喜欢|满意|开心|愉快|高兴|值得/.test(clause)) return undefined;
  if (CERTAIN.test(clause) || (GRANTED.test(clause) && !DONE.test(clause))) return 'certain';
  if (ASKED.test(clause)) return 'offered';
  if (DONE.test(clause)) return 'done';
  if (ABLE.test(clause)) return isOwn || /这里|在此/.test(clause) ? 'offered' : undefined;
  if (COMING.test(clause) && (isOwn || REACHES_USER.test(clause))) return 'coming';
  return undefined;
}
