import { isHan } from '../evidence/words.ts';

/**
 * Sides that exclude each other, by what is asked of a thing: what was decided on its merits is not still being decided,
 * what is lent out is not to be had. A word may answer several questions; a record decides only those that its own state
 * answers.
 */
const AXES: readonly (readonly [
  axis: string,
  sides: readonly (readonly [side: string, english: string, chinese: string])[],
])[] = [
  [
    'decision',
    [
      [
        'yes',
        'accepted|approved|granted|passed|succeeded|successful|won|upheld|completed|settled|paid out|credited|finished|filled',
        '审核通过|审批通过|已通过|已批准|成功|及格|合格|赔付|已完成|已结案|检测完成|已经?到账',
      ],
      [
        'no',
        'rejected|refused|declined|denied|turned down|failed|lost|unsuccessful|dismissed|withdrawn',
        '失败|拒绝|驳回|拒赔|不合格|不及格|未通过|没通过|没有通过|没过',
      ],
      [
        'open',
        'pending|under review|in review|being reviewed|waiting|awaiting|queued|processing|in progress|undecided|running|partially filled',
        '审核中|处理中|审批中|候补|排队|待审核?|待处理|进行中|检测中',
      ],
    ],
  ],
  [
    'firmness',
    [
      ['firm', 'confirmed|final|definite', '已确认|确认|候补成功'],
      [
        'open',
        'waitlisted|on the wait(?:ing |-)?list|provisional|tentative|pending|unconfirmed|requested',
        '候补中?|待确认|暂定',
      ],
      ['gone', 'cancelled|canceled|withdrawn|dropped|void|given up|called off', '已?取消|作废'],
    ],
  ],
  [
    'activity',
    [
      ['on', 'active|enabled|in force|in effect|in use|live|unlocked', '启用|(?:可以)?正常(?:使用)?|使用中|生效中?'],
      [
        'held',
        'paused|suspended|frozen|on hold|disabled|inactive|blocked|locked|deactivated',
        '冻结|暂停|停用|锁定|挂失|停机',
      ],
      ['over', 'cancelled|canceled|expired|terminated|closed|ended|lapsed|retired', '过期|到期|失效|已?取消|注销|报废'],
    ],
  ],
  [
    'openness',
    [
      ['open', 'open|unresolved|ongoing|reopened', '未解决|未关闭|处理中|开放'],
      ['done', 'closed|resolved|settled|fixed|full|completed|finished', '已关闭|已解决|已完成|关闭|已满'],
    ],
  ],
  [
    'payment',
    [
      ['paid', 'paid|paid off|paid in full|settled', '已付款?|已缴费?|已支付|缴清|还清|结清|缴过|付过|付清'],
      [
        'owed',
        'unpaid|overdue|past due|outstanding|owing|late',
        '未付款?|未缴费?|没缴|没付|欠费|逾期|待付款?|待支付|待缴费?|未支付|尚未还款',
      ],
    ],
  ],
  [
    'stock',
    [
      [
        'to be had',
        'available(?! (?:in|as) (?!stock|store|shop|full|time|total|this|that|the (?:store|shop)|your|our))|in stock|well stocked|vacant|on the shelf|bookable|places? free|free to (?:take|book|use|borrow)|spots? left|ready for (?:use|pick-?up)|cleared for use|free',
        '有货|有票|有房|有位|可预订|可订|可约|还能约|还能订|空着|空闲|在架|可以?外?借|有库存|空余',
      ],
      [
        'not to be had',
        'unavailable|out of stock|sold out|full|fully booked|taken|on loan|borrowed|checked out|lent out|reserved|occupied|(?:in|under) repair|out for (?:repair|calibration|service)|out of order|in maintenance|retired|recalled|discontinued',
        '缺货|无货|没货|售罄|售完|已?满|无票|没票|无房|没房|约满|订满|借出|占用|维修中?|修补中?|修复中?|停用|订不到|没位|下架',
      ],
    ],
  ],
  [
    'way',
    [
      ['there', 'delivered|arrived|received|signed for|collected', '签收|送达|已送到|已到达'],
      ['under way', 'in transit|on its way|en route|out for delivery|in delivery', '运输中|在途|派送中|配送中'],
      ['not yet', 'pending|preparing|not shipped|label created', '待发货|备货中?|未发货'],
      ['waiting there', 'ready for pick-?up|awaiting pick-?up|ready on the shelf|ready to collect', '待取件?'],
      ['back', 'returned|sent back', '已?退回'],
      ['gone', 'lost|missing', '丢失|遗失'],
      ['held', 'held|held (?:by|at|in) customs|customs hold|stuck (?:at|in) customs', '扣留|清关中'],
      ['cleared', 'cleared|cleared customs|released', '已清关|放行'],
    ],
  ],
  [
    'loan',
    [
      ['back', 'returned|handed in|checked in', '已经?归还|已还|还清|还了'],
      ['out', 'on loan|borrowed|checked out|still out|overdue', '还没还|未还|未归还|没有?归还|借出|在借'],
    ],
  ],
  [
    'health',
    [
      ['well', 'healthy|up|operational|reachable|online|normal', '连通|在线|正常|健康'],
      ['ill', 'unhealthy|down|degraded|offline|unreachable|faulty', '离线|宕机|异常|故障'],
    ],
  ],
  [
    'ailment',
    [
      ['past', 'in remission|remission|resolved|healed|cured|inactive', '痊愈|缓解|治愈'],
      ['present', 'active|relapsed|recurrent|current|chronic', '复发|活动期|发作'],
    ],
  ],
  [
    'enrolment',
    [
      ['in', 'enrolled|registered|still on your schedule|signed up', '已选|已报名|在读'],
      ['out', 'dropped|withdrawn|unenrolled', '退选|已退课'],
    ],
  ],
  [
    'validity',
    [
      ['valid', 'valid|in date|up to date|in force', '有效期内|有效|未过期'],
      ['past', 'expired|lapsed|out of date|outdated|overdue', '过期|到期|失效|逾期'],
    ],
  ],
  [
    'refund',
    [
      ['yes', 'refundable', '可退款?'],
      ['no', 'non-?refundable|nonrefundable', '不可退款?|不能退'],
    ],
  ],
  [
    'duty',
    [
      ['must', 'required|mandatory|compulsory|obligatory', '必修|必须|必填|强制'],
      ['may', 'optional|voluntary', '选修|可选|选填|自愿'],
    ],
  ],
  [
    'link',
    [
      ['on', 'connected|signed in|logged in|linked|paired', '已连接|已登录|已绑定'],
      ['off', 'disconnected|signed out|logged out|unlinked', '已断开|未连接|已退出|未绑定|已解绑'],
    ],
  ],
];

