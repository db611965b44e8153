import { chatAgent } from '../../../src/agents/chat-agent.ts';
import type { ModelAccess } from '../../../src/domain/contracts/chat-model.ts';
import { scriptedModel } from '../../../src/llm/scripted-model.ts';
import type { Span } from '../../../src/reporters/spans/span.ts';
import { resultOf } from '../../fixtures/results.ts';
import { manualClock, play, userOf, worldOf } from '../../fixtures/session-parts.ts';

type ResultParts = NonNullable<Parameters<typeof resultOf>[1]>;

/** A session of two turns on a scripted model, where a request takes 40 ms and the tool 100 ms. */
export async function scriptedResult(more: ResultParts = {}) {
  const clock = manualClock();
  const script = scriptedModel([
    { calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }] },
    'Order A-1001 is delivered.',
    'You are welcome.',
  ]);
  const models: ModelAccess = {
    open(model, context) {
      const session = model.open(context);
      return {
        complete(request, options) {
          clock.advance(40);
          return session.complete(request, options);
        },
        close: () => session.close?.(),
      };
    },
  };
  const lookUp = () => {
    clock.advance(100);
    return { order_id: 'A-1001', status: 'delivered' };
  };
  const { transcript, durationMs, eventsMs, spans, startedAt } = await play({
    agent: chatAgent({ name: 'desk', model: script }),
    user: userOf('Where is order A-1001?', 'Thank you.'),
    world: worldOf({ lookup_order: { run: lookUp } }),
    clock,
    models,
  });
  const timings = { startedAt, durationMs, eventsMs: [...eventsMs], spans: [...spans] };
  return resultOf({ scenario: 'where-is-my-order', variant: 'default', trial: 0 }, { transcript, timings, ...more });
}

/** Each span on a line, below its parent: `40-80 ms name`. */
export function treeOf(spans: readonly Span[]): string {
  const [root] = spans;
  const begin = root?.startNs ?? 0n;
  const lines = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentId }) => parentId === parent)
      .flatMap((span) => [
        `${'  '.repeat(depth)}${msOf(span.startNs - begin)}-${msOf(span.endNs - begin)} ms ${span.name}${span.error === undefined ? '' : ` (${span.error.type})`}`,
        ...lines(span.spanId, depth + 1),
      ]);
  return `\n${lines(undefined, 0).join('\n')}\n`;
}

export function spanNamed(spans: readonly Span[], name: string): Span {
  const span = spans.find((one) => one.name === name);
  if (span === undefined) throw new Error(`no span is called ${name}: ${spans.map((one) => one.name).join(', ')}`);
  return span;
}

function msOf(ns: bigint): number {
  return Number(ns) / 1e6;
}
