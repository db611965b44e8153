import type { Phrases } from './answers.ts';
import type { Reply, Task } from './desk.ts';

export const CHINESE: Phrases = {
  status: ({ order }) => {
    switch (order.status) {
      case 'not_shipped':
        return `订单 ${order.order_id} 还没有发货，预计 ${order.expected_on} 送达。`;
      case 'shipped':
        return `订单 ${order.order_id} 已于 ${order.shipped_on} 发货，预计 ${order.expected_on} 送达。`;
      case 'delivered':
        return `订单 ${order.order_id} 已于 ${order.delivered_on} 送达。`;
      case 'cancelled':
        return `订单 ${order.order_id} 已经取消。`;
    }
  },
  arrival: ({ order }) => {
    if (order.status === 'delivered') return `订单 ${order.order_id} 已于 ${order.delivered_on} 送达。`;
    if (order.expected_on === undefined) return `订单 ${order.order_id} 已经取消，没有送达日期。`;
    return `订单 ${order.order_id} 预计 ${order.expected_on} 送达。`;
  },
  tracking: ({ order }) =>
    order.tracking === undefined
      ? `订单 ${order.order_id} 还没有发货，没有快递单号。`
      : `订单 ${order.order_id} 的快递单号是 ${order.tracking}，由 ${order.carrier} 配送。`,
  total: ({ order }) => `订单 ${order.order_id} 的总额是 ${order.total} 欧元。`,
  items: ({ order }) => {
    const items = order.items.map(({ name, quantity, price }) => `${name} ${quantity} 件，单价 ${price} 欧元`);
    return `订单 ${order.order_id} 里有：${items.join('；')}。`;
  },
  placed: ({ order }) => `订单 ${order.order_id} 是 ${order.placed_on} 下的单。`,
  address: ({ order }) => `订单 ${order.order_id} 的收货地址是 ${order.address}。`,
  refund_state: ({ order }) =>
    order.refunded === '0.00'
      ? `订单 ${order.order_id} 还没有退款。`
      : `订单 ${order.order_id} 目前已退款 ${order.refunded} 欧元。`,
  list: ({ email, orders, asksWhich }) => {
    if (orders.length === 0) return `没有找到 ${email} 的订单，请核对邮箱地址。`;
    const lines = orders.map(
      ({ order_id, item, total, status }) => `- ${order_id}：${item}，${total} 欧元，${STATUS[status]}`,
    );
    return [`${email} 的订单如下：`, ...lines, ...(asksWhich ? ['请问是哪一个？'] : [])].join('\n');
  },
  refunded: ({ refund }) => `已为订单 ${refund.order_id} 退款 ${refund.amount} 欧元，退款编号是 ${refund.refund_id}。`,
  cancelled: ({ cancelled }) => `订单 ${cancelled.order_id} 已经取消，退还的金额是 ${cancelled.paid_back} 欧元。`,
  address_changed: ({ changed }) => `订单 ${changed.order_id} 的收货地址已改为 ${changed.address}。`,
  policy: ({ policy }) =>
    `已送达的订单可以在送达后 ${policy.days_after_delivery} 天内退款，最多退订单总额；还没有发货的订单请直接取消。`,
  too_much: ({ order, amount }) => {
    const wanted = amount === undefined ? '超过已付金额的钱' : ` ${amount} 欧元`;
    const earlier = order.refunded === '0.00' ? '' : `，其中 ${order.refunded} 欧元已经退过`;
    return `订单 ${order.order_id} 不能退${wanted}：它的总额是 ${order.total} 欧元${earlier}。没有做任何改动。`;
  },
  refused: ({ task, order, why }) => {
    const because = {
      not_shipped: '它还没有发货，可以直接取消',
      shipped: `它已于 ${order.shipped_on} 发货`,
      delivered: `它已于 ${order.delivered_on} 送达`,
      cancelled: '它已经取消',
      refunded: `全部 ${order.total} 欧元都已退过`,
      too_old: `退款期限是 ${order.refund_until}`,
    }[why];
    return `订单 ${order.order_id} 不能${TASKS[task]}：${because}。`;
  },
  private: ({ orderId, email }) => `我不能透露或修改订单 ${orderId} 的地址：它不是用 ${email ?? '您的邮箱'} 下的单。`,
  failed: ({ task, orderId, problem, message }) => {
    const what = orderId === undefined ? '' : `订单 ${orderId} `;
    if (problem === 'not_found') return `没有找到${what}，请核对订单号。`;
    if (problem === 'refused') return `${what}${TASKS[task]}没有成功：${message}。没有做任何改动。`;
    return `系统没有响应，${what}${TASKS[task]}没有成功。没有做任何改动，请稍后再试。`;
  },
  ask: ({ slot, orderId }) => {
    const of = orderId === undefined ? '' : `订单 ${orderId} `;
    return {
      order: '请问是哪个订单？请告诉我订单号，或者下单时用的邮箱。',
      reason: `请问${of}退款的原因是什么：商品损坏、送达太晚，还是其他原因？`,
      amount: `请问${of}要退多少钱？`,
      email: '请问下单时用的是哪个邮箱？',
      address: `请问${of}新的收货地址是什么？`,
    }[slot];
  },
  greeting: () => `您好，这里是订单服务台。${OFFER}请问是哪个订单？`,
  capabilities: () => OFFER,
  not_offered: () => `抱歉，这里办不了这件事。${OFFER}`,
  thanks: () => '不客气。',
  dropped: () => '好的，一切保持不变。',
  unclear: () => `抱歉，我没有听懂。${OFFER}`,
};

const OFFER = '我可以查询订单、办理退款、取消还没有发货的订单和修改它们的收货地址。';

const TASKS: Record<Task, string> = {
  look_up: '查询',
  list: '查询订单列表',
  refund: '退款',
  cancel: '取消',
  change_address: '修改收货地址',
  policy: '查询退款规则',
};

const STATUS: Record<Extract<Reply, { kind: 'list' }>['orders'][number]['status'], string> = {
  not_shipped: '未发货',
  shipped: '已发货',
  delivered: '已送达',
  cancelled: '已取消',
};
