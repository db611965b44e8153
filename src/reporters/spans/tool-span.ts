import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { shownTool } from './known-names.ts';
import { contentOf } from './model-messages.ts';
import type { SessionTrace } from './session-trace.ts';
import type { Span } from './span.ts';
import { markOfTurn } from './turn-spans.ts';

/** `execute_tool` for one call. */
export function toolSpan(trace: SessionTrace, called: TrajectoryCall): Span {
  const { call, index, turn, seq, resultSeq, result } = called;
  const { content } = trace.options;
  const name = shownTool(trace, called);
  const outcome = result?.outcome;
  return trace.make({
    mark: `event ${seq}`,
    parent: markOfTurn(turn),
    name: `execute_tool ${name}`,
    time: trace.timeOf(seq) ?? { startMs: trace.eventMs(seq), endMs: trace.eventMs(resultSeq ?? seq) },
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      // The id that came with a call is a text of the agent or its model.
      'gen_ai.tool.call.id': content ? (call.givenId ?? call.id) : `c${index}`,
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
