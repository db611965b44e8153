import { WorldDefinition } from '../../src/domain/authoring/tool-stub.ts';
import { stubWorld } from '../../src/worlds/stub-world.ts';
import { worldContract } from '../contracts/world.ts';
import { orderWorld } from './order-world.ts';

const read = { tool: 'lookup_order', arguments: { order_id: 'A-1001' } };
const write = { tool: 'issue_refund', arguments: { order_id: 'A-1001', amount: '10.00', reason: 'late' } };

worldContract('a world in code', { world: orderWorld, read, write });

const definition = WorldDefinition.parse({
  state: { orders: { 'A-1001': { status: 'delivered' } } },
  tools: [
    {
      name: 'lookup_order',
      description: 'Finds an order.',
      parameters: { order_id: { type: 'string' } },
      answers: [{ when: { order_id: 'A-1001' }, result: { status: 'delivered' } }],
    },
    {
      name: 'issue_refund',
      description: 'Refunds.',
      effect: 'write',
      parameters: { order_id: { type: 'string' }, amount: { type: 'string' }, reason: { type: 'string' } },
      answers: [{ result: { refunded: '{{amount}}' }, set: { '/orders/{{order_id}}/refunded': '{{amount}}' } }],
    },
  ],
});
worldContract('a world as data', { world: stubWorld(definition, 'orders'), read, write });
