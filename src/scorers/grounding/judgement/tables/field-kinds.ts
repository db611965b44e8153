import { wordsOf } from '../../evidence/words.ts';

/** What a measure is about, by the words people use for it and the words that keys are made of. */
type FieldKind = { kind: string; words: readonly string[] };

const KINDS: readonly FieldKind[] = [
  {
    kind: 'price',
    words: split(
      'price cost fee fare amount total rate charge rent pay paid payment premium salary tariff sum money bill billed balance value worth spend expense cheap dear expensive pricey pricy costly affordable budget 价 费 钱 额 金 款 贵 便宜 花 租 薪 余额 单价 报价 收费',
    ),
  },
  {
    kind: 'duration',
    words: split(
      'duration length time minutes hours seconds days long short quick fast slow took elapsed latency ms wait 时长 耗时 用时 时间 快 慢 久 长 短',
    ),
  },
  { kind: 'weight', words: split('weight mass kg gram heavy light 重 轻 公斤 重量') },
  {
    kind: 'size',
    words: split(
      'size area sqm pages page thick thin volume capacity big large small spacious roomy wide narrow tall high low height width depth 大 小 面积 容量 宽 高 体积',
    ),
  },
  {
    kind: 'date',
    words: split(
      'date time day start end due created updated departs arrives departure arrival opened closed filed issued expires expiry deadline at on since until early late soon recent old new first last 日期 时间 早 晚 新 旧 近 到期 期限',
    ),
  },
  {
    kind: 'count',
    words: split(
      'count number quantity qty stock seats units items pieces copies lines pages available reserved places slots votes views readings many most few more less fewer 数 量 多 少 件 个 座 库存',
    ),
  },
  {
    kind: 'rating',
    words: split(
      'rating score stars grade points mark review good bad best worst strong weak popular 评分 分 星 好 差 成绩',
    ),
  },
  { kind: 'distance', words: split('distance km miles meters far near close long short 距离 远 近 公里') },
  { kind: 'temperature', words: split('temperature temp warm cold hot cool degrees 温 热 冷 暖') },
  { kind: 'moisture', words: split('moisture humidity dry wet damp 湿 干 湿度') },
  { kind: 'usage', words: split('used use usage kwh consumption hungry thirsty 用量 用水 用电') },
  { kind: 'change', words: split('change rise gain loss growth strong weak 强 弱 涨 跌 涨跌') },
  { kind: 'age', words: split('age years old young elder 年龄 岁') },
];

function split(words: string): readonly string[] {
  return words.split(' ');
}

const byStem = new Map<string, Set<string>>();
const chinese: { word: string; kind: string }[] = [];
for (const { kind, words } of KINDS) {
  for (const word of words) {
    if (/\p{Script=Han}/u.test(word)) {
      chinese.push({ word, kind });
      continue;
    }
    for (const stem of wordsOf(word)) byStem.set(stem, new Set([...(byStem.get(stem) ?? []), kind]));
  }
}

/** The kinds of measure that a key or an adjective speaks of; none where it is no word for a measure. */
export function fieldKinds(text: string): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const word of wordsOf(text)) for (const kind of byStem.get(word) ?? []) kinds.add(kind);
  for (const { word, kind } of chinese) if (text.includes(word)) kinds.add(kind);
  return kinds;
}
