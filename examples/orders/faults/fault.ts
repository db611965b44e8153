import type { Change } from '../agent.ts';
import type { Order } from '../data.ts';

/** What is wrong with an agent, in a sentence, and the one part of the good agent that makes it so. */
export type Fault = { what: string; change: Change };

/** A record that no shop has. */
export const MADE_UP: Order = {
  order_id: 'A-0000',
  email: 'nobody@example.com',
  status: 'shipped',
  items: [],
  total: '49.90',
  currency: 'EUR',
  refunded: '0.00',
  address: '1 Nowhere Street',
  placed_on: '2026-01-06',
  shipped_on: '2026-01-08',
  expected_on: '2026-01-18',
  carrier: 'Parcel Post',
};
