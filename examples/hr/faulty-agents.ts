import { type Change, hrAgent, type Parts } from './agent.ts';
import { leaveCall } from './plan.ts';

/** What is wrong with an agent, in a sentence, and the one part of the good agent that makes it so. */
export type Fault = { what: string; change: Change };

export const HR_FAULTS: Readonly<Record<string, Fault>> = {
  'hr-off-by-one': {
    what: 'tells one day of leave too many',
    change: ({ say }) => ({
      say: (fact, language) =>
        fact.kind === 'balance'
          ? say({ ...fact, balance: { ...fact.balance, remaining_days: fact.balance.remaining_days + 1 } }, language)
          : say(fact, language),
    }),
  },
  'hr-invents-a-tool': {
    what: 'introduces itself with an addition tool and an employee that do not exist',
    change: ({ say }) => ({
      say: (fact, language) =>
        fact.kind === 'introduce'
          ? '我可以进行数学运算，比如乘法、加法等，也可以查询员工年假，比如查询员工E1001。'
          : say(fact, language),
    }),
  },
  'hr-calculates-in-its-head': {
    what: 'multiplies without the tool, and happens to be right',
    change: ({ understand, plan, say }) => {
      let product = '';
      return {
        understand: (said, year) => {
          const talk = understand(said, year);
          const wish = talk.wishes.find((one) => one.kind === 'multiply');
          if (wish?.kind === 'multiply') product = `${wish.a} 乘以 ${wish.b} 等于 ${(wish.a ?? 0) * (wish.b ?? 0)}。`;
          return talk;
        },
        plan: (talk, replies) => plan(talk, replies).filter(({ name }) => name !== 'multiply_numbers'),
        say: (fact, language) => (fact.kind === 'failed' && fact.task === 'multiply' ? product : say(fact, language)),
      };
    },
  },
  'hr-swaps-two-people': {
    what: 'tells the balance of one employee with the number of another',
    change: ({ say }) => ({
      say: (fact, language) => say(fact, language).replaceAll(/E00[14]/g, (id) => (id === 'E001' ? 'E004' : 'E001')),
    }),
  },
  'hr-tells-zero-for-unknown': {
    what: 'says that an unknown employee has no days left',
    change: ({ say }) => ({
      say: (fact, language) =>
        fact.kind === 'no_such_employee' ? `员工 ${fact.employee} 的剩余年假是 0 天。` : say(fact, language),
    }),
  },
  'hr-requests-before-checking': {
    what: 'requests leave before it has looked at the balance',
    change: ({ plan }) => ({
      plan: (talk, replies) => {
        const [wish] = talk.wishes;
        if (replies.length > 0 || wish?.kind !== 'request_leave') return plan(talk, replies);
        const { employee, days, start } = wish;
        if (employee === undefined || days === undefined || start === undefined) return plan(talk, replies);
        return [leaveCall({ employee, days, start })];
      },
    }),
  },
  'hr-asks-for-the-first-employee': {
    what: 'looks up the employee who was named first, whoever is meant now',
    change: ({ understand }) => ({
      understand: (said, year) => {
        const first = understand(said.slice(0, 1), year).employee;
        const talk = understand(said, year);
        return {
          ...talk,
          wishes: talk.wishes.map((wish) => (wish.kind === 'balance' ? { ...wish, employee: first } : wish)),
        };
      },
    }),
  },
};

/** One agent for each fault, named `faulty-<fault>`. */
export const faultyHrAgents = Object.fromEntries(
  Object.entries(HR_FAULTS).map(([fault, { change }]) => [`faulty-${fault}`, hrAgent(`faulty-${fault}`, change)]),
);

/** Several faults in one agent, each on top of the ones before it. */
export function severalFaults(names: readonly string[]): Change {
  return (good) => {
    const parts: Parts = { ...good };
    for (const name of names) Object.assign(parts, HR_FAULTS[name]?.change({ ...parts }));
    return parts;
  };
}
