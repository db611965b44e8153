import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sessions of the project for so many trials: two scenarios and a table of three messages. */
export const SESSIONS_OF_A_TRIAL = 5;

/**
 * Writes a small project that uses all that a result is made of: a simulated world, a large result, a table of messages, a
 * model with a price, and an agent that fails in a known share of its sessions. The agent writes a line to `opened.txt`
 * for each session that it begins, with the number of its process.
 */
export function writeCrashProject(root: string, { trials }: { trials: number }): void {
  mkdirSync(join(root, 'scenarios'), { recursive: true });
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
  writeFileSync(join(root, 'rehearsal.config.mjs'), CONFIG);
  for (const [name, text] of Object.entries(SCENARIOS)) {
    writeFileSync(join(root, `scenarios/${name}.yaml`), `${text}trials: ${trials}\ngate: { minPassRate: 0.5 }\n`);
  }
}

const CONFIG = `import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chatAgent, functionAgent, functionModel } from 'rehearsal';

const opened = fileURLToPath(new URL('opened.txt', import.meta.url));
const begin = ({ scenario, variant, trial }) => appendFileSync(opened, scenario + '/' + variant + '/' + trial + ' ' + process.pid + '\\n');
const pause = () => new Promise((done) => setTimeout(done, 2));

const model = functionModel(async ({ messages, key, turn, call }) => {
  if (call === 0) begin(key);
  await pause();
  const said = messages.at(-1);
  if (said.role === 'user' && said.content.includes('order')) return { calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }], usage: { tokensIn: 11, tokensOut: 7 } };
  return { text: key.trial % 7 === 3 ? 'Order A-1001 is lost.' : 'Order A-1001 is delivered.', usage: { tokensIn: 13, tokensOut: 5 } };
}, { name: 'shop-model' });

const clerk = functionAgent(async (messages, { tools, key, turn }) => {
  if (turn === 0) begin(key);
  await pause();
  const list = await tools.list_orders({});
  if (key.trial % 5 === 4) throw new Error('the clerk went home');
  return 'You have ' + list.length + ' orders.';
}, { name: 'clerk' });

export default {
  agents: { desk: chatAgent({ model }), clerk },
  prices: { 'shop-model': { inputUsd: 0.3, outputUsd: 1.7 } },
  budgets: { run: { maxTokens: 1_000_000 } },
};
`;

const ROWS = JSON.stringify(
  Array.from({ length: 1_200 }, (_, row) => ({ id: `A-${row}`, text: `parcel number ${row} of many` })),
);

const WORLD = `world:
  tools:
    - name: lookup_order
      description: Looks up an order by its number.
      parameters: { order_id: { type: string, description: Number of the order. } }
      answers:
        - when: { order_id: A-1001 }
          result: { order_id: A-1001, status: delivered }
        - error: order not found
    - name: list_orders
      description: Lists all orders.
      parameters: {}
      answers:
        - result: ${ROWS}
`;

const SCENARIOS = {
  'ask-desk': `title: Where is my order?
agent: desk
user: [Where is order A-1001?, "Thanks, and how is my order now?"]
${WORLD}expect:
  - { type: said, text: delivered }
  - { type: grounded }
`,
  'ask-clerk': `title: How many orders?
agent: clerk
user: [How many?]
${WORLD}expect:
  - { type: said, text: orders }
`,
  table: `title: Which tool
agent: desk
routing:
  - { id: order, say: "Where is my order A-1001?", tool: lookup_order }
  - { id: greeting, say: "Hello!", tool: none }
  - { id: list, say: "What have I bought?", tool: list_orders }
${WORLD}`,
} as const;
