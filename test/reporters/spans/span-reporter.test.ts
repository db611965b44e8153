import { type Context, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { spanReporter } from '../../../src/reporters/spans/span-reporter.ts';
import { keyOf, resultOf } from '../../fixtures/results.ts';
import { ended, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { scriptedResult } from './parts.ts';

type Kept = {
  name: string;
  parent: string | undefined;
  options: SpanOptions;
  events: unknown[];
  status?: unknown;
  end?: unknown;
};

test('[S3.22] a tracer of the API gets every span with its parent, its times and its attributes', async () => {
  const { tracer, kept, order } = keepingTracer();
  await spanReporter({ tracer }).onSessionEnd?.(await scriptedResult());
  expect(
    kept.map(({ name, parent, options, end }) => ({ name, parent, kind: options.kind, start: options.startTime, end })),
  ).toMatchInlineSnapshot(`
    [
      {
        "end": [
          1768467600,
          220000000,
        ],
        "kind": 0,
        "name": "invoke_workflow where-is-my-order",
        "parent": undefined,
        "start": [
          1768467600,
          0,
        ],
      },
      {
        "end": [
          1768467600,
          180000000,
        ],
        "kind": 0,
        "name": "invoke_agent desk",
        "parent": "invoke_workflow where-is-my-order",
        "start": [
          1768467600,
          0,
        ],
      },
      {
        "end": [
          1768467600,
          40000000,
        ],
        "kind": 0,
        "name": "chat scripted model",
        "parent": "invoke_agent desk",
        "start": [
          1768467600,
          0,
        ],
      },
      {
        "end": [
          1768467600,
          140000000,
        ],
        "kind": 0,
        "name": "execute_tool lookup_order",
        "parent": "invoke_agent desk",
        "start": [
          1768467600,
          40000000,
        ],
      },
      {
        "end": [
          1768467600,
          180000000,
        ],
        "kind": 0,
        "name": "chat scripted model",
        "parent": "invoke_agent desk",
        "start": [
          1768467600,
          140000000,
        ],
      },
      {
        "end": [
          1768467600,
          220000000,
        ],
        "kind": 0,
        "name": "invoke_agent desk",
        "parent": "invoke_workflow where-is-my-order",
        "start": [
          1768467600,
          180000000,
        ],
      },
      {
        "end": [
          1768467600,
          220000000,
        ],
        "kind": 0,
        "name": "chat scripted model",
        "parent": "invoke_agent desk",
        "start": [
          1768467600,
          180000000,
        ],
      },
    ]
  `);
  expect(kept[0]?.options.root).toBe(true);
  expect(kept.find(({ name }) => name.startsWith('execute_tool'))?.options.attributes?.['gen_ai.tool.name']).toBe(
    'lookup_order',
  );
  expect(kept[0]?.events).toMatchInlineSnapshot(`
    [
      {
        "attributes": {
          "gen_ai.evaluation.name": "said",
          "gen_ai.evaluation.score.label": "passed",
          "gen_ai.evaluation.score.value": 1,
          "rehearsal.required": true,
          "rehearsal.scorer": "said",
          "rehearsal.stage": "generation",
        },
        "event": "gen_ai.evaluation.result",
        "time": [
          1768467600,
          220000000,
        ],
      },
    ]
  `);
  expect(order.at(-1)).toBe('invoke_workflow where-is-my-order');
});

test('what went wrong is the status of its span, with words only when content is asked for', async () => {
  const transcript = transcriptOf(user('Hello'), ended('agent_error')).map((one) =>
    one.type === 'session_ended' ? { ...one, detail: 'it broke' } : one,
  );
  const statuses = async (content: boolean) => {
    const { tracer, kept } = keepingTracer();
    await spanReporter({ tracer, content }).onSessionEnd?.(resultOf(keyOf('a'), { transcript }));
    return kept.map(({ status }) => status);
  };
  expect(await statuses(false)).toEqual([{ code: 2 }, { code: 2 }]);
  expect(await statuses(true)).toEqual([
    { code: 2, message: 'it broke' },
    { code: 2, message: 'it broke' },
  ]);
});

test('the context of a parent can be added to and taken from, as a sampler does', async () => {
  const contexts: Context[] = [];
  const { tracer } = keepingTracer((context) => contexts.push(context));
  await spanReporter({ tracer }).onSessionEnd?.(await scriptedResult());
  const key = Symbol('key');
  const context = contexts[1]!.setValue(key, 1);
  expect([context.getValue(key), context.deleteValue(key).getValue(key), contexts[1]!.getValue(key)]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  expect(trace.getSpan(context)).toBe(trace.getSpan(contexts[1]!));
  expect(trace.getSpan(contexts[0]!)).toBeUndefined();
});

test('without an SDK behind it the API takes the spans and does nothing', async () => {
  await expect(
    spanReporter({ tracer: trace.getTracer('test') }).onSessionEnd?.(await scriptedResult()),
  ).toBeUndefined();
});

/** A tracer with the types of the API, which finds parents as the SDK does. */
function keepingTracer(onContext: (context: Context) => void = () => {}): {
  tracer: Tracer;
  kept: Kept[];
  order: string[];
} {
  const kept: Kept[] = [];
  const order: string[] = [];
  const names = new Map<Span, string>();
  const startSpan: Tracer['startSpan'] = (name, options = {}, context) => {
    if (context === undefined) throw new Error('every span is given its place');
    onContext(context);
    const parent = trace.getSpan(context);
    const one: Kept = { name, parent: parent === undefined ? undefined : names.get(parent), options, events: [] };
    kept.push(one);
    const span: Span = {
      spanContext: () => ({ traceId: '', spanId: '', traceFlags: 1 }),
      setAttribute: () => span,
      setAttributes: () => span,
      addEvent(event, attributes, time) {
        one.events.push({ event, attributes, time });
        return span;
      },
      addLink: () => span,
      addLinks: () => span,
      setStatus(status) {
        one.status = status;
        return span;
      },
      updateName: () => span,
      end(time) {
        one.end = time;
        order.push(name);
      },
      isRecording: () => true,
      recordException: () => {},
    };
    names.set(span, name);
    return span;
  };
  const tracer: Tracer = {
    startSpan,
    startActiveSpan: () => {
      throw new Error('spans are never made the active ones');
    },
  };
  return { tracer, kept, order };
}
