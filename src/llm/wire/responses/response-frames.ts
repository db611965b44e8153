import type { ChatChunk, ChatReply, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import { eventText, type Frame, piecesOf } from '../wire-reply.ts';
import {
  callItem,
  finishedResponse,
  messageItem,
  openResponse,
  type ResponseHead,
  refusalPart,
  textPart,
} from './response-object.ts';

type Send = (kind: Frame['kind'], type: string, data: object) => Frame;

/** The events of an answer that is streamed. Source: OpenAI's API reference, "Streaming events" of responses. */
export async function* responseFrames(chunks: AsyncIterable<ChatChunk>, head: ResponseHead): AsyncGenerator<Frame> {
  let sequence = 0;
  const send: Send = (kind, type, data) => ({
    kind,
    text: eventText({ type, sequence_number: sequence++, ...data }, type),
  });
  yield send('opening', 'response.created', { response: openResponse(head) });
  yield send('opening', 'response.in_progress', { response: openResponse(head) });
  let streamed: string | undefined;
  for await (const chunk of chunks) {
    if (chunk.type === 'text') {
      if (streamed === undefined) yield* openMessage('text', { head, send });
      streamed = (streamed ?? '') + chunk.text;
      yield delta('text', chunk.text, { head, send });
      continue;
    }
    yield* finish(chunk.reply, { head, send, streamed });
    return;
  }
  throw new Error("the model's stream ended without its reply");
}

/** The frame that tells of a failure in the middle of a stream. */
export function responseErrorFrame({ message, code }: { message: string; code: string | null }): Frame {
  return { kind: 'closing', text: eventText({ type: 'error', code, message, param: null }, 'error') };
}

type Writing = { head: ResponseHead; send: Send };
type PartKind = 'text' | 'refusal';

function* finish(
  reply: ChatReply,
  { head, send, streamed }: Writing & { streamed: string | undefined },
): Generator<Frame> {
  const kind: PartKind = reply.finish === 'refusal' && streamed === undefined ? 'refusal' : 'text';
  const hasMessage = streamed !== undefined || reply.text !== '' || reply.calls.length === 0;
  if (hasMessage && streamed === undefined) {
    yield* openMessage(kind, { head, send });
    for (const piece of piecesOf(reply.text)) yield delta(kind, piece, { head, send });
  }
  if (hasMessage) yield* closeMessage(kind, reply.text, { head, send });
  for (const [index, call] of reply.calls.entries()) {
    yield* callFrames(call, { head, send, index, place: (hasMessage ? 1 : 0) + index });
  }
  const type = reply.finish === 'length' ? 'response.incomplete' : 'response.completed';
  yield send('closing', type, { response: finishedResponse(reply, head) });
}

function partAt({ id }: ResponseHead) {
  return { item_id: id.replace('resp_', 'msg_'), output_index: 0, content_index: 0 };
}

function* openMessage(kind: PartKind, { head, send }: Writing): Generator<Frame> {
  const item = messageItem(head.id, 'in_progress', []);
  yield send('opening', 'response.output_item.added', { output_index: 0, item });
  const part = kind === 'text' ? textPart('') : refusalPart('');
  yield send('opening', 'response.content_part.added', { ...partAt(head), part });
}

function delta(kind: PartKind, piece: string, { head, send }: Writing): Frame {
  const type = kind === 'text' ? 'response.output_text.delta' : 'response.refusal.delta';
  return send('piece', type, { ...partAt(head), delta: piece, ...(kind === 'text' ? { logprobs: [] } : {}) });
}

function* closeMessage(kind: PartKind, text: string, { head, send }: Writing): Generator<Frame> {
  const at = partAt(head);
  if (kind === 'text') yield send('closing', 'response.output_text.done', { ...at, text, logprobs: [] });
  else yield send('closing', 'response.refusal.done', { ...at, refusal: text });
  const part = kind === 'text' ? textPart(text) : refusalPart(text);
  yield send('closing', 'response.content_part.done', { ...at, part });
  const item = messageItem(head.id, 'completed', [part]);
  yield send('closing', 'response.output_item.done', { output_index: 0, item });
}

function* callFrames(
  call: ModelToolCall,
  { head, send, index, place }: Writing & { index: number; place: number },
): Generator<Frame> {
  const itemAs = (status: string, rawArguments: string) =>
    callItem({ ...call, rawArguments }, { responseId: head.id, index, status });
  const opened = itemAs('in_progress', '');
  const at = { item_id: opened.id, output_index: place };
  yield send('opening', 'response.output_item.added', { output_index: place, item: opened });
  for (const piece of piecesOf(call.rawArguments)) {
    yield send('piece', 'response.function_call_arguments.delta', { ...at, delta: piece });
  }
  const { name, rawArguments } = call;
  yield send('closing', 'response.function_call_arguments.done', { ...at, name, arguments: rawArguments });
  yield send('closing', 'response.output_item.done', { output_index: place, item: itemAs('completed', rawArguments) });
}
