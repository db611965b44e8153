/** What somebody can want from the HR desk. */
export type Intent = 'balance' | 'multiply' | 'request_leave' | 'cancel_leave' | 'introduce' | 'not_offered';

const INTENT_WORDS: readonly (readonly [Intent, RegExp])[] = [
  [
    'introduce',
    /介绍一下(?:你)?自己|你(?:能|可以|会)(?:做|帮我?做?)(?:些)?什么|你是谁|what can you do|who are you|introduce yourself/i,
  ],
  ['cancel_leave', /(?:取消|撤销|撤回).{0,12}(?:假|申请|L-\d)|cancel.{0,20}(?:leave|request|L-\d)/i],
  ['balance', /还(?:能|可以|剩|有).{0,8}(?:几|多少)天|(?:几|多少)天(?:年假|假)/],
  ['multiply', /乘|相乘|的积|[×*✕]|\d\s?x\s?-?\d|\btimes\b|multipl|product of/i],
  [
    'not_offered',
    /加上|减去|除以|相加|\d\s?[+÷/]\s?\d|工资|薪|病假|报销|调岗|\bplus\b|\bminus\b|divided|salary|sick leave/i,
  ],
  [
    'request_leave',
    /请假|请\s?[\d一二两三四五六七八九十]+\s?个?(?:工作日|天)|(?:申请|休|批|提交).{0,24}(?:天|年假|假期|休假)|request.{0,20}(?:leave|days)|take .{0,16}(?:days?|leave)|book .{0,16}(?:days?|leave)/i,
  ],
  ['balance', /年假|假期|余额|剩余|还剩|还有(?:几|多少)天|几天假|leave|days (?:left|remaining)|balance|vacation/i],
];

export function intentOf(clause: string): Intent | undefined {
  return INTENT_WORDS.find(([, words]) => words.test(clause))?.[0];
}

/** Every employee number in a text, in order; "不是 E001" and what was corrected afterwards are left out. */
export function employeesOf(text: string): string[] {
  const found = [...text.matchAll(/(?<![a-z0-9])e\s?-?(\d{3,5})(?!\d)/gi)].map((match) => ({
    id: `E${match[1]}`,
    index: match.index,
  }));
  const meant = found.filter(({ index }) => !/(?:不是|\bnot)\s*$/i.test(text.slice(0, index)));
  const corrected = meant.filter(({ index }, position) => {
    const before = meant[position - 1];
    return (
      before !== undefined && /不对|说错|搞错|应该是|我是说|sorry|i mean|no, /i.test(text.slice(before.index, index))
    );
  });
  const start = corrected.at(-1)?.index ?? 0;
  return [...new Set(meant.filter(({ index }) => index >= start).map(({ id }) => id))];
}

/** The numbers of a text, with a minus sign or 负, employee numbers and dates left out. Chinese numerals below 100 too. */
export function numbersOf(text: string): number[] {
  const plain = text
    .replaceAll(/e\s?-?\d{3,5}/gi, ' ')
    .replaceAll(/\d{4}-\d{1,2}-\d{1,2}|\d{1,2}月\d{1,2}[日号]?/g, ' ')
    .replaceAll(/负\s?(?=[\d零一二两三四五六七八九十])/g, '-');
  return [...plain.matchAll(/-?(?:\d+(?:\.\d+)?|[零一二两三四五六七八九十]+(?:点[零一二三四五六七八九]+)?)/g)]
    .map(([word]) => numberOf(word))
    .filter((number) => !Number.isNaN(number));
}

/** Days of leave: "3 天", "三天", "3 days". */
export function daysOf(text: string): number | undefined {
  const match = /(\d+|[一二两三四五六七八九十]+)\s?(?:个工作日|天|日(?!期)|days?)/i.exec(
    text.replaceAll(/\d{1,2}月\d{1,2}[日号]/g, ' '),
  );
  return match?.[1] === undefined ? undefined : numberOf(match[1]);
}

/** The first date of a text as ISO date; a day without a year lies in `year`. */
export function dateOf(text: string, year: string): string | undefined {
  const iso = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? /(\d{4})年(\d{1,2})月(\d{1,2})[日号]?/.exec(text);
  const short = /(\d{1,2})月(\d{1,2})[日号]?/.exec(text);
  const [y, m, d] = iso !== null ? iso.slice(1) : short !== null ? [year, ...short.slice(1)] : [];
  return y === undefined || m === undefined || d === undefined
    ? undefined
    : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}

export function languageOf(text: string): 'zh' | 'en' | undefined {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /[a-z]{2,}/i.test(text.replaceAll(/e\d+/gi, '')) ? 'en' : undefined;
}

function numberOf(word: string): number {
  if (/\d/.test(word)) return Number(word);
  const sign = word.startsWith('-') ? -1 : 1;
  const [whole = '', fraction = ''] = word.replace('-', '').split('点');
  const decimals = [...fraction].reduce((sum, digit, place) => sum + digitOf(digit, 0) / 10 ** (place + 1), 0);
  if (!whole.includes('十')) return sign * (digitOf(whole, Number.NaN) + decimals);
  const [tens = '', ones = ''] = whole.split('十');
  return sign * (digitOf(tens, 1) * 10 + digitOf(ones, 0) + decimals);
}

/** One Chinese digit; anything longer is no number that we read. */
function digitOf(character: string, whenEmpty: number): number {
  if (character === '') return whenEmpty;
  if (character.length > 1) return Number.NaN;
  if (character === '两') return 2;
  const digit = '零一二三四五六七八九'.indexOf(character);
  return digit < 0 ? Number.NaN : digit;
}
