import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { contentOf } from './model-messages.ts';
import type { SessionTrace } from './session-trace.ts';
import type { Span } from './span.ts';
import { markOfTurn } from './turn-spans.ts';

/** `execute_tool` for one call. */
export function toolSpan(trace: SessionTrace, called: TrajectoryCall): Span {
  const { call, turn, seq, resultSeq, result } = called;
  const { content } = trace.options;
  const name = nameOf(trace, called);
  const outcome = result?.outcome;
  return trace.make({
    mark: `event ${seq}`,
    parent: markOfTurn(turn),
    name: `execute_tool ${name}`,
    time: trace.timeOf(seq) ?? { startMs: trace.eventMs(seq), endMs: trace.eventMs(resultSeq ?? seq) },
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': call.givenId ?? call.id,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.arguments': content ? call.rawArguments : undefined,
      'gen_ai.tool.call.result': content && outcome !== undefined ? textOf(contentOf(outcome)) : undefined,
      'rehearsal.turn': turn,
      'rehearsal.fault': result?.injectedBy,
    },
    error:
      outcome === undefined
        ? { type: 'no_result' }
        : outcome.status === 'error'
          ? { type: outcome.kind, message: outcome.message }
          : undefined,
  });
}

/** The name of a tool that does not exist is a text of the model, and as such content. */
function nameOf({ result, options }: SessionTrace, { name, call }: TrajectoryCall): string {
  const tools = startOf(result.transcript)?.tools ?? 'unknown';
  const isKnown = tools === 'unknown' || call.source === 'reported' || tools.some((tool) => tool.name === name);
  return options.content || isKnown ? name : 'unknown_tool';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
