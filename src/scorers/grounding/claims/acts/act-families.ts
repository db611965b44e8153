import { stemOf } from '../../evidence/words.ts';
import { basesOf } from './verb-forms.ts';

/**
 * Verbs that can tell of one and the same deed, in two languages, so that what is said meets what a tool is called. A verb
 * may belong to several families; two acts are alike when they share one. A verb that is in none is compared by its stem.
 */
const FAMILIES: readonly (readonly [family: string, english: string, chinese: string])[] = [
  [
    'book',
    'book reserve hold secure save keep set_aside put_aside lay_out schedule arrange appoint enrol enroll register sign_up place block waitlist',
    '预订 预定 订 约 预约 报名 占 留 抢 预留 排',
  ],
  [
    'cancel',
    'cancel revoke withdraw drop terminate call_off scrap void unsubscribe stop end close abort quit get_rid release refuse',
    '取消 撤销 撤 退订 解约 注销 退掉 退票 终止',
  ],
  [
    'refund',
    'refund reimburse repay pay_back give_back credit compensate claim_back',
    '退款 退钱 退费 退还 返还 赔 报销 退回 退票 退',
  ],
  ['waive', 'waive forgive write_off', '免除 减免 免收'],
  [
    'change',
    'change modify update edit amend adjust alter move reschedule shift switch convert correct rename set swap exchange replace turn rebook customise customize',
    '改 修改 更改 更新 变更 调整 改签 改约 换 挪 转换 更正 调',
  ],
  ['redirect', 'redirect reroute divert move forward transfer', '改派 转寄 改送 改址'],
  ['exchange', 'exchange swap replace trade', '换货 更换 兑换 换'],
  ['convert', 'convert exchange turn', '换汇 兑换 换成'],
  ['extend', 'extend renew prolong push_back lengthen postpone', '续 延 续借 续租 延长 延期 续期 展期'],
  ['raise', 'raise increase lift boost upgrade bump bring_up', '升级 提升 提额 提高 增加'],
  ['lower', 'lower reduce decrease cut downgrade discount', '降 降低 减 打折'],
  ['upgrade', 'upgrade downgrade switch change', '升级 升舱 降级'],
  [
    'send',
    'send issue email mail text forward share post dispatch ship deliver transmit pass_on hand_over',
    '发 发送 寄 寄送 发到 转发 传 推送 送',
  ],
  [
    'notify',
    'notify inform tell alert remind ping let_know warn brief message contact call ring phone page write report email mail text wire_up speak_to talk_to write_to announce question appeal',
    '通知 告知 转告 联系 打电话 致电 提醒 催 打招呼 上报 通报 报告',
  ],
  ['ask', 'ask request apply appeal petition plead inquire', '申请 请求 询问 申诉 要求'],
  [
    'create',
    'create open add generate set_up establish start build write draft',
    '创建 新建 建 生成 开 添加 开通 写 下单',
  ],
  [
    'submit',
    'submit file lodge raise_ticket raise_claim raise_dispute log apply request enter hand_in put_in upload claim register',
    '提交 申请 递交 上报 登记 报 申报 上传 交 提',
  ],
  [
    'record',
    'record log note register save add flag mark tag label label write enter book_out',
    '记录 登记 备注 标记 记 标',
  ],
  ['order', 'order buy purchase procure place', '购买 买 下单 订购 订 采购 代购'],
  ['sell', 'sell liquidate trade place', '卖 卖出 抛'],
  [
    'pay',
    'pay charge settle transfer wire remit fund debit deposit pay_off',
    '付款 支付 付 缴 缴费 交 还 还款 转账 充值 扣款 扣 汇 转',
  ],
  ['lend', 'lend loan advance', '贷 借给 放款'],
  ['borrow', 'borrow check_out checkout loan lend give', '借 借阅 借出'],
  ['return', 'return bring_back take_back hand_back', '归还 退货 退回 还'],
  ['block', 'block freeze lock suspend pause disable deactivate hold', '冻结 挂失 停用 锁 暂停 禁用 停'],
  ['close', 'close shut turn_off switch_off shut_down disable', '关 关闭 关掉'],
  [
    'unblock',
    'unblock unfreeze lift resume restore activate enable reactivate wake unlock turn_on switch_on unsuspend release',
    '解冻 恢复 开通 启用 激活 解锁 开启',
  ],
  [
    'escalate',
    'transfer connect escalate hand_over put_through pass_on refer hand_off',
    '转接 转人工 上报 移交 转给 转',
  ],
  ['approve', 'approve accept sign confirm grant authorise authorize sign_off clear allow', '批准 审批 通过 同意 签'],
  ['merge', 'merge combine join', '合并'],
  [
    'delete',
    'delete remove erase clear discard wipe write_off dispose sign_out unsubscribe take_off',
    '删除 移除 清除 删 消掉 抹 清',
  ],
  [
    'rerun',
    'rerun run retry restart trigger launch execute redo re-run start repeat queue requeue',
    '重跑 运行 重试 执行 重启 触发',
  ],
  ['start', 'start begin activate run turn_on open', '启动 开始 开'],
  ['deploy', 'deploy promote release roll_out publish ship update bring_up', '部署 发布 上线'],
  ['revert', 'roll_back revert undo restore reverse rollback', '回滚 撤回 还原'],
  ['assign', 'assign give allocate delegate hand pass', '分配 指派 派'],
  ['dispatch', 'dispatch send', '派 派送 派人 安排 上门 催派'],
  ['deliver', 'deliver bring drop_off courier', '送 配送 派送 送货'],
  ['fetch', 'pick_up collect fetch bring', '取 上门取 取件'],
  ['repair', 'repair fix mend patch solve resolve cure', '修 修复 维修'],
  ['issue', 'issue grant provide release print', '发放 签发 颁发 出具 开具 开'],
  ['prescribe', 'prescribe refill dose', '开药 开处方 配药'],
  ['print', 'print', '打印'],
  ['scan', 'scan digitise digitize', '扫描'],
  ['translate', 'translate interpret', '翻译'],
  ['register_tax', 'declare', '报税'],
  ['monitor', 'monitor watch track keep_an_eye follow', '监控 盯 跟踪 追踪 留意 关注'],
  ['subscribe', 'subscribe enrol enroll join sign_up', '订阅 加入'],
  ['schedule', 'schedule plan arrange set_up book', '安排 排期 约'],
  ['negotiate', 'negotiate haggle bargain', '谈 协商 砍价'],
  ['unlock_door', 'unlock', '开门 打开'],
  ['calibrate', 'calibrate', '校准'],
  ['insure', 'insure', '投保'],
  ['upload', 'upload submit attach', '上传'],
  ['download', 'download export save', '下载 导出'],
  ['recharge', 'top_up refuel recharge', '充值'],
  ['verify', 'verify authenticate validate', '核验 验证'],
  ['rent', 'rent hire lease charter book', '租 租车'],
  ['log_in', 'log_in sign_in login', '登录'],
  ['play', 'play stream', '播放'],
];

