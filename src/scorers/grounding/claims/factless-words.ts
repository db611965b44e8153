import { stemOf } from '../evidence/words.ts';

/**
 * Words that state no fact that a record could hold: the closed classes, the verbs of talk and of being, and the nouns by
 * which a talk is organised. A phrase made of them alone needs no evidence.
 */
const ENGLISH = `
a an the this that these those such same other another each every either neither both all any some none no few many much more most less least several
i you he she it we they me him her us them my your his its our their mine yours ours myself yourself himself itself ourselves themselves who whom whose which what where when why how
one ones something anything nothing everything someone anyone nobody everyone somebody anybody everybody
and or but nor so yet for of to in on at by with from as into onto about over under above below between among through during before after since until till within without against toward towards per via upon off out up down near beside besides behind beyond across along around inside outside except plus minus than then if unless because while whereas although though however therefore thus hence otherwise instead rather
am is are was were be been being have has had having do does did doing done will would shall should can could may might must ought need let
not never only just even also too well very quite really already still again once ever always often usually sometimes rarely almost nearly about approximately roughly exactly simply merely actually currently now today soon later earlier recently previously finally first last next further together apart away back here there indeed perhaps maybe certainly sure surely absolutely definitely of course likely probably possibly unfortunately fortunately luckily thankfully hopefully directly immediately right automatically separately additionally moreover furthermore fully completely entirely partly otherwise anyway
yes okay ok please thanks thank sorry welcome hello hi hey dear glad happy pleased afraid apologies apologize apologise apology regret regards cheers enjoy great good fine nice perfect excellent wonderful best better bad worse worst new old big small large little long short high low full whole entire main key important necessary possible impossible different similar various certain specific particular general available unavailable ready open closed able unable clear correct wrong true false real actual current previous original final total overall single double extra additional further alternative optional own early late quick fast easy hard simple safe free
go goes went gone going come comes came coming get gets got gotten getting give gives gave given take takes took taken make makes made put puts set sets keep keeps kept leave leaves left bring brings brought send sends sent see sees saw seen look looks know knows knew known think thinks thought want wants wish like likes love prefer mean means say says said tell tells told ask asks asked speak talk talked call called show shows shown find finds found help helps try tries use uses used work works run runs ran turn turns stay stays stand stands start starts begin begins began end ends stop stops finish continue proceed happen happens become seem appear remain remains hold move follow follows change changes choose chose chosen select pick decide consider check checks checked verify confirm confirms review read note noted notice understand remember expect hope wait plan agree accept allow allows require requires include includes contain contains provide provides offer offers receive receives reply respond answer answers request requests mention mentioned state states list lists explain describe discuss handle handles process processes complete completes update updates assist apply applies add adds remove removes share enter meet meets match matches fit fits reach return book order pay buy cost costs charge refund cancel
appreciate cover covers regarding concerning according based due
thing things way ways kind sort type part parts piece bit lot number numbers amount amounts sum figure figures value values item items option options choice choices alternative alternatives case cases point points question questions problem problems issue issues matter reason reasons detail details information info data result results record records entry entries list example note step steps request requests summary overview breakdown total difference line side place time times day days date dates week weeks month months year years hour hours minute minutes moment morning afternoon evening night tonight tomorrow yesterday today noon midnight weekend people person someone user customer agent human team support system systems tool account profile name names person situation circumstance process procedure action actions service services help assistance patience inconvenience understanding concern concerns confusion frustration need needs preference preferences interest plan plans idea chance opportunity mind word words fact rest half third quarter page file message answer response status kind order orders end start beginning top bottom middle future past present change changes update updates version set pair group level rate range size
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
two three four five six seven eight nine ten eleven twelve second third fourth fifth hundred thousand dozen twice
policy policies rule rules limit limits guideline guidelines requirement requirements eligible eligibility exception exceptions permission access attempt try error failure success
percent percentage euro euros pound pounds dollar dollars cent cents currency usd eur gbp cny jpy chf cad aud rmb minimum maximum average subtotal balance price prices pricing fee fees fare lowest highest cheapest largest smallest
restriction restrictions limitation limitations constraint constraints criteria criterion standard typically normally generally successfully instruction instructions submission submit submitted combination selection variant variants match matching search query inquiry purchase purchases email mail phone link form card home room window benefit benefits possibility scenario suggestion recommendation explanation conversation chat discussion correction mistake solution fix outcome effect impact consequence purpose goal target focus
difficult separate standard news located calendar reminder reminders ticket tickets
text texts sms notification notifications code codes message messages confirmation confirmations
lie lies lay sit sits sat wait waits await awaits rest rests belong belongs own owns serve serves exist exists concern concerns
lack lacks fall falls fell arrive arrived arrives occur occurred pass passed gone sound sounds fun yeah sort ago vs alone unchanged significant brief popular valuable typical common usual normal regular basic major minor extra simple several
reservation reservations booking bookings appointment appointments payment payments delivery transaction transactions subscription session sessions reserved booked
whether regardless depending aside likewise else versus etc note kindly feel let's per unless none ahead
`;

