import type { Fact, FactOf } from './facts.ts';

type Phrases = { [Kind in Fact['kind']]: (fact: FactOf<Kind>) => string };

const CHINESE: Phrases = {
  balance: ({ balance }) => `员工 ${balance.employee_id} 的剩余年假是 ${balance.remaining_days} 天。`,
  product: ({ a, b, product }) => `${a} 乘以 ${b} 等于 ${product}。`,
  leave_requested: ({ leave }) =>
    `已为员工 ${leave.employee_id} 提交从 ${leave.start_date} 开始的 ${leave.days} 天年假，申请编号是 ${leave.request_id}，还剩 ${leave.remaining_days} 天。`,
  leave_cancelled: ({ leave }) =>
    `申请 ${leave.request_id} 已经撤销，员工 ${leave.employee_id} 的剩余年假是 ${leave.remaining_days} 天。`,
  too_few_days: ({ balance, days }) =>
    `员工 ${balance.employee_id} 只剩 ${balance.remaining_days} 天年假，不够请 ${days} 天，申请没有提交。`,
  no_such_employee: ({ employee }) => `查询结果显示员工 ${employee} 不存在，请核实员工编号。`,
  failed: ({ task }) =>
    `抱歉，系统出了故障，${{ balance: '年假没有查到', multiply: '乘法没有算成', request_leave: '申请没有提交', cancel_leave: '申请没有撤销' }[task]}，请稍后再试。`,
  ask: ({ slot }) =>
    ({
      employee: '请问是哪位员工？请告诉我员工编号。',
      days: '请问要请几天年假？',
      start: '请问从哪一天开始？',
      numbers: '请问要把哪两个数相乘？',
      request: '请问要撤销哪一份申请？请告诉我申请编号。',
    })[slot],
  introduce: () => `我是人事助手。${OFFER_ZH}`,
  not_offered: () => `抱歉，这件事我办不了。${OFFER_ZH}`,
  thanks: () => '不客气。',
  greeting: () => `您好，我是人事助手。${OFFER_ZH}`,
  dropped: () => '好的，那就不办了。',
  unclear: () => `抱歉，我没有听懂。${OFFER_ZH}`,
};
const OFFER_ZH = '我可以查询员工的剩余年假、提交和撤销年假申请，也可以计算两个数的乘积。';

const ENGLISH: Phrases = {
  balance: ({ balance }) => `Employee ${balance.employee_id} has ${balance.remaining_days} days of annual leave left.`,
  product: ({ a, b, product }) => `${a} times ${b} is ${product}.`,
  leave_requested: ({ leave }) =>
    `I have requested ${leave.days} days of leave for employee ${leave.employee_id} from ${leave.start_date}. The request number is ${leave.request_id}, and ${leave.remaining_days} days are left.`,
  leave_cancelled: ({ leave }) =>
    `I have withdrawn request ${leave.request_id}. Employee ${leave.employee_id} has ${leave.remaining_days} days left.`,
  too_few_days: ({ balance, days }) =>
    `Employee ${balance.employee_id} has only ${balance.remaining_days} days left, which does not cover ${days} days. I have not requested anything.`,
  no_such_employee: ({ employee }) => `There is no employee ${employee}. Please check the number.`,
  failed: ({ task }) =>
    `I am sorry, the system failed: ${{ balance: 'I could not read the leave balance', multiply: 'I could not multiply the numbers', request_leave: 'the leave was not requested', cancel_leave: 'the request was not withdrawn' }[task]}. Please try again later.`,
  ask: ({ slot }) =>
    ({
      employee: 'Which employee is it about? Please tell me the employee number.',
      days: 'How many days of leave should I request?',
      start: 'On which day should the leave begin?',
      numbers: 'Which two numbers should I multiply?',
      request: 'Which request should I withdraw? Please tell me its number.',
    })[slot],
  introduce: () => `I am the HR assistant. ${OFFER_EN}`,
  not_offered: () => `I am sorry, I cannot do that. ${OFFER_EN}`,
  thanks: () => 'You are welcome.',
  greeting: () => `Hello, I am the HR assistant. ${OFFER_EN}`,
  dropped: () => 'All right, nothing has been changed.',
  unclear: () => `I am sorry, I did not understand that. ${OFFER_EN}`,
};
const OFFER_EN =
  'I can look up the leave balance of an employee, request and withdraw annual leave, and multiply two numbers.';

/** A fact in words. */
export function say(fact: Fact, language: 'zh' | 'en'): string {
  const phrase = (language === 'zh' ? CHINESE : ENGLISH)[fact.kind] as (fact: Fact) => string;
  return phrase(fact);
}
