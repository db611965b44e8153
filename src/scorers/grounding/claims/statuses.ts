/** States of records, under one name in two languages. `stage` orders those that follow each other. */
type Status = { status: string; english: string; chinese: string; group: string; stage?: number };

const STATUSES: readonly Status[] = [
  {
    status: 'pending',
    english: 'pending|processing|preparing',
    chinese: '待处理|处理中|待发货|待付款|备货中',
    group: 'order',
    stage: 0,
  },
  {
    status: 'shipped',
    english: 'shipped|dispatched|in transit|on its way',
    chinese: '已发货|发货了|已经发货|发货|运输中|已寄出',
    group: 'order',
    stage: 1,
  },
  { status: 'delivered', english: 'delivered|arrived', chinese: '已送达|已签收|送达|签收', group: 'order', stage: 2 },
  { status: 'cancelled', english: 'cancelled|canceled', chinese: '已取消|取消', group: 'order' },
  { status: 'refunded', english: 'refunded', chinese: '已退款', group: 'refund' },
  { status: 'paid', english: 'paid', chinese: '已付款|已支付', group: 'payment' },
  { status: 'overdue', english: 'overdue|past due', chinese: '逾期', group: 'payment' },
  { status: 'active', english: 'active', chinese: '有效|正常|在职', group: 'account' },
  { status: 'suspended', english: 'suspended|on hold', chinese: '已停用|暂停|冻结', group: 'account' },
  { status: 'closed', english: 'closed', chinese: '已关闭', group: 'account' },
  { status: 'approved', english: 'approved', chinese: '已批准|审批通过', group: 'review' },
  { status: 'rejected', english: 'rejected|denied|declined', chinese: '已拒绝|驳回', group: 'review' },
  { status: 'available', english: 'available|in stock', chinese: '有货|可用|可预订', group: 'stock' },
  {
    status: 'unavailable',
    english: 'unavailable|out of stock|sold out',
    chinese: '缺货|无货|售罄|不可用',
    group: 'stock',
  },
];

const NEGATIVE = /^(?:not|un|no|never|未|没|没有|尚未|不)/i;
const PATTERNS = STATUSES.map((entry) => ({
  entry,
  pattern: new RegExp(`\\b(?:${entry.english})\\b|(?:${entry.chinese})`, 'gi'),
}));

export type FoundStatus = { status: string; start: number; end: number; isNegated: boolean };

/** The statuses that a text names, in order, with the negation that stands right before each. */
export function statusesIn(text: string): readonly FoundStatus[] {
  const found: FoundStatus[] = [];
  for (const { entry, pattern } of PATTERNS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const before = text.slice(Math.max(0, match.index - 24), match.index).toLowerCase();
      const isNegated =
        /(?:\b(?:not|never|hasn't|isn't|wasn't|haven't|aren't|neither|nothing|none|without|no longer|yet to be)(?: \w+){0,3}[ _-]|\bun|未|没有?|尚未|还没有?|从未|不曾|并未|不|非)$/.test(
          before,
        );
      found.push({ status: entry.status, start: match.index, end: match.index + match[0].length, isNegated });
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A status as a field of a record holds it: `not_shipped`, `已发货`, or `shipped: false`. */
export function statusOfField(key: string, text: string): { status: string; isNegated: boolean } | undefined {
  if (text === 'true' || text === 'false') {
    const [named] = statusesIn(key.replace(/[_-]/g, ' '));
    return named && { status: named.status, isNegated: (text === 'false') !== named.isNegated };
  }
  if (/^\d+(?:\.\d+)?$/.test(text)) return statusOfAmount(key, Number(text));
  if (text.length > 24) return undefined;
  const [named] = statusesIn(text.replace(/[_-]/g, ' '));
  return (
    named && {
      status: named.status,
      isNegated: named.isNegated || (NEGATIVE.test(text) && !/^un(?:available)/i.test(text)),
    }
  );
}

/** `refunded: 0.00` says that nothing was; the key must be the deed, not a name of many words. */
function statusOfAmount(key: string, amount: number): { status: string; isNegated: boolean } | undefined {
  const words = key
    .replace(/[_-]/g, ' ')
    .replace(/\b(?:amount|total|sum|so far|金额|数额)\b|金额|数额/gi, '')
    .trim();
  const [named] = statusesIn(words);
  const isWhole = named !== undefined && named.end - named.start === words.length;
  return isWhole ? { status: named.status, isNegated: named.isNegated || amount === 0 } : undefined;
}

/** Whether a record that is `known` can also be called `told`. */
export function compareStatus(
  told: { status: string; isNegated: boolean; isStillOpen?: boolean },
  known: { status: string; isNegated: boolean },
): 'same' | 'opposite' | 'other' | 'unrelated' {
  if (told.status === known.status) return told.isNegated === known.isNegated ? 'same' : 'opposite';
  const a = STATUSES.find(({ status }) => status === told.status);
  const b = STATUSES.find(({ status }) => status === known.status);
  if (!a || !b || a.group !== b.group) return 'unrelated';
  // What is not shipped is not delivered either.
  if (known.isNegated) {
    const isLater = a.stage !== undefined && b.stage !== undefined && b.stage > 0 && a.stage > b.stage;
    if (!isLater) return 'unrelated';
    return told.isNegated ? 'same' : 'opposite';
  }
  const isReached = a.stage !== undefined && b.stage !== undefined && a.stage > 0 && a.stage <= b.stage;
  if (isReached) return told.isNegated ? 'opposite' : 'same';
  // A cancelled order is not shipped, but "not yet shipped" says that it will be.
  if (told.isNegated && b.stage === undefined && a.stage !== undefined) return told.isStillOpen ? 'other' : 'unrelated';
  return told.isNegated ? 'same' : 'other';
}
