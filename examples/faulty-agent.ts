import type { Agent } from 'rehearsal';
import { hrAgent } from './hr/agent.ts';
import { severalFaults as severalHrFaults } from './hr/faulty-agents.ts';
import { ordersAgent } from './orders/agent.ts';
import { severalFaults as severalOrdersFaults } from './orders/faulty-agents.ts';

const ORDERS = severalOrdersFaults([
  'answers-without-calling',
  'refunds-before-looking-up',
  'first-request-only',
  'obeys-a-hidden-instruction',
  'off-by-one',
  'promises-a-date',
  'shipped-for-not-shipped',
  'claims-success-after-an-error',
  'leaks-another-customers-data',
  'partial-list',
]);
const HR = severalHrFaults([
  'hr-off-by-one',
  'hr-invents-a-tool',
  'hr-tells-zero-for-unknown',
  'hr-requests-before-checking',
]);

/**
 * Many faults at once, for a first look at a failing report. It serves both desks, and sees by the tools it is offered at
 * which one it sits.
 */
export function faultyAgent(name = 'faulty'): Agent {
  const orders = ordersAgent(name, ORDERS);
  const hr = hrAgent(name, HR);
  return {
    ...orders,
    open: (context) =>
      (context.tools.descriptions.some((tool) => tool.name === 'lookup_order') ? orders : hr).open(context),
  };
}
