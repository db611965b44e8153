/** A word of a sentence that says that something is first or last of its kind. Positions are those of the sentence's text. */
export type Superlative = {
  start: number;
  end: number;
  /** The adjective and the noun behind it: what is compared. */
  words: string;
  /** `max` the greatest number or the latest moment, `min` the least; undefined where the word does not say. */
  direction: 'max' | 'min' | undefined;
  /** It speaks of how much, of anything that has a measure. */
  isGeneral: boolean;
  /** 1 for the first, 2 for "second largest". */
  rank: number;
  isNegated: boolean;
  /** Compares two things only: where the second of them begins. */
  pairFrom?: number | undefined;
};

const MAX =
  'high large big long expensive dear costly pricey pricy late new recent heavy strong wide tall great thick far warm hot top busy full popular deep more most good rich slow loud fat wet hungry thirsty busy hard 贵 高 大 长 多 重 晚 新 远 强 热 宽 久 深 慢 好 厚';
const MIN =
  'low cheap small short early light near close cold cool young few fewer less least bad worse weak fast quick thin poor affordable economical soon tiny slim narrow old dry quiet 便宜 低 小 短 少 轻 早 近 弱 冷 快 窄 薄 差 旧';
const GENERAL = new Set(
  'high large big great more most less least small low top few fewer 高 大 多 少 小 低'.split(' '),
);
const DIRECTIONS = new Map([
  ...MAX.split(' ').map((word) => [word, 'max'] as const),
  ...MIN.split(' ').map((word) => [word, 'min'] as const),
]);
const IRREGULAR: Readonly<Record<string, string>> = {
  best: 'good',
  worst: 'bad',
  most: 'most',
  least: 'least',
  fewest: 'few',
  farthest: 'far',
  furthest: 'far',
};
/** Words that end like superlatives and are none. */
const OTHERS = new Set(
  'forest request interest west rest test guest invest honest suggest contest harvest modest earnest arrest protest digest quest nest pest chest vest manifest midwest northwest southwest conquest crest zest jest fest lest priest behest unrest attest detest ingest divest molest infest bequest tempest everest budapest'.split(
    ' ',
  ),
);
const RANKS: Readonly<Record<string, number>> = {
  second: 2,
  third: 3,
  fourth: 4,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  二: 2,
  三: 3,
  四: 4,
};
const ENGLISH =
  /\b(?:(second|third|fourth|2nd|3rd|4th)[- ])?(?:(most|least)[- ]([a-z]+)|([a-z]+est|worst))\b((?: [a-z]+){0,3})/gi;
const CHINESE =
  /(?:第([二三四]))?最([\p{Script=Han}])((?:(?!最)\p{Script=Han}){0,4})|第([二三四])([高低大小多少长短快慢早晚贵重轻远近])/gu;
/** "At least", "at the latest", "most of", "best regards" compare nothing. */
const IDIOM_BEFORE = /\b(?:at(?: the)?|try (?:our|my|its)|do (?:our|my|your)|all the|for the) $/i;
const IDIOM_AFTER =
  /^(?:\s+(?:of\b(?! (?:the|all|these|those|them|your|our|my)\b)|likely|probably|certainly|importantly|regards|wishes|practice|effort|way\b|one\b \d))/i;
const CHINESE_IDIOM =
  /^最(?:近|后|初|终|多|少|低|高|早|晚|迟|快)(?:可|能|只|为|需|不|要|于|[\d一二三四五六七八九十两]|消费|工作日|$)|^最(?:近[^的一]|后|初|终|好(?:先|不|能|是|在|请|把|再))/u;
/** "No room is cheaper than X", "cheaper than any other": X, or the subject, is the extreme. */
const BEATEN =
  /\b(?:no|none|nothing|nobody|neither)\b[^.;]{0,50}?\b(?:(?:more|less|fewer) ?([a-z]+)?|([a-z]{3,}er))\b[^.;]{0,20}? than\b/i;
const BEATING =
  /\b(?:(more|less|fewer)(?: ([a-z]+))?|([a-z]{3,}er))\b[^.;]{0,30}? than (?:(?:in|on|at|from) )?(?:any(?:thing|one|body)?|all|every(?:thing|one)?|either|each|the (?:others?|rest))\b/i;

