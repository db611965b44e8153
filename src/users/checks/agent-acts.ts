/** What is done with a matter of one's own, and so may be offered to the other side. */
const OWN_WORK = String.raw`(?! (?:to )?(?:reproduce|test|debug|investigate|narrow|diagnose|understand|identify|verify|see|(?:find|locate|track|spot) (?:it|me|my|them)\b))(?!.{0,40}\b(?:my|me)\b)`;
const I_OR_WE = String.raw`\b(?:i|we)`;
const MATTERS =
  'order|refund|return|request|booking|reservation|ticket|appointment|account|subscription|payment|application|leave|claim|replacement|parcel|package|exchange|case';

/** Help is offered to the other side, who is there to give it. */
export const OFFERS: readonly RegExp[] = [
  /\b(?:how|what) (?:can|may|could|shall) (?:i|we) (?:(?:help|assist)(?!\b.{0,40}\b(?:my|me)\b)|do for you|be of (?:help|service|assistance))\b/i,
  /\b(?:can|may|could) (?:i|we) (?:help|assist) you\b(?!.{0,40}\b(?:my|me)\b)/i,
  /\b(?:anything|something|what) else (?:that )?(?:(?:i|we) (?:can|could|may) (?:help|assist|do for you)|you(?:'d| would)? (?:need|want|like|require) (?:\w+ )?(?:help|assistance|support))\b(?!.{0,40}\b(?:my|me)\b)/i,
  new RegExp(
    String.raw`${I_OR_WE}(?:'m| am| are|'re|'d be| would be|'ll be| will be)? (?:more than |very |so )?(?:happy|glad|pleased|here|delighted) to (?:help|assist) (?:you|with your)\b${OWN_WORK}`,
    'i',
  ),
  /\b(?:thank you|thanks) for (?:contacting|calling|choosing|shopping with|reaching out to) (?:us|our|the)\b|\b(?:thank you|thanks) for your (?:order|purchase|business|loyalty|inquiry|enquiry)\b/i,
  new RegExp(
    String.raw`${I_OR_WE}(?:'ll| will| can| have|'ve)? (?:now |just |already |gladly )?(?:help|assist) you\b${OWN_WORK}`,
    'i',
  ),
  /\b(?:if|should|when(?:ever)?) you (?:ever )?(?:need|require|have need of) (?:any |more |further |some |additional )*(?:help|assistance|support)\b|\bhow (?:may|can) i direct your\b/i,
  /(?:有什么|还有什么)[^，。！？]{0,8}(?:可以|能)(?:帮|为)(?:到)?[您你]|很高兴(?:为|能帮)[您你]|(?:我|我们)(?:这就|马上|现在|立即|立刻|先)?(?:来|可以|会|将|很乐意|已经|已)?(?:为|帮)(?:助)?[您你](?:服务|解答|解决|(?:处理|查询|办理|取消|退款)(?!(?:一下)?(?:照片|图片|截图|视频|文件|材料|资料|表格)))|感谢[您你](?:的来电|的咨询|致电|选择)|还有(?:什么|其他|别的)[^，。！？]{0,4}需要(?:我)?(?:帮忙|帮助|协助)/,
];

/** "What seems to be the problem?" of somebody who heard of none. */
export const ASKS_FOR_TROUBLE =
  /\bwhat (?:seems|appears) to be (?:the|your) (?:problem|issue|trouble|matter)(?: today| here| with your \w+)?\s*\?|\bwhat brings you (?:here|to us)\b/i;

/** What only the other side needs to find a matter in its books. */
const LOOKED_UP =
  '(?:order|account|booking|customer|client|membership|member|policy|reservation|case|subscription|insurance|patient|employee|student|passport)';
const WANTS =
  "(?:(?:provide|give|tell|send|share|confirm|enter|state)(?: (?:me|us))?(?: with)?|(?:may|can|could) i (?:please )?(?:have|get|ask for)|what(?:'s| is)|i(?:'ll| will)? need)";

/** Asking for what the other side is asked for. */
export const ASKS_FOR_IDS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${WANTS} your ${LOOKED_UP}(?:'s)?[ -]?(?:number|no\.?|id|code|reference|details|e-?mail|information)\b|\b${WANTS} your (?:date of birth|booking|order)\b(?=\s*(?:[,.?!]|please|so|and|$))`,
    'i',
  ),
  /\b(?:provide|give|tell|send|share|confirm)(?: (?:me|us))?(?: with)? your\b[^.?!]{1,60}\b(?:so (?:that )?(?:i|we) (?:can|could|may)|for me to|to (?:help|allow) me) (?:look|check|find|locate|verify|pull|assist|help|track|process|access)\b/i,
  /(?:请|麻烦|方便|可以|能)(?:[您你])?(?:先|再)?(?:提供|告诉|告知|发|报|说|输入)(?:一?下|给?我|我们)?(?:一?下)?[您你]的(?:订单号?|单号|账号|账户|会员号?|预约号?|预订号?|身份证号?|客户号|保单号)|请?问?[您你]的(?:订单号|账号|会员号|预约号|预订号|身份证号|客户号|保单号)(?:是|为)|(?:提供|告诉|告知|发|报)[^。！？]{0,12}[您你]的[^。！？]{1,12}(?:以便|方便|好让|这样)(?:我|我们)[^。！？]{0,6}(?:查|核实|处理|确认|帮)/,
];

/** A deed of the other side in the first person, done to what is the listener's. */
export const DEEDS: readonly RegExp[] = [
  new RegExp(
    String.raw`${I_OR_WE}(?:'ve| have) (?:now |just |already |successfully )?(?:cancell?ed|refunded|processed|issued|updated|located|found|looked|checked|booked|submitted|escalated) (?:(?:(?:it|this|that|them)(?: up| out)?|(?:up )?(?:the|an?) \w+) for you\b(?! to\b)|your (?:${MATTERS})\b(?! (?:page|site|website|policy|terms|form|list|system)))`,
    'i',
  ),
  /\bwe(?:'ve| have) (?:now |just |already )?(?:issued|processed) (?:a|the|your) (?:full |partial )?(?:refund|replacement|credit)\b/i,
  /\b(?:i|we)(?:'ll| will| am going to|'m going to| can) (?:now |just )?(?:transfer|connect|forward|escalate|hand) you(?: over)? to (?:a|an|our|the|my)\b/i,
];
/** The customer's own way out of what the other side sells. */
export const OWN_DEED =
  /\b(?:i|we)(?:'ve| have) (?:now |just |already )?cancell?ed your (?:subscription|membership|service|plan|trial|newsletter)\b/gi;
/** The same, promised. */
export const PROMISES: readonly RegExp[] = [
  new RegExp(
    String.raw`${I_OR_WE}(?:'ll| will) (?:now |just |gladly )?(?:(?:process|issue|escalate|submit|look into|check on) your (?:${MATTERS})\b|(?:look|check|find|locate|process|issue|escalate) (?:(?:into )?(?:it|this|that)(?: up| out)?) for you\b(?! to\b))`,
    'i',
  ),
  /\blet me (?:\w+ )?(?:look|check|find|see|pull|locate|verify)\b[^.?!]{0,30} for you\b(?! to\b)|\bwhile i (?:check|look up|look into|pull up|review|access|process) your\b/i,
  new RegExp(
    String.raw`${I_OR_WE}(?:'ll| will| can| could| am going to|'m going to) (?:now |just |gladly )?(?:check|look up|look into|track|process|issue|update|verify) (?:on )?(?:the \w+ of )?your (?:order|refund|return|booking|reservation|parcel|package|claim|payment)\b(?! (?:page|site|website|policy|terms|form|list|system))`,
    'i',
  ),
];

/** The outcome of a matter that is the listener's, told as news. */
export const NEWS: readonly RegExp[] = [
  new RegExp(
    String.raw`\byour (?:${MATTERS})(?: (?:for|of|from|number|no\.?)? ?#?[\w-]*\d[\w-]*)? (?:(?:has|have)(?: now| just| already| successfully)* been|will be|is(?: now| already)? being|(?:is|was|were)(?: now)? (?:successfully|just|already)|is now|(?:is|are)) (?:successfully |now |already |fully |all )?(?:processed|refunded|shipped|approved|cancell?ed|issued|confirmed|completed|booked|scheduled|updated|dispatched|accepted|delivered|received|submitted|escalated|resolved|credited|on (?:its|the) way|out for delivery|set)\b`,
    'i',
  ),
  /\byou(?:'ll| will| should)(?: soon| shortly)? (?:receive|get|see) (?:a|an|your|the) (?:confirmation|refund|tracking|replacement|voucher|credit)\b|\byou(?:'ve| have) been (?:refunded|credited)\b/i,
  /(?<!你们|您们)[您你]的(?:订单|退款|退货|换货|申请|预约|预订|包裹|账户|请求|投诉)[^，。！？\n]{0,12}(?:已经?|正在|将|现已|成功)[^，。！？\n]{0,6}(?:处理|发货|取消|退回|退还|通过|到账|提交|受理|完成|办理|寄出|派送|确认|更新|生成)/,
];

/** Excuses of a business, not of a person. */
export const APOLOGIES =
  /\bwe(?:'re| are) (?:\w+ )?sorry (?:for|about|to hear)\b(?! being)|\bwe (?:\w+ )?apologi[sz]e\b(?! for (?:being|coming|asking|our late))|\b(?:i|we) (?:\w+ )?apologi[sz]e for (?:any|your)\b|\b(?:inconvenience|trouble|frustration)\b[^.?!]{0,20}\b(?:caused|causing) (?:to )?you\b|\b(?:our|my) (?:sincere(?:st)? |deepest )?apologies for (?:any|the inconvenience)|\bplease accept (?:our|my) (?:\w+ )?apolog|\bi (?:completely |fully |totally |do )?understand (?:your frustration|how (?:frustrating|upsetting|disappointing|annoying))|\bsorry (?:to hear|about|for)(?: about)? (?:your (?:order|experience|trouble|frustration|problem)|the (?:problem|trouble|issue) (?:you|with your))|我们(?:深表|非常|十分|很|对此|感到)*(?:抱歉|歉意|道歉)|给[您你](?:造成|带来)了?的?[^，。！？]{0,4}(?:不便|困扰|麻烦)|感谢[您你]的(?:耐心|理解|支持|配合)/i;

/** A model that will not go on. */
export const REFUSALS =
  /\b(?:sorry|afraid|apologi[sz]e|unfortunately)\b[^.?!\n]{0,20}\b(?:i|we)(?: am|'m)? (?:can't|cannot|can not|won't|will not|not able to|unable to|not allowed to|not comfortable) (?:to )?(?:(?:help|assist)(?: you)?(?: with (?:that|this|your request|the request|these|those))?(?= *(?:[.!]|$))|(?:assist|comply|engage|participate)\b|(?:fulfil+|continue with|accommodate) (?:this|that|your|the)\b|generate\b|pretend\b|role-?play)|\bi (?:must|have to) (?:decline|refuse) (?:to (?:help|assist|answer|continue|engage|participate)|(?:this|that|your) request)\b|\bi (?:can't|cannot|won't|am unable to|'m unable to) (?:fulfil+|comply with|continue with|assist with|help with|engage (?:in|with)|participate in) (?:this|that|your|such|these) (?:request|role-?play|conversation|kind|type|content|topic|scenario)|\b(?:against|violates?|outside) my (?:guidelines|programming|polic(?:y|ies)|principles|training)\b|(?:抱歉|对不起|不好意思|很遗憾)[，,。！ ]{0,2}(?:但是?)?我?(?:无法|不能|没法|没办法)(?:提供(?:这|此|该|这方面的|相关)?(?:类|种|个|样的)?(?:帮助|协助|服务|内容|信息)|协助|帮助(?:您|你)|满足(?:您|你|这|该|此)|回答(?:该|这|此|您|你)|继续(?:这|该|此|扮演|对话)|参与|扮演)/i;

const NOT_OURS = String.raw`(?! (?:myself|by (?:trade|profession)|too|as well|(?:at|for|in|with) (?:an?|another|my|the)\b|elsewhere))(?!,? (?:myself|by (?:trade|profession)|elsewhere))`;
/** Somebody who says that they are the other side, or a machine. */
export const SELF: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:i am|i'm|as) (?:an? |your )?(?:\w+ ){0,2}(?:language model|virtual assistant|ai assistant|chatbot|(?:support agent|customer (?:service|support) (?:agent|representative))${NOT_OURS})\b`,
    'i',
  ),
  /\b(?:i am|i'm|as) (?:an? |your )?(?:\w+ ){0,2}ai(?! (?!language|model|assistant|chatbot|bot|agent|system|developed|created|trained|made|and\b|so\b|that\b|i\b|my\b|here\b)\p{L})\b/iu,
  /作为(?:一个|一名|您的|你的)?(?:AI|人工智能|智能|虚拟|大?语言模型)(?:语言模型|模型|助手|助理|客服)?(?=[，,。我]|$)/i,
  /我是(?:一个|一名|您的|你的)?(?:人工智能|AI|智能|虚拟|在线)?(?:语言模型|助手|助理|客服)(?!出身|转行|专业|行业|岗|部门?|人员?出身|的(?:朋友|同事|家人|客户)|做)/i,
];
