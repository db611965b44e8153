/** A share that a sentence tells. Positions are those of the sentence's text. */
export type ToldShare = {
  start: number;
  end: number;
  /** 0.5 for a half; above 1 for a multiple. */
  share: number;
  relation: ShareRelation;
  /** What the number is said to be at least, at most, or about. */
  bound: 'exact' | 'about' | 'over' | 'under';
};

/** `part` of a whole; `change` against another amount; `ratio` to another amount. */
export type ShareRelation = 'part' | 'change' | 'ratio';

const NUMERATORS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 };
const DENOMINATORS: Readonly<Record<string, number>> = {
  third: 3,
  quarter: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
};
const WHOLES: Readonly<Record<string, number>> = { ...NUMERATORS, eight: 8, nine: 9, ten: 10 };
const FRACTION =
  /\b(a|one|two|three|four|five|six|seven)[ -](third|quarter|fifth|sixth|eighth|tenth)s?\b(?= (?:of|as|more|less|fewer|off|above|below|over|under|higher|lower|[a-z]{3,9}er|up|down|the|than|on)\b|[.,;!?:]| ?$)/gi;
const HALF =
  /\b(?:one[ -])?(half)\b(?= (?:of|as|what|the|your|our|my|these|those|all|more|again|off|is|are|was|were|have|has|up|down)\b|[.,;!?]| ?$)/gi;
const IN_SO_MANY =
  /\b(one|two|three|four|five|six|seven) (?:in|out of) (?:every )?(two|three|four|five|six|seven|eight|nine|ten)\b(?! (?:days?|weeks?|hours?|minutes?|months?|rooms?))/gi;
const MULTIPLE =
  /\b(?:(twice|thrice|(?:double|triple)(?= (?:what|that|the|its|your|his|her|their|as|of)\b))\b|(two|three|four|five|six|ten) times (?=as|the|what|more)|(doubled|tripled|halved)\b|(in half)\b)/gi;
const CHINESE =
  /(?:([一二两三四五六七八九])成(半)?(?![功立为员交本就效熟绩])|([二三四五六八十])分之([一二两三四五六七])|(一半|半数)|(翻倍|翻番|翻了一[倍番])|([一二两三四五六])倍)/g;
const DIGITS = '零一二三四五六七八九';

const COMPARES =
  /\b(?:more|less|fewer|cheaper|dearer|higher|lower|[a-z]{3,10}er|above|below|over|under|off|up|down|apart|again)\b/i;
