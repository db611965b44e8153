/** What somebody can want from the orders desk. */
export type Intent =
  | 'status'
  | 'arrival'
  | 'tracking'
  | 'total'
  | 'items'
  | 'placed'
  | 'address'
  | 'list'
  | 'refund'
  | 'refund_state'
  | 'cancel'
  | 'change_address'
  | 'policy'
  | 'capabilities'
  | 'not_offered';

export type Reason = 'damaged' | 'late' | 'other';

/** Words that give an intent away, most telling first: the first line that matches a clause decides. */
const INTENT_WORDS: readonly (readonly [Intent, RegExp])[] = [
  [
    'capabilities',
    /what (?:else )?can you (?:do|help)|how can you help|what do you do|你(?:能|可以|会)(?:做|帮我?)(?:些)?什么|有什么功能/i,
  ],
  [
    'not_offered',
    /(?:speak|talk|transfer|connect|put)\b.{0,20}\b(?:human|person|someone|somebody|manager)|discount|voucher|coupon|invoice|payment method|credit card|subscription|gift ?card|exchange|折扣|优惠|发票|订阅|支付方式|换货|人工|转接/i,
  ],
  [
    'policy',
    /(?:refund|return)s? (?:policy|rules?|period|window)|rules? (?:for|about|on) (?:refund|return)|how (?:long|many days).*(?:refund|return|send it back)|退款(?:政策|规则|期限)|(?:多久|几天|多少天).*退/i,
  ],
  [
    'refund_state',
    /^\W*(?:has|have|was|were|did|is)\b.*\brefund|how much.*refunded|退款(?:到|成功|办好|了吗|了没)|退了(?:吗|没|多少)/i,
  ],
  [
    'refund',
    /refund|money back|reimburse|pay me back|\breturn\b|(?:EUR|euros?|€) back|give .{0,20} back|退(?:款|钱|货|给我|\s?A-|\s?\d)|[要想]退/i,
  ],
  ['cancel', /\bcancel|call (?:it )?off|stop (?:the|my|this|that) order|no longer (?:want|need)|取消|撤单/i],
  [
    'change_address',
    /(?:change|update|correct|new|different|wrong|switch|replace)\b.{0,50}\baddress|address\b.{0,30}\b(?:change[ds]?|updated?|wrong)\b|address\b.{0,20}\bto ADDRESS|(?:send|ship|deliver|redirect)\w*\b.{0,40}\bto (?:ADDRESS|another|a new)|(?:改|换|更新|修改).{0,12}地址|地址.{0,12}(?:改|换|错)|(?:改|换)?寄(?:到|去)/i,
  ],
  [
    'list',
    /\b(?:list|show|which|what|all|how many|see)\b.{0,24}\borders\b|(?:所有|全部|哪些|哪几个|几个|多少个)的?订单|订单(?:列表|有哪些)/i,
  ],
  [
    'address',
    /(?:which|what|where).{0,30}\b(?:address|going to|goes to|delivered to|sent to|sending it to)\b|\baddress\b|地址/i,
  ],
  ['tracking', /\btracking\b|\btrack (?:it|my|the|that|order)\b|\bcarrier\b|快递|物流|单号/i],
  [
    'placed',
    /when did (?:i|we) (?:place|order|buy)|order date|date of (?:the|my) order|下单(?:时间|日期)|什么时候(?:下|买)/i,
  ],
  [
    'arrival',
    /\bwhen\b|\barriv(?:e|es|al|ing)\b|(?:has|have|did)\b.*\barrived\b|\bcom(?:es|ing)\b|\beta\b|delivery date|how long|what day|什么时候|何时|几号|哪天|多久(?:能)?到|到货/i,
  ],
  ['total', /how much|\btotals?\b|\bprices?\b|\bcosts?\b|\bpaid\b|多少钱|金额|总价|总额|一共/i],
  [
    'items',
    /what(?:'s| is| was|'re| are)? (?:it |there )?in\b|\bitems?\b|\bcontents?\b|did i (?:buy|order)|买了什么|有什么(?:商品|东西)|哪些商品|里面/i,
  ],
  [
    'status',
    /\bwhere(?:'s| is| are| was| did| has| my| the| it| that| a-?\d)|\bstatus\b|\bshipped\b|\bsent\b|\bdelivered\b|look ?up|look at|check|\babout (?:my )?order|发货|到哪|哪里|哪儿|状态|进度|查/i,
  ],
];

const REASON_WORDS: readonly (readonly [Reason, RegExp])[] = [
  ['damaged', /damag|broke|crack|scratch|dent|defect|faulty|leak|shatter|坏|破|裂|损|划痕|漏/i],
  ['late', /\blate\b|delay|took too long|too slow|晚|迟到|延误|太慢/i],
  [
    'other',
    /\bother\b(?! (?:one|order))|(?:don'?t|do not|didn'?t) (?:like|want|need)|wrong (?:colou?r|size|item|one)|changed my mind|不喜欢|不想要|不需要|不要了|颜色不对|其他|其它/i,
  ],
];

/** Wishes that change something; they are never guessed. */
export const CHANGING: ReadonlySet<Intent> = new Set(['refund', 'cancel', 'change_address']);
const DENIED_BEFORE =
  /(?:\b(?:not|no|never|don'?t|do not|without|instead of|rather than|stop)\b|别|不要|不用|不想|不是)(?:\W+\w+){0,3}\W*$/i;

const LEFT_ALONE = /\b(?:leave|keep|forget|skip)\b|别管|保持/i;

/** The intent of a clause, and whether the clause takes it back: "don't cancel it". */
export function intentOf(clause: string): { intent: Intent; denied: boolean } | undefined {
  for (const [intent, words] of INTENT_WORDS) {
    const match = words.exec(clause);
    if (match === null) continue;
    const before = clause.slice(0, match.index);
    return { intent, denied: LEFT_ALONE.test(before) || (CHANGING.has(intent) && DENIED_BEFORE.test(before)) };
  }
  return undefined;
}

export function reasonOf(text: string): Reason | undefined {
  return REASON_WORDS.find(([, words]) => words.test(text))?.[0];
}

export const NEVER_MIND = /^\W*no\W*$|never ?mind|forget (?:it|about it)|leave it|drop it|算了|不用了/i;
export const THANKS = /\b(?:thanks?|thank you|cheers|bye|goodbye|great|perfect|okay|ok)\b|谢谢|感谢|再见|好的/i;
export const GREETING = /\b(?:hello|hi|hey|good (?:morning|afternoon|evening))\b|你好|您好/i;
/** What follows is what is meant; what came before was a slip. */
export const CORRECTION =
  /\b(?:no,? wait|wait,? no|sorry|i mean|i meant|make that|correction|scratch that|no,)|不对|我是说|应该是|说错了|搞错了/i;
export const OTHER_ONE = /\bother (?:one|order)\b|另(?:外)?(?:一|那)?个|其他那个/i;
export const ALL_OF_THEM =
  /\bboth\b|\ball of (?:them|these|those)\b|\beach\b|\ball (?:two|three|four)\b|两个都|都(?:查|看|要)|每个/i;
/** Asks for what was just said to be said again. */
export const SURE = /\b(?:sure|really|certain)\b|真的|确定/i;
export const AS_WELL = /\b(?:too|also|as well|same)\b|也|同样/i;
/** A part that is not told as an amount. */
export const A_PART = /\bhalf\b|\bpart(?:ly|ial)?\b|\bsome of\b|\d\s?%|一半|部分/i;
/** Words that move an order to the address in the message. */
export const MOVES_ADDRESS = /\b(?:change|update|send|ship|deliver|redirect|instead|new|moved?)\b|改|寄|换|新/i;
export const MORE_THAN_PAID = /\b(?:twice|double|triple|extra)\b|双倍|两倍|三倍/i;
const ORDINALS: readonly RegExp[] = [
  /\bfirst (?:one|order)\b|第一(?:个|单)/i,
  /\bsecond (?:one|order)\b|第二(?:个|单)/i,
  /\bthird (?:one|order)\b|第三(?:个|单)/i,
  /\bfourth (?:one|order)\b|第四(?:个|单)/i,
];

/** Position, from 0, that "the second one" means. */
export function ordinalOf(text: string): number | undefined {
  const index = ORDINALS.findIndex((words) => words.test(text));
  return index < 0 ? undefined : index;
}

/** Chinese when at least as many Chinese characters as Latin words were written, order numbers and e-mails left out. */
export function languageOf(text: string): 'en' | 'zh' | undefined {
  const plain = text.replaceAll(/\S+@\S+|[a-z]-?\d+/gi, ' ');
  const han = plain.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = plain.match(/[a-z]{2,}/gi)?.length ?? 0;
  if (han === 0 && latin === 0) return undefined;
  return han >= latin ? 'zh' : 'en';
}
