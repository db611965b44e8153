/** A request as a transport hands it in. */
export type WireRequest = {
  method: string;
  /** Path of the address, without host and query. */
  path: string;
  header(name: string): string | undefined;
  body: string;
};

/** What a transport sends back. A body in pieces may throw `ConnectionReset`, or what made the model stop. */
export type WireReply = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<string>;
  /** True when the request reached the model. */
  isServed?: boolean;
};

/**
 * A part of a stream. `opening`: says what is to come · `piece`: a part of a text or of arguments · `closing`: says that
 * something is whole.
 */
export type Frame = { kind: 'opening' | 'piece' | 'closing'; text: string };

/** The transport is to break the connection here. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
}

/** An event of a stream, as `text/event-stream` has it. */
export function eventText(data: unknown, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}

/** Pieces of at most 16 characters, none of which is halved. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,16}/gsu) ?? [];
}