const ENGLISH = new Map<string, Set<string>>();
const CHINESE: { word: string; family: string }[] = [];
for (const [family, english, chinese] of FAMILIES) {
  for (const verb of english.split(' ')) ENGLISH.set(verb, (ENGLISH.get(verb) ?? new Set()).add(family));
  for (const word of chinese.split(' ')) if (word !== '') CHINESE.push({ word, family });
}
CHINESE.sort((a, b) => b.word.length - a.word.length);
const BY_STEM = new Map<string, ReadonlySet<string>>();
for (const [verb, families] of ENGLISH)
  if (!verb.includes('_')) BY_STEM.set(stemOf(verb), new Set([...(BY_STEM.get(stemOf(verb)) ?? []), ...families]));

const NONE: ReadonlySet<string> = new Set();

/** Families of an English verb in any form, with the particle or object that makes another verb of it (`roll … back`). */
export function familiesOfVerb(verb: string, after: readonly string[] = []): ReadonlySet<string> {
  const bases = basesOf(verb);
  for (const base of bases)
    for (const particle of after.slice(0, MAX_PARTICLE)) {
      const joined = ENGLISH.get(`${base}_${particle}`);
      if (joined) return joined;
    }
  for (const base of bases) {
    const known = ENGLISH.get(base);
    if (known) return known;
  }
  return BY_STEM.get(stemOf(verb.toLowerCase())) ?? NONE;
}

/** A particle stands at most so many words behind its verb. */
const MAX_PARTICLE = 6;

/** The act that a noun names: `cancellation`, `reservation`, `renewal`. */
export function familiesOfStem(stem: string): ReadonlySet<string> {
  return BY_STEM.get(stem) ?? NONE;
}

/** A Chinese verb that a text names, longest first and without overlaps. */
export type ChineseVerb = { start: number; end: number; families: ReadonlySet<string> };

/** Chinese verbs of deeds in a text, in order. */
export function chineseVerbsIn(text: string): readonly ChineseVerb[] {
  const found: { start: number; end: number; families: Set<string> }[] = [];
  for (const { word, family } of CHINESE)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      const same = found.find((other) => other.start === at && other.end === end);
      if (same) same.families.add(family);
      else if (!found.some((other) => at < other.end && other.start < end))
        found.push({ start: at, end, families: new Set([family]) });
    }
  return found.sort((a, b) => a.start - b.start);
}
