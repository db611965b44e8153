import { chatAgent, commandAgent, defineConfig, openaiModel } from 'rehearsal';
import { faultyAgent } from './examples/faulty-agent.ts';
import { hrAgent } from './examples/hr/agent.ts';
import { faultyHrAgents } from './examples/hr/faulty-agents.ts';
import { hrWorld } from './examples/hr/world.ts';
import { ordersAgent } from './examples/orders/agent.ts';
import { faultyOrdersAgents } from './examples/orders/faulty-agents.ts';
import { ordersWorld } from './examples/orders/world.ts';

// Any endpoint that speaks OpenAI's API will do: set OPENAI_BASE_URL, OPENAI_API_KEY and, for another model, REHEARSAL_MODEL.
const model = openaiModel({ model: process.env.REHEARSAL_MODEL ?? 'gpt-5-mini' });

export default defineConfig({
  worlds: { orders: ordersWorld, hr: hrWorld },
  agents: {
    orders: ordersAgent(),
    hr: hrAgent(),
    // `rehearsal run scenarios --agent faulty` shows what failing looks like.
    faulty: faultyAgent(),
    // A model at either desk, and programs in other languages: `rehearsal run order-status --agent python`.
    model: chatAgent({ model, system: 'You serve the customers of this desk. Do what they ask with your tools.' }),
    python: commandAgent({ command: ['python3', 'examples/any-language/order_agent.py'] }),
    shell: commandAgent({ command: ['sh', 'examples/any-language/order_agent.sh'] }),
    // The good agents with one planted fault each, such as `faulty-off-by-one`.
    ...faultyOrdersAgents,
    ...faultyHrAgents,
  },
  // Speaks for personas and judges, in `scenarios/live` only.
  models: { default: model },
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
