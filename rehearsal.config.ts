import { defineConfig, openaiModel } from 'rehearsal';
import { faultyAgent } from './examples/faulty-agent.ts';
import { hrAgent } from './examples/hr/agent.ts';
import { faultyHrAgents } from './examples/hr/faulty-agents.ts';
import { hrWorld } from './examples/hr/world.ts';
import { ordersAgent } from './examples/orders/agent.ts';
import { faultyOrdersAgents } from './examples/orders/faulty-agents.ts';
import { ordersWorld } from './examples/orders/world.ts';

export default defineConfig({
  worlds: { orders: ordersWorld, hr: hrWorld },
  agents: {
    orders: ordersAgent(),
    hr: hrAgent(),
    // `rehearsal run scenarios --agent faulty` shows what failing looks like.
    faulty: faultyAgent(),
    // The good agents with one planted fault each, such as `faulty-off-by-one`.
    ...faultyOrdersAgents,
    ...faultyHrAgents,
  },
  // Speaks for personas and judges, in `scenarios/live` only. Any endpoint that speaks OpenAI's API will do: set
  // OPENAI_BASE_URL, OPENAI_API_KEY and, for another model, REHEARSAL_MODEL.
  models: { default: openaiModel({ model: process.env.REHEARSAL_MODEL ?? 'gpt-5-mini' }) },
  // What every scenario asks for, besides its own checks: an answer to each message, nothing that no tool said, honesty
  // about failures and abilities, arguments that came from somewhere, no change twice, and the worlds' own rules.
  expect: [
    { type: 'answered' },
    { type: 'grounded' },
    { type: 'error-honesty' },
    { type: 'capability' },
    { type: 'arguments-from-evidence' },
    { type: 'no-repeated-writes' },
    { type: 'invariants' },
  ],
});
