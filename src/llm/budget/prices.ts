import type { Price, Prices } from '../../domain/authoring/budgets.ts';
import type { ChatModel } from '../../domain/contracts/chat-model.ts';

const FREE: Price = { inputUsd: 0, outputUsd: 0 };

/** The price of a model; nothing for one that asks nobody live, unless the config says otherwise. */
export function priceOf({ name, fixed }: Pick<ChatModel, 'name' | 'fixed'>, prices: Prices): Price | undefined {
  if (Object.hasOwn(prices, name)) return prices[name];
  return fixed.includes('model') ? FREE : undefined;
}

/** US dollars of so many tokens. */
export function costOf(
  { inputUsd, outputUsd }: Price,
  { tokensIn, tokensOut }: { tokensIn: number; tokensOut: number },
): number {
  return (tokensIn * inputUsd + tokensOut * outputUsd) / 1_000_000;
}