const STEMS: ReadonlySet<string> = new Set(
  ENGLISH.trim()
    .split(/\s+/)
    .flatMap((word) => [word, stemOf(word)]),
);

/** True for an English word, in lower case, that states nothing. */
export function isFactless(word: string): boolean {
  return (
    STEMS.has(word) || STEMS.has(stemOf(word)) || isSuperlative(word) || /^\w+n't$|^\w+'(?:ll|ve|re|d|m)$/.test(word)
  );
}

/** "longest", "earliest": another judge ranks. */
function isSuperlative(word: string): boolean {
  return (
    word.length > 5 &&
    word.endsWith('est') &&
    !/(?:forest|harvest|request|interest|protest|contest|conquest|honest|modest)$/.test(word)
  );
}

/** Chinese words that state nothing, by length; longer ones are matched first. */
const CHINESE = `
的 了 着 过 在 是 有 和 与 及 或 也 还 都 就 才 又 再 很 最 更 太 您 你 我 他 她 它 们 这 那 哪 个 位 件 次 条 份 张 所 种 项 笔 月 日 年 分 时 秒 元 块 毛 角 万 千 百 十 一 二 三 四 五 六 七 八 九 零 两 半 几 为 被 把 将 要 会 能 可 到 从 对 给 让 请 已 没 不 无 未 吧 呢 吗 啊 哦 嗯 向 由 以 之 其 此 该 每 各 某 等 且 但 而 则 若 如 因 所 只 仅 便 即 均 跟 至
您好 你好 谢谢 感谢 抱歉 不好意思 对不起 请问 麻烦 好的 可以 没有 不是 不能 不会 无法 需要 应该 可能 必须 已经 正在 目前 现在 当前 今天 明天 后天 昨天 昨晚 今晚 上午 下午 晚上 早上 中午 凌晨 星期 周末 周一 周二 周三 周四 周五 周六 周日 之前 之后 以前 以后 以上 以下 以内 左右 大约 大概 一共 总共 共计 合计 另外 此外 还有 以及 并且 而且 但是 不过 然而 因为 所以 由于 因此 如果 要是 假如 虽然 只要 只有 除了 关于 根据 按照 通过 为了 我们 您的 我的 他们 自己 什么 怎么 怎样 哪个 哪些 这个 那个 这些 那些 这里 那里 其他 其中 全部 所有 部分 一些 一下 一点 一个 一家 一次 一直 一起 同时 其实 确实 当然 非常 比较 特别 可惜 刚刚 刚才 马上 立即 稍后 尽快 随时 暂时 仍然 依然 再次 重新 直接 分别 具体 相关 详细 信息 情况 问题 结果 记录 内容 方面 时候 时间 日期 地方 地址 电话 价格 费用 金额 数量 名称 名字 评分 选择 方案 建议 推荐 提供 包括 包含 显示 查询 查到 找到 帮您 为您 帮助 服务 客服 系统 处理 操作 完成 成功 失败 确认 核对 修改 取消 申请 提交 办理 安排 预订 预定 购买 支付 付款 退款 支持 希望 祝您 愉快 欢迎 再见 不客气 放心 注意 提醒 告诉 知道 了解 明白 觉得 认为 喜欢 适合 符合 满足 要求 附近 周边 旁边 左边 那边 人均 消费 门票 免费 营业 开放 游玩 参观 酒店 餐馆 餐厅 景点 地铁 美味 好吃 漂亮 舒适 方便 实惠 不错 热门 超期 逾期 就是 也就是 有效 有人 有些 有点 有时 全额 全程 上面 里面 下面 这家 这里 那家 显示 介绍 了解 好玩 好看 值得 比如 例如 左右 之内 很多 许多 不少 各种 地点 位置 名单 列表 单子 条件 标准 级别 星级 评价 评论 口碑 环境 服务 设施 时段 期限 截止 有效期 状态 进度 类型 类别 编号 单号 订单 客户 用户 顾客 账户 帐户 账号 过期 到期 快要 提前 之间 期间 一样 一般 其余 还是
`;

const WORDS_BY_LENGTH: readonly (readonly [length: number, words: ReadonlySet<string>])[] = [4, 3, 2, 1].map(
  (length) => [
    length,
    new Set(
      CHINESE.trim()
        .split(/\s+/)
        .filter((word) => word.length === length),
    ),
  ],
);

/** Characters that state nothing where they stand alone, and are part of a word beside others. */
const WEAK: ReadonlySet<string> = new Set(
  '天本点间同共总约比于号挺家处台周多少去来好行上下里中内外前后左右大小高低新旧长短早晚快慢看说问想做用找查帮替另刚近按据起止完成得地出进走送拿放取收发带叫名型类称款单价店人',
);

/** True for a Chinese character that is only part of a word beside others. */
export function isWeak(char: string): boolean {
  return WEAK.has(char);
}

/** Length of the longest Chinese word at a place that states nothing; 0 where there is none. */
export function factlessLengthAt(text: string, at: number): number {
  for (const [length, words] of WORDS_BY_LENGTH) if (words.has(text.slice(at, at + length))) return length;
  return 0;
}
