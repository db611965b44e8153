import { stemOf } from '../evidence/words.ts';

/**
 * One name for a deed in two languages, so that `cancel_order` and "取消" meet. It only translates: a verb that is not
 * here is compared by its stem.
 */
const CONCEPTS: readonly (readonly [concept: string, english: string, chinese: string])[] = [
  ['cancel', 'cancel|revoke', '取消|撤销|退订'],
  ['refund', 'refund|reimburse', '退款|退钱|退费'],
  ['book', 'book|reserve|reservation', '预订|预定|订座|订房|订票|预约|预留'],
  ['buy', 'buy|purchase', '购买|下单|代购|买'],
  ['send', 'send|email|forward', '发送|发到|寄送|发邮件|发短信|短信发'],
  [
    'update',
    'update|modify|change|edit|adjust|amend|correct',
    '修改|更改|更新|变更|调整|改签|更正|改动|变动|改为|改成',
  ],
  ['create', 'create|open|generate|set up', '创建|新建|生成|开通'],
  ['delete', 'delete|remove|erase', '删除|移除|清除'],
  ['transfer', 'transfer|hand over|escalate', '转接|转人工|转账|移交|上报主管'],
  ['exchange', 'exchange|swap', '换货|更换|兑换'],
  ['return', 'return', '退货|退回|归还'],
  ['pay', 'pay|charge', '付款|支付|扣款|缴费'],
  ['ship', 'ship|dispatch', '发货|寄出'],
  ['submit', 'submit|apply', '提交|申请|上报'],
  ['issue', 'issue|grant', '发放|签发|颁发'],
  ['schedule', 'schedule|arrange|appointment', '安排|排期'],
  ['approve', 'approve', '批准|审批|通过'],
  ['activate', 'activate|enable|resume|restore|turn on', '激活|启用|恢复|开启'],
  ['suspend', 'suspend|disable|deactivate|pause|turn off', '暂停|停用|禁用|关闭'],
  ['upgrade', 'upgrade', '升级'],
  ['register', 'register|enroll|sign up', '注册|登记|报名'],
  ['notify', 'notify|remind|alert', '通知|提醒'],
  [
    'look_up',
    'look up|search|find|query|get|retrieve|fetch|list|check|track|lookup|view|read|show',
    '查询|查找|搜索|检索|查看|查',
  ],
  ['multiply', 'multiply|multiplication|times|product of', '乘法|乘积|相乘|乘'],
  ['add_up', 'addition|add numbers|sum', '加法|求和|相加|加减'],
  ['subtract', 'subtract|subtraction|minus', '减法|相减|加减'],
  ['divide', 'divide|division', '除法|相除|乘除'],
  ['calculate', 'calculate|compute|arithmetic|calculation|math', '计算|运算|算术|数学'],
  ['translate', 'translate|translation', '翻译'],
  ['recommend', 'recommend|suggest', '推荐|建议'],
  ['forecast', 'weather|forecast', '天气|预报'],
  ['navigate', 'navigate|directions', '导航|路线'],
  ['hire_car', 'rent car|taxi|ride|cab', '打车|租车|叫车|出租车'],
];

const ENGLISH = new Map(
  CONCEPTS.flatMap(([concept, english]) =>
    english.split('|').flatMap((word) => (word.includes(' ') ? [] : [[stemOf(word), concept] as const])),
  ),
);
const PHRASES = CONCEPTS.flatMap(([concept, english]) =>
  english.split('|').flatMap((word) => (word.includes(' ') ? [{ concept, word }] : [])),
);
const CHINESE = CONCEPTS.flatMap(([concept, , chinese]) => chinese.split('|').map((word) => ({ concept, word }))).sort(
  (a, b) => b.word.length - a.word.length,
);

export type FoundConcept = { concept: string; start: number; end: number };

/** A book to read is no deed: `renew_book`, "Shows a book". */
const BEFORE_A_BOOK =
  /\b(?:an?|the|this|that|these|those|your|my|our|his|her|their|of|any|some|each|every|no|which|one|two|other|another|per|get|find|list|search|renew|return|borrow|lend|read|buy|order)[ _-]$/;

/** The deeds that a text names, in order. A single Chinese character counts only where no longer word covers it. */
export function conceptsIn(text: string): readonly FoundConcept[] {
  const found: FoundConcept[] = [];
  const lower = text.toLowerCase();
  for (const match of lower.matchAll(/[a-z]+/g)) {
    const concept = ENGLISH.get(stemOf(match[0]));
    if (/^books?$/.test(match[0]) && BEFORE_A_BOOK.test(lower.slice(0, match.index))) continue;
    if (concept) found.push({ concept, start: match.index, end: match.index + match[0].length });
  }
  for (const { concept, word } of PHRASES) addAll(lower, word, { concept, found });
  for (const { concept, word } of CHINESE) addAll(text, word, { concept, found });
  return found.sort((a, b) => a.start - b.start);
}

function addAll(text: string, word: string, { concept, found }: { concept: string; found: FoundConcept[] }): void {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (!found.some((other) => at < other.end && other.start < end && other.end - other.start > word.length))
      found.push({ concept, start: at, end });
  }
}

/** Deeds so general that the thing they are done to decides: "submit the return". */
export const GENERAL_DEEDS: ReadonlySet<string> = new Set([
  'submit',
  'update',
  'create',
  'issue',
  'schedule',
  'look_up',
  'delete',
]);

const OPERATIONS = new Set(['multiply', 'add_up', 'subtract', 'divide']);

/** The deeds that a tool's own words name. "Calculates the product" multiplies and does no other arithmetic. */
export function conceptsOfTool({ name, description }: { name: string; description: string }): ReadonlySet<string> {
  const named = new Set(
    conceptsIn(`${name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')} ${description}`).map(
      ({ concept }) => concept,
    ),
  );
  const isSpecific = [...OPERATIONS].some((operation) => named.has(operation));
  if (named.has('calculate') && !isSpecific) for (const operation of OPERATIONS) named.add(operation);
  if (isSpecific) named.add('calculate');
  return named;
}

const NAMES = new Set(CONCEPTS.map(([concept]) => concept));

/** True for a deed that stands in the list, and so has one name in both languages. */
export function isKnownDeed(concept: string): boolean {
  return NAMES.has(concept);
}

/** Our name of an English verb, or its stem where we have none. */
export function conceptOfVerb(verb: string): string {
  return ENGLISH.get(stemOf(verb.toLowerCase())) ?? stemOf(verb.toLowerCase());
}