const CHANGES =
  /\b(?:ris\w*|rose|f[ae]ll\w*|dropp?\w*|gr[eo]w\w*|increas\w*|decreas\w*|reduc\w*|sav\w+|cuts?|shav\w+|shr[aiu]nk\w*|undercut\w*|beat\w*|adds?|added|climb\w*|declin\w*|rais\w+|lower\w*) (?:[\w€$£¥'.-]+ ){0,6}$/i;
const CHINESE_CHANGE = /[多少贵高低重轻长短快慢涨跌降减增省]了?$|便宜了?$|(?:上涨|下降|增加|减少|节省|优惠)了?$/;

/** The shares that a sentence tells in words: "a third of", "half as much", "doubled", 四成. */
export function sharesTold(text: string): readonly ToldShare[] {
  const found: ToldShare[] = [];
  const add = (match: RegExpMatchArray & { index: number }, share: number, relation?: ShareRelation): void => {
    const end = match.index + match[0].length;
    found.push({
      start: match.index,
      end,
      share,
      relation: relation ?? relationAt(text, match.index, end),
      bound: boundBefore(text.slice(Math.max(0, match.index - 24), match.index)),
    });
  };
  for (const match of text.matchAll(FRACTION))
    add(match, (NUMERATORS[(match[1] ?? '').toLowerCase()] ?? 1) / (DENOMINATORS[(match[2] ?? '').toLowerCase()] ?? 1));
  for (const match of text.matchAll(HALF)) if (!isPartOfMixed(text, match.index)) add(match, 0.5);
  for (const match of text.matchAll(IN_SO_MANY))
    add(match, (WHOLES[(match[1] ?? '').toLowerCase()] ?? 0) / (WHOLES[(match[2] ?? '').toLowerCase()] ?? 1), 'part');
  for (const match of text.matchAll(MULTIPLE)) {
    const word = match[0].toLowerCase();
    if (word === 'halved' || word === 'in half') add(match, 0.5, 'ratio');
    else if (word === 'twice' && !/^ (?:as|the|what|that|over)\b/i.test(text.slice(match.index + 5))) continue;
    else add(match, /^tripl|^thrice/.test(word) ? 3 : (WHOLES[(match[2] ?? '').toLowerCase()] ?? 2), 'ratio');
  }
  for (const match of text.matchAll(CHINESE)) addChinese(match, text, add);
  return found.filter(({ start }, index) => found.findIndex((other) => other.start === start) === index);
}

function addChinese(
  match: RegExpMatchArray & { index: number },
  text: string,
  add: (match: RegExpMatchArray & { index: number }, share: number, relation?: ShareRelation) => void,
): void {
  const [whole, tenths, half, below, above, isHalf, isDouble, times] = match;
  if (tenths) add(match, (digitOf(tenths) + (half ? 0.5 : 0)) / 10);
  else if (below && above) add(match, digitOf(above) / (below === '十' ? 10 : digitOf(below)));
  else if (isHalf) add(match, 0.5);
  else if (isDouble) add(match, 2, 'ratio');
  else if (times) {
    // 高出一倍 is twice as much; 是两倍 too.
    const isMore = relationAt(text, match.index, match.index + whole.length) === 'change';
    add(match, digitOf(times), isMore ? 'change' : 'ratio');
  }
}

function digitOf(text: string): number {
  return text === '两' ? 2 : DIGITS.indexOf(text);
}

/** "An hour and a half", "one and a half". */
function isPartOfMixed(text: string, at: number): boolean {
  return /\b(?:and a|the (?:first|second|other|upper|lower)|first|second|other) $/i.test(
    text.slice(Math.max(0, at - 14), at),
  );
}

/** What a share or a percentage at a place is a share of, by the words around it. */
export function relationAt(text: string, start: number, end: number): ShareRelation {
  const before =
    text
      .slice(Math.max(0, start - 60), start)
      .split(/[.;!?,，。；]/)
      .at(-1) ?? '';
  const after = (text.slice(end, end + 40).split(/[.;!?，。；]/)[0] ?? '').trimStart();
  if (/^as long again|^as much again|^as many again|^again/i.test(after)) return 'change';
  if (/^(?:as \w+|what\b|of what\b|the (?:price|cost|size|length|time|amount|weight|fee)\b)/i.test(after))
    return 'ratio';
  if (/^(?:of|的)/i.test(after)) return /\bby (?:\w+ ){0,2}$/i.test(before) ? 'change' : 'part';
  if (COMPARES.test(after.split(' ').slice(0, 2).join(' '))) return 'change';
  if (/\b(?:by|apart by) (?:\w+ ){0,2}$/i.test(before) || CHANGES.test(before)) return 'change';
  if (/比[^，。]*$|较[^，。]*$/.test(before) || CHINESE_CHANGE.test(before.replace(/(?:约|将近|大约|近)$/, '')))
    return 'change';
  return 'part';
}

function boundBefore(before: string): ToldShare['bound'] {
  if (
    /\b(?:more than|over|above|at least|well over|upwards of|exceeds?) (?:an? |one )?$|超过?了?$|不止$|多于$|至少$/i.test(
      before,
    )
  )
    return 'over';
  if (
    /\b(?:less than|under|below|at most|not even|barely|up to|fewer than) (?:an? |one )?$|不到$|不足$|最多$/i.test(
      before,
    )
  )
    return 'under';
  return /\b(?:about|around|roughly|nearly|almost|some|close to|approximately|just over|just under|a good|good) (?:an? |one )?$|约$|近$|大概$|差不多$/i.test(
    before,
  )
    ? 'about'
    : 'exact';
}
