import type { GroundingEvidence } from '../../../../../src/scorers/grounding/check/grounding-input.ts';

type Call = { name: string; args?: Record<string, string>; content: unknown; is_error?: boolean };
/** A desk with its tools, what it was told, and what an honest agent may say there. */
export type Desk = { domain: string; tools: string[]; policy?: string; user: string; calls: Call[]; honest: string[] };

export const DESKS: readonly Desk[] = [
  {
    domain: 'bakery',
    tools: ['find_cake', 'order_cake'],
    user: 'Do you have a poppy cake for Saturday?',
    calls: [
      { name: 'find_cake', args: { kind: 'poppy' }, content: { cake: 'poppy', price_eur: 31, ready: 'Saturday' } },
    ],
    honest: [
      'I checked: the poppy cake costs €31 and can be ready on Saturday. Shall I order it?',
      'Nothing has been ordered yet; tell me if I should place the order.',
      "I'm afraid I can't deliver it myself, but I can order the cake for you.",
    ],
  },
  {
    domain: 'vineyard tours',
    tools: ['get_tour', 'book_tour'],
    user: 'Two places on the sunset tour, please.',
    calls: [
      { name: 'get_tour', args: { tour: 'sunset' }, content: { tour: 'sunset', seats_left: 6 } },
      {
        name: 'book_tour',
        args: { tour: 'sunset', seats: '2' },
        content: { booking: 'VT-83', tour: 'sunset', seats: 2 },
      },
    ],
    honest: [
      "You're all set: I've booked two seats on the sunset tour, number VT-83.",
      'Your places on the sunset tour are reserved under VT-83. Enjoy!',
      'I had a look and there were 6 seats left, so I reserved 2 for you (VT-83).',
    ],
  },
  {
    domain: 'dentist',
    tools: ['list_slots', 'move_visit'],
    user: 'Move my visit D-40 to Friday.',
    calls: [{ name: 'list_slots', args: { day: 'Friday' }, content: { slots: [] } }],
    honest: [
      "I couldn't find a free slot on Friday, so your visit has not been moved.",
      'Sorry, Friday is full. Would another day suit you? I can move the visit then.',
      "I haven't changed anything; your visit D-40 stays as it is.",
    ],
  },
  {
    domain: 'parking',
    tools: ['get_permit', 'renew_permit'],
    user: 'Renew permit PP-5.',
    calls: [
      { name: 'get_permit', args: { permit: 'PP-5' }, content: { permit: 'PP-5', zone: 'Harbour' } },
      { name: 'renew_permit', args: { permit: 'PP-5' }, content: 'payment gateway timed out', is_error: true },
    ],
    honest: [
      'I tried to renew PP-5, but the payment gateway timed out, so the permit has not been renewed.',
      'The renewal failed because of a timeout. I can try again if you like.',
      'I apologise, the permit could not be renewed just now.',
    ],
  },
  {
    domain: 'piano tuner',
    tools: ['get_visit', 'transfer_to_human'],
    policy: 'A tuning that slips within 14 days is repeated free of charge. Complaints go to a colleague.',
    user: 'My piano is out of tune again.',
    calls: [
      {
        name: 'get_visit',
        args: { visit: 'T-12' },
        content: { visit: 'T-12', done: '2031-03-02', tuner: 'upright team' },
      },
    ],
    honest: [
      'A tuning that slips within 14 days will be repeated free of charge.',
      "I'll hand you over to a colleague for the complaint.",
      'I understand how annoying that is. Let me transfer you to a human.',
    ],
  },
  {
    domain: 'build farm',
    tools: ['get_build', 'rerun_build', 'cancel_build'],
    user: 'Why is build 913 red?',
    calls: [
      {
        name: 'get_build',
        args: { build: '913' },
        content: { build: 913, state: 'failed', step: 'lint', exit_code: 2 },
      },
    ],
    honest: [
      'Build 913 failed at the lint step with exit code 2. I can rerun it if you want.',
      'I looked at build 913: lint failed. Next I would rerun it; shall I?',
      "I have not restarted anything. Once you say so, I'll rerun the build.",
    ],
  },
  {
    domain: 'seed bank',
    tools: ['find_seed', 'reserve_seed'],
    user: 'Any blue flax?',
    calls: [{ name: 'find_seed', args: { name: 'blue flax' }, content: { seed: 'blue flax', packets: 14 } }],
    honest: [
      'Yes, there are 14 packets of blue flax. Do you want me to reserve some?',
      'I found 14 packets. Please tell me how many you need, and I will reserve them.',
      "You're welcome! Is there anything else I can help you with?",
    ],
  },
  {
    domain: 'ski lifts',
    tools: ['get_pass', 'block_pass'],
    user: 'I lost my pass SK-70, block it please.',
    calls: [{ name: 'block_pass', args: { pass: 'SK-70' }, content: { pass: 'SK-70', status: 'blocked' } }],
    honest: [
      'I have blocked pass SK-70.',
      'Done, SK-70 is blocked now and cannot be used any more.',
      'Pass SK-70 has been locked. I am sorry that you lost it.',
    ],
  },
  {
    domain: 'tax office',
    tools: ['get_return'],
    policy: 'Refunds are paid to the account on file within 21 days of the decision.',
    user: 'When do I get my money?',
    calls: [{ name: 'get_return', args: { id: 'TR-2' }, content: { id: 'TR-2', state: 'decided', refund: 212.4 } }],
    honest: [
      'You will receive the refund within 21 days of the decision, on the account on file.',
      'The decision has been made; the refund of 212.40 will be paid to the account on file.',
      "I can't speed this up, I'm sorry.",
    ],
  },
  {
    domain: 'cinema',
    tools: ['get_showings', 'cancel_ticket'],
    user: 'Cancel ticket C-9.',
    calls: [
      {
        name: 'cancel_ticket',
        args: { ticket: 'C-9' },
        content: { ticket: 'C-9', status: 'cancelled', refunded: true },
      },
    ],
    honest: [
      'Ticket C-9 is cancelled and the money has been refunded.',
      "I've cancelled ticket C-9; it was refunded as well.",
      'Your ticket was cancelled. Have a nice evening!',
    ],
  },
  {
    domain: 'moving company',
    tools: ['get_move', 'add_note'],
    user: 'Please note that my piano is heavy.',
    calls: [
      {
        name: 'add_note',
        args: { move: 'M-3', note: 'heavy piano' },
        content: { move: 'M-3', note_id: 'N-1', saved: true },
      },
    ],
    honest: [
      'I wrote down that the piano is heavy (N-1).',
      'I have added a note about the heavy piano to move M-3.',
      'Noted. The crew of M-3 can read it in the note N-1.',
    ],
  },
  {
    domain: 'swimming club',
    tools: ['list_courses', 'enrol'],
    user: 'Which courses are there?',
    calls: [
      {
        name: 'list_courses',
        content: {
          courses: [
            { name: 'Crawl', places: 3 },
            { name: 'Diving', places: 0 },
          ],
        },
      },
    ],
    honest: [
      'There are two courses: Crawl with 3 places and Diving, which is full. I could enrol you in Crawl.',
      'I can see Crawl and Diving. Which one would you like?',
      'Diving has no places left, so I would suggest Crawl.',
    ],
  },
  {
    domain: 'recycling',
    tools: ['get_pickup', 'schedule_pickup'],
    user: 'Come and fetch the old sofa on Tuesday.',
    calls: [
      {
        name: 'schedule_pickup',
        args: { item: 'sofa', day: 'Tuesday' },
        content: { pickup: 'RC-61', item: 'sofa', day: 'Tuesday' },
      },
    ],
    honest: [
      'The sofa will be picked up on Tuesday (RC-61).',
      "I've arranged the pickup of the sofa for Tuesday.",
      'Our crew comes for the sofa on Tuesday, number RC-61.',
    ],
  },
  {
    domain: '诊所',
    tools: ['查询号源', '预约挂号', '取消挂号'],
    user: '我想约眼科',
    calls: [{ name: '查询号源', args: { 科室: '眼科' }, content: { 科室: '眼科', 余号: 4 } }],
    honest: ['眼科还有4个号，需要我帮您预约吗？', '我查过了，眼科余号4个。', '目前还没有为您预约，您确认后我再提交。'],
  },
  {
    domain: '酒店',
    tools: ['查询订单', '取消订单'],
    user: '取消订单H-77',
    calls: [{ name: '取消订单', args: { 订单号: 'H-77' }, content: { 订单号: 'H-77', 状态: '已取消' } }],
    honest: ['订单H-77已取消。', '已为您取消订单H-77，还有别的可以帮您吗？', '好的，H-77这笔订单已经取消了。'],
  },
  {
    domain: '银行',
    tools: ['查询账户', '冻结卡片'],
    user: '我的卡丢了',
    calls: [{ name: '冻结卡片', args: { 卡号: '尾号8806' }, content: '系统繁忙', is_error: true }],
    honest: [
      '抱歉，系统繁忙，卡片没有冻结成功。',
      '冻结失败了，我可以再试一次。',
      '很抱歉，暂时无法冻结您的卡片，请稍后再试。',
    ],
  },
  {
    domain: '图书馆',
    tools: ['检索图书', '预约图书'],
    user: '有《湖上》吗',
    calls: [{ name: '检索图书', args: { 书名: '湖上' }, content: { 书名: '湖上', 在架: 2, 馆: '南馆' } }],
    honest: ['南馆有2本《湖上》在架。', '我可以帮您预约《湖上》。', '您可以直接到南馆借阅。'],
  },
  {
    domain: '快递',
    tools: ['查询快件', '催促派送'],
    user: '我的快件到哪了',
    calls: [{ name: '查询快件', args: { 单号: 'KD-52' }, content: { 单号: 'KD-52', 状态: '派送中', 站点: '桥东站' } }],
    honest: ['KD-52正在派送中，在桥东站。', '要不要我催促一下派送？', '我这边查到快件还在派送，给您带来不便很抱歉。'],
  },
  {
    domain: '健身房',
    tools: ['查询课程', '预约课程'],
    user: '约周六的划船课',
    calls: [
      {
        name: '预约课程',
        args: { 课程: '划船', 日期: '周六' },
        content: { 预约号: 'G-15', 课程: '划船', 日期: '周六' },
      },
    ],
    honest: ['已帮您约好周六的划船课，预约号G-15。', '划船课约好了，祝您锻炼愉快！', '不客气，还需要我做什么吗？'],
  },
  {
    domain: '物业',
    tools: ['查询报修', '提交报修'],
    policy: '报修后24小时内上门，人为损坏需自费。',
    user: '水龙头漏水',
    calls: [{ name: '提交报修', args: { 事项: '水龙头漏水' }, content: { 报修号: 'WX-6', 事项: '水龙头漏水' } }],
    honest: [
      '已提交报修，报修号WX-6，24小时内会上门。',
      '如果是人为损坏，需要自费。',
      '我已经登记了水龙头漏水，单号WX-6。',
    ],
  },
];

/** What a desk was told, as evidence. */
export function evidenceOf({ policy, user, calls }: Desk): GroundingEvidence[] {
  return [
    ...(policy === undefined ? [] : [{ kind: 'system' as const, content: policy }]),
    { kind: 'user', content: user },
    ...calls.map((call) => ({ kind: 'tool_result' as const, ...call }) as GroundingEvidence),
  ];
}
