import { isHan, wordsOf } from '../evidence/words.ts';

/** Things that deeds are done to, under one name in two languages, so that `address` and 地址 meet. */
const OBJECTS: readonly (readonly [english: string, chinese: string])[] = [
  ['order|purchase', '订单'],
  ['address|street|destination', '地址|收货人'],
  ['payment|pay|card', '付款|支付|银行卡'],
  ['email|mail|inbox', '邮箱|邮件|电子邮件'],
  ['phone|telephone|mobile', '电话|手机|号码'],
  ['text|sms', '短信'],
  ['invoice|receipt|bill', '发票|收据|账单'],
  ['password|pin|login', '密码'],
  ['name', '姓名|名字|名称'],
  ['date|day|time|slot', '日期|时间'],
  ['flight|airline|airport', '航班|机票'],
  ['hotel|room', '酒店|房间|客房'],
  ['ticket', '票'],
  ['seat|table', '座位|餐位'],
  ['account|profile', '账户|账号|帐号'],
  ['subscription|plan|membership', '订阅|套餐|会员'],
  ['balance', '余额'],
  ['leave|vacation|holiday|absence', '年假|请假|假期|休假|假'],
  ['salary|wage|payroll', '工资|薪资|薪水'],
  ['employee|staff|colleague', '员工|职员|同事'],
  ['price|cost|fee', '价格|费用'],
  ['coupon|voucher|discount', '优惠券|折扣|代金券'],
  ['insurance', '保险'],
  ['bag|baggage|luggage', '行李'],
  ['document|file|paper', '文件|文档|资料'],
  ['weather|forecast', '天气'],
  ['contract|agreement', '合同|协议'],
  ['delivery|shipment|parcel|package|courier', '快递|配送|包裹|送货|物流'],
  ['product|item|goods|article', '商品|产品|货物|物品'],
  ['appointment|meeting', '会议|预约'],
  ['reminder|alarm', '提醒|闹钟'],
  ['report|complaint|claim', '报告|报表|投诉'],
  ['warranty|repair', '保修|维修'],
  ['refund|money|reimbursement', '退款|钱|金额'],
  ['note|remark|comment|memo|annotation', '备注|留言|便条|附言'],
  ['taxi|car|vehicle', '车|出租车'],
  ['restaurant|meal|food', '餐厅|餐馆|饭店'],
];
/** Heads that name no thing of their own: "order details", 订单信息. */
const GENERAL =
  /^(?:detail|information|info|request|status|stat|proc|step|option|thing|matter|issue|problem|question|data|record|it|them|one|that|these|those|you|rest|case|part|way|help|bit|lot|all|any|some|anything|something|everything|change|update|reservation|booking|purpos)$/;
const GENERAL_CHINESE = /^(?:信息|详情|状态|情况|内容|问题|操作|服务|事情|事项|业务|它|这些|那些|它们)?$/;
const ENDS =
  /\b(?:of|for|on|from|to|into|in|at|by|with|via|through|that|which|who|if|when|once|before|after|as|instead|here|now|right|today|directly|immediately|yourself|too|again|and|or|so|using|without|because|until)\b|[,.;:!?(]/i;
const DETERMINERS =
  /^(?:an?|the|your|my|his|her|its|our|their|this|that|these|those|any|some|all|another|other|more|new|full|partial|existing|current|few|several|one|two|both|each|every|also|up)$/i;

/** The thing that a deed is done to, as names that meet across languages; empty when none is named. */
export function objectOf(text: string, { isChinese }: { isChinese: boolean }): readonly string[] {
  if (isChinese) return chineseObject(text);
  const end = ENDS.exec(text)?.index ?? text.length;
  const words = (text.slice(0, end).match(/[a-z]+(?:-[a-z]+)*/gi) ?? []).filter((word) => !DETERMINERS.test(word));
  const head = words.at(-1);
  if (head === undefined || words.length > 5) return [];
  const stems = wordsOf(words.join(' '));
  return stems.length === 0 || stems.some((stem) => GENERAL.test(stem)) ? [] : namesOf(stems.join(' '));
}

function chineseObject(text: string): readonly string[] {
  const clause = /^[^，。；！？、,.;!?]*/.exec(text)?.[0] ?? '';
  const head =
    clause
      .split(/的/)
      .at(-1)
      ?.replace(/^(?:您|你|该|这个|一下|一个|一些|相关|新|它们?|们)+/, '')
      .trim() ?? '';
  if (GENERAL_CHINESE.test(head)) return [];
  return namesOf(head).filter(isThing);
}

/** The words by which either language names a thing `=n`; English ones as stems. */
export function wordsOfThing(name: string): { stems: readonly string[]; chinese: readonly string[] } {
  return OBJECT_STEMS.find((thing) => thing.name === name) ?? { stems: [], chinese: [] };
}

/** True for the name of a thing that stands in the list. */
export function isThing(name: string): boolean {
  return name.startsWith('=');
}

/** Stems of a text, and the name `=n` of each thing that either language knows. */
export function namesOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return namesAmong(wordsOf(lower), lower);
}

/** The same for a text whose stems are known. */
export function namesAmong(stems: readonly string[], text: string): readonly string[] {
  const told = new Set(stems.flatMap((stem) => BY_STEM.get(stem) ?? []));
  if (!isHan(text)) return told.size === 0 ? stems : [...stems, ...[...told].sort(byPlace).map(({ name }) => name)];
  const known = OBJECT_STEMS.filter((thing) => told.has(thing) || thing.chinese.some((word) => text.includes(word)));
  return [...stems, ...known.map(({ name }) => name)];
}

type Thing = { place: number; name: string; stems: readonly string[]; chinese: readonly string[] };

const OBJECT_STEMS: readonly Thing[] = OBJECTS.map(([english, chinese], index) => ({
  place: index,
  name: `=${index}`,
  stems: wordsOf(english.replaceAll('|', ' ')),
  chinese: chinese.split('|'),
}));

const BY_STEM = new Map<string, readonly Thing[]>();
for (const thing of OBJECT_STEMS)
  for (const stem of thing.stems) BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), thing]);

function byPlace(a: Thing, b: Thing): number {
  return a.place - b.place;
}
