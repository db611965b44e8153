/**
 * What a state amounts to. Two states of one record that amount to different things exclude each other: what waits is not
 * through, what is stopped does not wait, and what fell through is none of these.
 */
export type StateClass = 'through' | 'waiting' | 'stopped' | 'fallen';

const CLASSES: readonly (readonly [StateClass, RegExp])[] = [
  [
    'fallen',
    /\b(?:rejected|refused|denied|declined|failed|cancell?ed|withdrawn|expired|overdue|lapsed|discarded|retired|relapsed|unpaid|unavailable|sold out|fully booked|out of stock)\b|逾期|失败|(?:被|已)拒绝|驳回|已取消|已?退回|已?过期|已满|售罄|不合格|已报废/gi,
  ],
  [
    'waiting',
    /\b(?:pending|wait(?:ing|list(?:ed)?)|under review|in review|in progress|processing|queued|draft|awaiting)\b|候补中|审核中|审批中|处理中|待(?:审|处理|付款|发货|取件|确认)|排队|进行中/gi,
  ],
  ['stopped', /\b(?:suspended|paused|frozen|on hold|disabled|deactivated|blocked|locked)\b|冻结|暂停|停用|锁定/gi],
  [
    'through',
    /\b(?:confirmed|accepted|approved|granted|passed|settled|filled|delivered|succeeded|successful|credited|active|resolved|in service|in stock)\b|已确认|已?通过|成功|已(?:支付|付款|缴费|完成|送达|签收|批准)|(?<!不)正常|可用|(?<!不)合格/gi,
  ],
];

export type FoundState = { state: StateClass; start: number; end: number };

/** The states that a text names, with what each amounts to, in order. */
export function stateClassesIn(text: string): readonly FoundState[] {
  const spaced = text.replace(/[_-]/g, ' ');
  return CLASSES.flatMap(([state, pattern]) =>
    [...spaced.matchAll(pattern)].map((match) => ({ state, start: match.index, end: match.index + match[0].length })),
  ).sort((a, b) => a.start - b.start);
}
