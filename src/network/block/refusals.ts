import { truncate } from '../../domain/values/text.ts';
import { isLoopback } from './loopback.ts';

/** A connection that is not loopback was refused because the network is blocked. */
export class NetworkBlockedError extends Error {
  override readonly name = 'NetworkBlockedError';
  /** Tells clients that trying again is of no use. */
  readonly code = 'ENETBLOCKED';
}

const MAX_KEPT = 20;
/** A name has at most 253 characters; whatever is longer is none. */
const MAX_HOST = 253;

/** Says no, and remembers to whom. */
export type Refuse = {
  /** Throws NetworkBlockedError for a host that is not loopback. `what` is what was tried: `a connection`. */
  unlessLoopback(host: string, what: string): void;
  /** The same where nobody could catch it: true for a host that is refused. */
  isRefused(host: string, what: string): boolean;
  /** Throws NetworkBlockedError for what cannot be let through at all. */
  always(what: string): never;
};

export type Refusals = Refuse & {
  /** Takes in what was refused elsewhere, in a thread of this process. */
  take(sentence: string): void;
  /** What was refused, each sentence once, oldest first; the last one counts what is not kept. */
  list(): readonly string[];
};

/** `remedy` ends every sentence; `tell` hears each when it is new. */
export function createRefusals(remedy: string, tell: (sentence: string) => void = () => {}): Refusals {
  const kept = new Set<string>();
  let others = 0;
  const take = (sentence: string): void => {
    if (kept.has(sentence)) return;
    if (kept.size >= MAX_KEPT) others += 1;
    else kept.add(sentence);
    tell(sentence);
  };
  const sentenceOf = (what: string): string => `${what} was refused: ${remedy}`;
  const refused = (host: string, what: string): string | undefined => {
    if (isLoopback(host)) return undefined;
    const sentence = sentenceOf(`${what} to \`${truncate(host, MAX_HOST)}\``);
    take(sentence);
    return sentence;
  };
  return {
    unlessLoopback(host, what) {
      const sentence = refused(host, what);
      if (sentence !== undefined) throw new NetworkBlockedError(sentence);
    },
    isRefused: (host, what) => refused(host, what) !== undefined,
    always(what) {
      take(sentenceOf(what));
      throw new NetworkBlockedError(sentenceOf(what));
    },
    take,
    list: () => (others === 0 ? [...kept] : [...kept, `the network was asked for ${others} more times, and refused`]),
  };
}
