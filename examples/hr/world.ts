import { defineTool, defineWorld, type ToolContext } from 'rehearsal';
import { z } from 'zod';

type LeaveRequest = { request_id: string; employee_id: string; days: number; start_date: string };
/** Days of leave left by employee, and the requests that are standing. */
export type Staff = { balances: Record<string, number>; requests: Record<string, LeaveRequest>; count: number };

/** The tool says so itself: ` e001 ` means E001. Other tools take their ids as they are. */
const employeeId = z
  .string()
  .transform((id) => id.trim().toUpperCase())
  .pipe(z.string().regex(/^E\d{3}$/))
  .describe('员工编号，例如 E123；前后空格和大小写不影响。');

const getLeaveBalance = defineTool({
  name: 'get_leave_balance',
  description: '根据员工编号查询剩余年假天数。',
  parameters: z.object({ employee_id: employeeId }),
  effect: 'read',
  run: ({ employee_id }, { state, fail }: ToolContext<Staff>) => ({
    employee_id,
    remaining_days: balanceOf(state, employee_id, fail),
  }),
});

const multiplyNumbers = defineTool({
  name: 'multiply_numbers',
  description: '用于计算两个数的乘积。',
  parameters: z.object({ a: z.number().describe('第一个数'), b: z.number().describe('第二个数') }),
  effect: 'read',
  run: ({ a, b }) => ({ product: a * b }),
});

const requestLeave = defineTool({
  name: 'request_leave',
  description: '为员工提交年假申请，并从剩余年假中扣除；余额不足时拒绝。',
  parameters: z.object({
    employee_id: employeeId,
    days: z.int().min(1).max(60).describe('请假天数，整数'),
    start_date: z.iso.date().describe('开始日期，格式为 YYYY-MM-DD'),
  }),
  effect: 'write',
  requires: [{ tool: 'get_leave_balance', sameArguments: ['employee_id'] }],
  run: ({ employee_id, days, start_date }, { state, now, fail }: ToolContext<Staff>) => {
    const balance = balanceOf(state, employee_id, fail);
    if (days > balance) fail(`余额不足：员工 ${employee_id} 只剩 ${balance} 天`);
    if (start_date < now.slice(0, 10)) fail(`开始日期 ${start_date} 已经过去`);
    state.count += 1;
    const request = { request_id: `L-${state.count}`, employee_id, days, start_date };
    state.requests[request.request_id] = request;
    state.balances[employee_id] = balance - days;
    return { ...request, remaining_days: balance - days };
  },
});

const cancelLeave = defineTool({
  name: 'cancel_leave',
  description: '撤销一份已提交的年假申请，并把天数退回剩余年假。',
  parameters: z.object({
    request_id: z
      .string()
      .regex(/^L-\d+$/)
      .describe('申请编号，例如 L-9'),
  }),
  effect: 'write',
  run: ({ request_id }, { state, fail }: ToolContext<Staff>) => {
    const request = Object.hasOwn(state.requests, request_id) ? state.requests[request_id] : undefined;
    if (request === undefined) return fail(`申请 ${request_id} 不存在`);
    delete state.requests[request_id];
    const remaining_days = balanceOf(state, request.employee_id, fail) + request.days;
    state.balances[request.employee_id] = remaining_days;
    return { ...request, remaining_days };
  },
});

export const hrTools = { getLeaveBalance, multiplyNumbers, requestLeave, cancelLeave };

/** 人事服务台：查询年假、申请和撤销年假、计算乘积。 */
export const hrWorld = defineWorld({
  name: 'hr',
  state: (): Staff => ({ balances: { E001: 5, E002: 0, E003: 12, E004: 3 }, requests: {}, count: 0 }),
  tools: Object.values(hrTools),
  invariants: {
    剩余年假不为负数: ({ balances }) => {
      const wrong = Object.entries(balances).find(([, days]) => days < 0);
      return wrong === undefined ? true : `员工 ${wrong[0]} 的剩余年假是 ${wrong[1]} 天`;
    },
  },
});

function balanceOf({ balances }: Staff, id: string, fail: (message: string) => never): number {
  return Object.hasOwn(balances, id) ? (balances[id] as number) : fail('员工不存在');
}