/** A word of state with the sides it stands for, by axis. */
export type FoundSide = { sides: ReadonlyMap<string, string>; start: number; end: number };

/** `starts` are the first two letters of its English words. */
type Word = { pattern: RegExp; axis: string; side: string; starts: ReadonlySet<string> };

const WORDS: readonly Word[] = AXES.flatMap(([axis, sides]) =>
  sides.map(
    ([side, english, chinese]): Word => ({
      axis,
      side,
      starts: startsOf(english),
      pattern: new RegExp(
        `(?<![A-Za-z-])(?:${longestFirst(english)})(?![A-Za-z'’-]| price| in part| partly| by half)|(?:${longestFirst(chinese)})`,
        'gi',
      ),
    }),
  ),
);

function longestFirst(words: string): string {
  return partsOf(words)
    .sort((a, b) => b.length - a.length)
    .join('|');
}

/** A group holds bars of its own; only those outside part words. */
function partsOf(words: string): string[] {
  return words.split(/\|(?![^(]*\))/);
}

/** A word that begins with a group begins with what any part of the group does. */
function startsOf(english: string): ReadonlySet<string> {
  const starts = partsOf(english).flatMap((word) => /^\(\?:([^)]*)\)/.exec(word)?.[1]?.split('|') ?? [word]);
  return new Set(starts.map((word) => word.slice(0, 2)));
}

/** How words begin where one of the patterns can. */
const WORD_STARTS = /(?<![a-z-])[a-z]{2}/g;

function begins(begun: ReadonlySet<string>, starts: ReadonlySet<string>): boolean {
  for (const start of starts) if (begun.has(start)) return true;
  return false;
}

/** The words of state in a text, in order, longest first where they overlap. */
export function sidesIn(text: string): readonly FoundSide[] {
  const found = new Map<string, { sides: Map<string, string>; start: number; end: number }>();
  const spaced = text.replace(/_/g, ' ');
  const begun = isHan(spaced) ? undefined : new Set(spaced.toLowerCase().match(WORD_STARTS));
  for (const { pattern, axis, side, starts } of WORDS) {
    if (begun !== undefined && !begins(begun, starts)) continue;
    for (const match of spaced.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const place = `${match.index}:${end}`;
      const known = found.get(place) ?? { sides: new Map<string, string>(), start: match.index, end };
      known.sides.set(axis, side);
      found.set(place, known);
    }
  }
  const all = [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  return all.filter(
    (one) =>
      !all.some(
        (other) =>
          other !== one &&
          other.start <= one.start &&
          one.end <= other.end &&
          other.end - other.start > one.end - one.start,
      ),
  );
}

/** How what is told stands to what is known; undefined where they answer no question in common. */
export function compareSides(
  told: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
): 'same' | 'other' | undefined {
  let relation: 'other' | undefined;
  for (const [axis, side] of told) {
    const own = known.get(axis);
    if (own === side) return 'same';
    if (own !== undefined) relation = 'other';
  }
  return relation;
}
