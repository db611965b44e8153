import type { Cut } from '../../domain/authoring/model-script.ts';
import type { ChatChunk } from '../../domain/contracts/chat-model.ts';
import { ScriptedFault } from '../script/scripted-fault.ts';
import type { Exchange } from './conversation.ts';
import { ConnectionReset, type Frame } from './wire-reply.ts';

/** Where a stream is to be cut off; known once its script has said so. */
export type CutPlan = { at?: Cut; fault?: ScriptedFault };

/** The chunks of a scripted answer as if it were whole; where it is to be cut off is noted in `plan`. */
export async function* wholeChunks(chunks: AsyncIterable<ChatChunk>, plan: CutPlan): AsyncGenerator<ChatChunk> {
  let told = 0;
  try {
    for await (const chunk of chunks) {
      if (chunk.type === 'text') told += 1;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof ScriptedFault) || error.fault.kind !== 'cut') throw error;
    const { cut, pieces, reply } = error.fault;
    plan.at = cut;
    plan.fault = error;
    for (const text of pieces.slice(told)) yield { type: 'text', text };
    yield { type: 'reply', reply };
  }
}

/**
 * The texts of frames up to the cut, where the exchange fails. Throws `ConnectionReset` there when the connection is to
 * break.
 */
export async function* cutFrames(
  frames: AsyncIterable<Frame>,
  plan: CutPlan,
  exchange: Pick<Exchange, 'settle'>,
): AsyncGenerator<string> {
  let pieces = 0;
  let bytes = 0;
  for await (const { kind, text } of frames) {
    const { at } = plan;
    if (at !== undefined && isBeyond(at, { pieces, bytes, kind, text })) {
      // Known before the client can notice it and ask again.
      exchange.settle({ status: 'failed', error: plan.fault });
      if ('afterBytes' in at) yield cutBytes(text, at.afterBytes - bytes);
      return breakOff(at);
    }
    if (kind === 'piece') pieces += 1;
    bytes += Buffer.byteLength(text);
    yield text;
  }
}

function isBeyond(at: Cut, { pieces, bytes, kind, text }: Frame & { pieces: number; bytes: number }): boolean {
  if ('afterBytes' in at) return bytes + Buffer.byteLength(text) > at.afterBytes;
  return kind !== 'opening' && pieces >= at.afterPieces;
}

/** A body that is not streamed, up to the cut: in its middle where only pieces were named. */
export async function* cutBody(body: string, cut: Cut): AsyncGenerator<string> {
  yield cutBytes(body, 'afterBytes' in cut ? cut.afterBytes : Math.floor(Buffer.byteLength(body) / 2));
  breakOff(cut);
}

function breakOff({ connection = 'ended' }: Cut): void {
  if (connection === 'reset') throw new ConnectionReset('the script breaks the connection here');
}

/** A character that the cut would halve is left out. */
function cutBytes(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, Math.max(0, bytes))
    .toString('utf8')
    .replace(/\ufffd$/, '');
}
