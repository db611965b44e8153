const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['oh', 0],
  ['o', 0],
  ['nought', 0],
  ['fourty', 40],
]);
const TIMES: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
const WORD = `(?:${[...VALUES.keys(), ...TIMES.keys()].sort((a, b) => b.length - a.length).join('|')})`;
/** What people say between two pieces of a number. */
const BETWEEN = String.raw`(?:[\s,.;/–—-]+(?:(?:and|then|dash|hyphen|minus|space|slash|stroke)[\s,.;/–—-]+){0,3})`;
const RUN = new RegExp(String.raw`(?<![\p{L}\p{N}])${WORD}(?:${BETWEEN}${WORD})*(?![\p{L}\p{N}])`, 'giu');
const HAN = '〇一二三四五六七八九';
const HAN_DIGIT = '[零〇○一二三四五六七八九两幺]';
const HAN_RUN = new RegExp(`${HAN_DIGIT}(?:[\\s,，、.-]?(?:杠|横|减)?[\\s,，、.-]?${HAN_DIGIT})+`, 'gu');

/**
 * The text with numbers that are said piece by piece as digits, as codes are read out: "forty-seven eleven" → `4711`,
 * "four seven one one" → `4711`, "四七一一" → `4711`. Nothing is added up: "one hundred" is no code.
 */
export function digitsOfWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(RUN, (run) => digitsOfRun(run.toLowerCase().match(/\p{L}+/gu) ?? []))
    .replace(HAN_RUN, (run) => Array.from(run.replace(/[\s,，、.杠横减-]/g, ''), digitOfCharacter).join(''));
}

function digitsOfRun(words: readonly string[]): string {
  let digits = '';
  let times = 1;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = VALUES.get(word);
    if (value === undefined) {
      times = TIMES.get(word) ?? times;
      continue;
    }
    const next = VALUES.get(words[at + 1] ?? '') ?? 0;
    const isPair = value >= 20 && next >= 1 && next <= 9;
    digits += String(isPair ? value + next : value).repeat(times);
    times = 1;
    if (isPair) at += 1;
  }
  return digits;
}

function digitOfCharacter(character: string): string {
  const plain = character.replace(/[零○]/, '〇').replace('两', '二').replace('幺', '一');
  return String(HAN.indexOf(plain));
}