/** The superlatives of a sentence, in order. */
export function superlativesIn(text: string): readonly Superlative[] {
  const found: Superlative[] = [];
  for (const match of text.matchAll(ENGLISH)) {
    const [whole, rank, degree, adjective, plain = '', noun = ''] = match;
    const word = (degree ?? plain).toLowerCase();
    if (degree === undefined && OTHERS.has(word)) continue;
    const end = match.index + whole.length;
    if (IDIOM_BEFORE.test(text.slice(Math.max(0, match.index - 14), match.index))) continue;
    if (IDIOM_AFTER.test(text.slice(match.index + whole.length - noun.length))) continue;
    const base = degree === undefined ? baseOf(word) : (adjective ?? '').toLowerCase();
    const own = degree === undefined ? DIRECTIONS.get(base) : directionOf(degree.toLowerCase(), base);
    found.push({
      start: match.index,
      end: end - noun.length,
      words:
        `${base} ${noun.replace(/ (?:of|in|on|at|for|to|is|are|was|were|that|which|you|we|i|it)\b.*$/i, '')}`.trim(),
      direction: own,
      isGeneral: degree === undefined && GENERAL.has(base),
      rank: RANKS[rank?.toLowerCase() ?? ''] ?? 1,
      isNegated: isNegated(text.slice(0, match.index)),
    });
  }
  for (const match of text.matchAll(CHINESE)) {
    const [whole, rank, first = '', rest = '', other, bare] = match;
    if (other === undefined && CHINESE_IDIOM.test(text.slice(match.index, match.index + 8))) continue;
    const adjective = bare ?? (DIRECTIONS.has(first + rest.slice(0, 1)) ? first + rest.slice(0, 1) : first);
    found.push({
      start: match.index,
      end: match.index + (other === undefined ? whole.indexOf('最') + 1 + adjective.length : whole.length),
      words: `${adjective} ${rest}`,
      direction: DIRECTIONS.get(adjective),
      isGeneral: GENERAL.has(adjective),
      rank: RANKS[rank ?? other ?? ''] ?? 1,
      isNegated: /(?:不是|并非|不算)[^，。]{0,6}$/.test(text.slice(Math.max(0, match.index - 10), match.index)),
    });
  }
  return [...found, ...comparedWithAll(text), ...firstAndLast(text), ...ofTwo(text, found), ...pairsIn(text)];
}

/** "Costs more than", "is cheaper than", 比…贵. */
const COMPARATIVE = /\b([a-z]+ )?\b(more|less|fewer|[a-z]{3,}er)\b/gi;
const THAN =
  /^(?: ([a-z]+))?(?: [a-z]+){0,2}? than\b(?! (?:any|all|every|either|each|ever|before|usual|planned|expected|the (?:others?|rest|usual)\b|\d))/i;
const BI = /比([^，。；,;比]{1,24}?)(便宜|贵|高|低|长|短|早|晚|大|小|多|少|重|轻|远|近|快|慢)/g;

function pairsIn(text: string): readonly Superlative[] {
  const found: Superlative[] = [];
  const add = (match: { 0: string; index: number }, one: Pick<Superlative, 'words' | 'direction'>): void => {
    found.push({
      ...one,
      start: match.index,
      end: match.index + match[0].length,
      pairFrom: match.index + (match[0].startsWith('比') ? 1 : match[0].length),
      isGeneral: GENERAL.has(one.words.split(' ')[0] ?? ''),
      rank: 1,
      isNegated: isNegated(text.slice(0, match.index)) || /(?:没有?|不)$/.test(text.slice(0, match.index)),
    });
  };
  for (const match of text.matchAll(COMPARATIVE)) {
    const [whole, verb = '', comparative = ''] = match;
    const from = match.index + whole.length;
    const than = THAN.exec(text.slice(from, from + 60));
    const degree = /^(?:more|less|fewer)$/i.test(comparative) ? comparative.toLowerCase() : undefined;
    const next = than?.[1]?.toLowerCase() ?? '';
    const adjective = next === 'than' ? '' : next;
    const base = degree ? adjective : baseOf(comparative.toLowerCase().replace(/er$/, 'est'));
    const direction = degree ? directionOf(degree === 'more' ? 'most' : 'least', base) : DIRECTIONS.get(base);
    if (than === null || direction === undefined) continue;
    const words = degree ? `more ${base} ${verb}`.trim() : `${base} ${verb}`.trim();
    add({ ...match, 0: whole + than[0], index: match.index }, { words, direction });
  }
  for (const match of text.matchAll(BI)) {
    const [, , adjective = ''] = match;
    add(match, { words: adjective, direction: DIRECTIONS.get(adjective) });
  }
  return found;
}

