import { z } from 'zod';
import { faultOfError } from '../policy/classify-error.ts';
import { malformed, type ReplyParts, type StreamFold, type StreamNews } from '../reply/reply-parts.ts';
import { OutputItem, readResponsesReply } from './read-responses-reply.ts';

const ResponsesEvent = z.looseObject({
  type: z.string(),
  delta: z.string().optional().catch(undefined),
  item: OutputItem.optional().catch(undefined),
  response: z.unknown().optional(),
});

const nothing: StreamNews = { text: '', isContent: false, state: 'open' };

/**
 * Puts a stream of the Responses API together. Its last event holds the whole answer; a stream that stops before that
 * event is not whole, whatever it brought.
 */
export function responsesStream(): StreamFold {
  const items: OutputItem[] = [];
  let reply: ReplyParts | undefined;
  return {
    add(event) {
      if (event === '[DONE]') return { ...nothing, state: 'over' };
      const read = ResponsesEvent.safeParse(event);
      if (!read.success) throw malformed('an event of the stream is none of Responses', JSON.stringify(event));
      const { type, delta = '', item, response } = read.data;
      switch (type) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return { text: delta, isContent: delta !== '', state: 'open' };
        case 'response.output_item.done':
          if (item !== undefined) items.push(item);
          return { ...nothing, isContent: item?.type === 'message' || item?.type === 'function_call' };
        case 'response.function_call_arguments.delta':
          return { ...nothing, isContent: true };
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          reply = readResponsesReply(response, JSON.stringify(response ?? null), items);
          return { ...nothing, state: 'over' };
        case 'error':
          throw faultOfError(event, { httpStatus: 200, body: JSON.stringify(event) });
        default:
          return nothing;
      }
    },
    finish() {
      if (reply === undefined) throw malformed('the stream ended before the answer was whole');
      return reply;
    },
  };
}