/** "Was filed last", "is the first to …": the earliest or latest. */
const ORDERED =
  /\b(?:(?:is|was|are|were|be|comes?|came|being) the (first|last)(?= (?:to|of|one)\b|[.,;!]| ?$)|[a-z]{2,}(?:ed|es|s|ne|wn|nt|ft) (first|last)(?=[.,;!]| of\b| ?$))/gi;

function firstAndLast(text: string): readonly Superlative[] {
  return [...text.matchAll(ORDERED)].map((match) => {
    const word = (match[1] ?? match[2] ?? '').toLowerCase();
    const end = match.index + match[0].length;
    return {
      start: end - word.length,
      end,
      words: word === 'first' ? 'early' : 'late',
      direction: word === 'first' ? ('min' as const) : ('max' as const),
      isGeneral: false,
      rank: 1,
      isNegated: isNegated(text.slice(0, end - word.length)),
    };
  });
}

/** "The longer one", "the cheaper of the two". */
const OF_TWO =
  /\bthe (?:(more|less) ([a-z]+)|([a-z]{3,}er))(?= (?:one|of (?:the|these|those|both|your))\b|[.,;!]| ?$)/gi;

function ofTwo(text: string, found: readonly Superlative[]): readonly Superlative[] {
  return [...text.matchAll(OF_TWO)].flatMap((match) => {
    const [whole, degree, adjective = '', comparative = ''] = match;
    const base =
      degree === undefined ? baseOf(comparative.toLowerCase().replace(/er$/, 'est')) : adjective.toLowerCase();
    const direction = DIRECTIONS.get(base);
    if (direction === undefined || found.some(({ start }) => start === match.index + 4)) return [];
    return [
      {
        start: match.index + 4,
        end: match.index + whole.length,
        words: base,
        direction:
          degree === undefined ? direction : directionOf(degree.toLowerCase() === 'more' ? 'most' : 'least', base),
        isGeneral: GENERAL.has(base),
        rank: 1,
        isNegated: isNegated(text.slice(0, match.index)),
      },
    ];
  });
}

function comparedWithAll(text: string): readonly Superlative[] {
  const beaten = BEATEN.exec(text);
  const match = beaten ?? BEATING.exec(text);
  if (match === null) return [];
  const [whole] = match;
  const [degree, adjective, comparative] = beaten ? [undefined, match[1], match[2]] : [match[1], match[2], match[3]];
  const base = comparative === undefined ? (adjective ?? '') : baseOf(comparative.toLowerCase().replace(/er$/, 'est'));
  const isLess = /\b(?:less|fewer)\b/i.test(whole);
  const direction =
    comparative === undefined
      ? DIRECTIONS.has(base) && base !== ''
        ? directionOf(isLess ? 'least' : 'most', base)
        : isLess
          ? 'min'
          : 'max'
      : DIRECTIONS.get(base);
  if (
    direction === undefined ||
    (comparative !== undefined && /^(?:rather|other|either|neither|number|order|later)$/i.test(comparative))
  )
    return [];
  const isGeneral = comparative === undefined && (degree !== undefined || !DIRECTIONS.has(base));
  return [
    {
      start: match.index,
      end: match.index + whole.length,
      words: base,
      direction,
      isGeneral,
      rank: 1,
      isNegated: false,
    },
  ];
}

function directionOf(degree: string, adjective: string): Superlative['direction'] {
  const own = DIRECTIONS.get(adjective) ?? 'max';
  if (degree === 'most') return own;
  return own === 'max' ? 'min' : 'max';
}

/** `cheapest` → `cheap`, `earliest` → `early`, `largest` → `large`, `biggest` → `big`. */
function baseOf(word: string): string {
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  const stem = word.replace(/est$/, '');
  const candidates = [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
  return candidates.find((candidate) => DIRECTIONS.has(candidate)) ?? candidates[2] ?? stem;
}

function isNegated(before: string): boolean {
  return /\b(?:not|isn't|aren't|wasn't|weren't|never|hardly)(?: \w+){0,2} (?:the |your |our |its )?$/i.test(before);
}
