import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TranscriptEvent } from '../../../src/domain/transcript/transcript-event.ts';
import { spansOf } from '../../../src/reporters/spans/spans-of.ts';
import { blindScore, findingOf, keyOf, resultOf, scoreOf } from '../../fixtures/results.ts';
import {
  agent,
  call,
  ended,
  event,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { scriptedResult, spanNamed, treeOf } from './parts.ts';

describe('the spans of a session', () => {
  test('[S3.08] a session on a scripted model has real spans: turns, requests and calls, each with its time', async () => {
    expect(treeOf(spansOf(await scriptedResult()))).toMatchInlineSnapshot(`
      "
      0-220 ms invoke_workflow where-is-my-order
        0-180 ms invoke_agent desk
          0-40 ms chat scripted model
          40-140 ms execute_tool lookup_order
          140-180 ms chat scripted model
        180-220 ms invoke_agent desk
          180-220 ms chat scripted model
      "
    `);
  });

  test('[S3.22] spans carry the required names, one conversation, and nothing deprecated', async () => {
    const spans = spansOf(await scriptedResult());
    const names = spans.map(({ name }) => name);
    expect(names).toContain('invoke_agent desk');
    expect(names).toContain('execute_tool lookup_order');
    expect(new Set(spans.map(({ attributes }) => attributes['gen_ai.conversation.id']))).toEqual(
      new Set(['run/where-is-my-order/default/0']),
    );
    expect(spans.flatMap(({ attributes }) => Object.keys(attributes))).not.toContain('gen_ai.system');
    expect(spanNamed(spans, 'chat scripted model').attributes).toMatchInlineSnapshot(`
      {
        "gen_ai.conversation.id": "run/where-is-my-order/default/0",
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "rehearsal",
        "gen_ai.request.model": "scripted model",
        "rehearsal.attempts": 1,
        "rehearsal.prompt.hash": "b0a8035e1d63ea71",
        "rehearsal.role": "agent",
        "rehearsal.turn": 0,
      }
    `);
    expect(spanNamed(spans, 'execute_tool lookup_order').attributes).toMatchInlineSnapshot(`
      {
        "gen_ai.conversation.id": "run/where-is-my-order/default/0",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.call.id": "c0",
        "gen_ai.tool.name": "lookup_order",
        "gen_ai.tool.type": "function",
        "rehearsal.turn": 0,
      }
    `);
    expect(spanNamed(spans, 'invoke_agent desk').attributes).toMatchInlineSnapshot(`
      {
        "gen_ai.agent.name": "desk",
        "gen_ai.conversation.id": "run/where-is-my-order/default/0",
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "rehearsal",
        "gen_ai.request.model": "scripted model",
        "rehearsal.turn": 0,
      }
    `);
    expect(spans[0]?.attributes).toMatchInlineSnapshot(`
      {
        "gen_ai.conversation.id": "run/where-is-my-order/default/0",
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": "where-is-my-order",
        "rehearsal.end_reason": "user_done",
        "rehearsal.scenario": "where-is-my-order",
        "rehearsal.seed": 1,
        "rehearsal.trial": 0,
        "rehearsal.variant": "default",
        "rehearsal.verdict": "passed",
      }
    `);
  });

  test('ids follow from the session and its seed, and no two spans of it share one', async () => {
    const spans = spansOf(await scriptedResult());
    expect(spansOf(await scriptedResult())).toEqual(spans);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    for (const { traceId, spanId } of spans)
      expect([traceId, spanId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{16}$/),
      ]);
    const [other] = spansOf(await scriptedResult({ id: 'run/where-is-my-order/default/1' }));
    expect(other?.traceId).not.toBe(spans[0]?.traceId);
  });

  test('[C16] each score is an evaluation event of the session, and its reason is content', () => {
    const scores = [
      scoreOf('said'),
      scoreOf('grounded', [findingOf()], { value: 0.5 }),
      blindScore('calls', 'unscored', 'calls are not visible'),
      blindScore('judge', 'errored', 'it broke'),
    ];
    const [session] = spansOf(resultOf(keyOf('a'), { scores }));
    expect(session?.events.map(({ name, attributes }) => ({ name, ...attributes }))).toMatchInlineSnapshot(`
      [
        {
          "gen_ai.evaluation.name": "said",
          "gen_ai.evaluation.score.label": "passed",
          "gen_ai.evaluation.score.value": 1,
          "name": "gen_ai.evaluation.result",
          "rehearsal.required": true,
          "rehearsal.scorer": "said",
          "rehearsal.stage": "generation",
        },
        {
          "gen_ai.evaluation.name": "grounded",
          "gen_ai.evaluation.score.label": "failed",
          "gen_ai.evaluation.score.value": 0.5,
          "name": "gen_ai.evaluation.result",
          "rehearsal.required": true,
          "rehearsal.scorer": "grounded",
          "rehearsal.stage": "generation",
        },
        {
          "gen_ai.evaluation.name": "calls",
          "gen_ai.evaluation.score.label": "unscored",
          "name": "gen_ai.evaluation.result",
          "rehearsal.required": true,
          "rehearsal.scorer": "calls",
          "rehearsal.stage": "generation",
        },
        {
          "error.type": "scorer_error",
          "gen_ai.evaluation.name": "judge",
          "gen_ai.evaluation.score.label": "errored",
          "name": "gen_ai.evaluation.result",
          "rehearsal.required": true,
          "rehearsal.scorer": "judge",
          "rehearsal.stage": "generation",
        },
      ]
    `);
    const [open] = spansOf(resultOf(keyOf('a'), { scores }), { content: true });
    expect(open?.events.map(({ attributes }) => attributes['gen_ai.evaluation.explanation'])).toEqual([
      'nothing to object to',
      'No tool result supports this value.',
      'calls are not visible',
      'it broke',
    ]);
  });
});

describe('whose requests they were', () => {
  const request = (role: 'agent' | 'user' | 'judge', model: string) =>
    event({ type: 'model_call', role, model, attempts: [{ status: 'ok' }], usage: { tokensIn: 10, tokensOut: 2 } });

  test("a user's and a judge's requests stand beside the turns, and a turn adds up only the agent's tokens", () => {
    const transcript = transcriptOf(
      request('user', 'persona'),
      user('Hello'),
      request('agent', 'small'),
      request('agent', 'small'),
      agent('Hi.'),
      ended('user_done'),
    );
    const judgeCalls = [{ model: 'large', attempts: [{ status: 'ok' as const }] }];
    const result = resultOf(keyOf('a'), { transcript, judgeCalls, fixed: [] });
    const timings = { ...result.timings, judgeSpans: [{ startMs: 130, endMs: 170 }] };
    const spans = spansOf({ ...result, timings });
    expect(treeOf(spans)).toMatchInlineSnapshot(`
      "
      0-170 ms invoke_workflow a
        0-1 ms chat persona
        2-6 ms invoke_agent agent
          2-3 ms chat small
          3-4 ms chat small
        130-170 ms chat large
      "
    `);
    expect(spans.flatMap(({ attributes }) => attributes['rehearsal.role'] ?? [])).toEqual([
      'user',
      'agent',
      'agent',
      'judge',
    ]);
    expect(spanNamed(spans, 'invoke_agent agent').attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 4,
    });
  });

  test('the provider is named by whoever knows it', () => {
    const transcript = transcriptOf(user('Hello'), request('agent', 'small'), agent('Hi.'));
    const providers = (more: object, fixed: []) =>
      spansOf(resultOf(keyOf('a'), { transcript, fixed }), more).flatMap(
        ({ attributes }) => attributes['gen_ai.provider.name'] ?? [],
      );
    expect(providers({}, [])).toEqual(['openai', 'openai']);
    expect(providers({ providerOf: (model: string, role: string) => `${role} of ${model}` }, [])).toEqual([
      'agent of small',
      'agent of small',
    ]);
  });
});

describe('what went wrong', () => {
  test('a call that failed, one that was never answered, and a request that failed say so', () => {
    const transcript = transcriptOf(
      user('Hello'),
      event({
        type: 'model_call',
        role: 'agent',
        model: 'small',
        attempts: [{ status: 'error', httpStatus: 503, problem: 'busy' }, { status: 'ok' }],
      }),
      parallel(['pay', {}], ['look', {}]),
      failed('no such order', 'blocked'),
      event({
        type: 'model_call',
        role: 'agent',
        model: 'small',
        attempts: [{ status: 'error', httpStatus: 503, problem: 'busy' }],
      }),
      event({
        type: 'model_call',
        role: 'agent',
        model: 'small',
        attempts: [{ status: 'error', problem: 'no answer' }],
      }),
      ended('infrastructure_error'),
    );
    const spans = spansOf(resultOf(keyOf('a'), { transcript }), { content: true });
    expect(
      spans.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error.type, error.message]])),
    ).toEqual([
      ['invoke_workflow a', 'infrastructure_error', ''],
      ['invoke_agent agent', 'infrastructure_error', ''],
      ['execute_tool pay', 'blocked', 'no such order'],
      ['execute_tool look', 'no_result', undefined],
      ['chat small', '503', 'busy'],
      ['chat small', 'ModelUnavailableError', 'no answer'],
    ]);
    expect(spans.every(({ error, attributes }) => error?.type === attributes['error.type'])).toBe(true);
  });

  test('a turn that was answered is not to blame for what came after it', () => {
    const moved = event({
      type: 'user_step',
      ...{
        driver: 'persona',
        part: 0,
        left: [],
        entered: [],
        transitions: [],
        guards: [],
        captures: [],
        disclosed: [],
      },
    });
    const answered = transcriptOf(user('Hello'), agent('Hi.'), ended('infrastructure_error'));
    const silent = transcriptOf(user('Hello'), agent('Hi.'), user('And then?'), ended('timeout'));
    const left = transcriptOf(user('Hello'), agent('Hm', { final: false }), moved, ended('budget'));
    const broken = transcriptOf(user('Hello'), agent('Hm', { final: false }), ended('user_error'));
    const errors = (transcript: typeof answered) =>
      spansOf(resultOf(keyOf('a'), { transcript })).map(({ name, error }) => `${name}: ${error?.type}`);
    expect(errors(answered)).toEqual(['invoke_workflow a: infrastructure_error', 'invoke_agent agent: undefined']);
    expect(errors(silent)).toEqual([
      'invoke_workflow a: timeout',
      'invoke_agent agent: undefined',
      'invoke_agent agent: timeout',
    ]);
    expect(errors(left)).toEqual(['invoke_workflow a: budget', 'invoke_agent agent: undefined']);
    expect(errors(broken)).toEqual(['invoke_workflow a: user_error', 'invoke_agent agent: undefined']);
  });

  test('a session whose check failed did not go wrong', () => {
    const [session] = spansOf(resultOf(keyOf('a'), { scores: [scoreOf('said', [findingOf()])] }));
    expect([session?.error, session?.attributes['rehearsal.verdict']]).toEqual([undefined, 'failed']);
  });

  test('the name of a tool that does not exist is a text of the model', () => {
    const transcript = transcriptOf(
      started({ tools: [toolOf('lookup_order')] }),
      user('Hello'),
      call('lookup_ordre'),
      failed('there is no such tool', 'unknown_tool'),
      call('search', {}, { reported: true }),
      result({}),
      agent('Sorry.'),
    );
    const names = (content: boolean) =>
      spansOf(resultOf(keyOf('a'), { transcript }), { content }).flatMap(
        ({ attributes }) => attributes['gen_ai.tool.name'] ?? [],
      );
    expect(names(false)).toEqual(['unknown_tool', 'search']);
    expect(names(true)).toEqual(['lookup_ordre', 'search']);
  });
});

describe('any session', () => {
  test('without a transcript has the span of the session, and one of a log begins in 1970 when nobody knows', () => {
    const timings = { startedAt: 'some day', durationMs: 0, eventsMs: [] };
    expect(
      spansOf(resultOf(keyOf('a'), { transcript: [], timings })).map(({ name, startNs, endNs }) => [
        name,
        startNs,
        endNs,
      ]),
    ).toEqual([['invoke_workflow a', 0n, 0n]]);
  });

  test.each(goldens())('$name gives spans whose parents come first and hold them', ({ transcript }) => {
    const seen = new Map<string, true>();
    for (const { spanId, parentId, startNs, endNs } of spansOf(resultOf(keyOf('a'), { transcript }), {
      content: true,
    })) {
      expect(parentId === undefined ? seen.size : seen.has(parentId)).toBe(parentId === undefined ? 0 : true);
      expect(endNs).toBeGreaterThanOrEqual(startNs);
      seen.set(spanId, true);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

function goldens() {
  const folder = new URL('../../golden/', import.meta.url);
  return readdirSync(folder).map((name) => {
    const lines = readFileSync(new URL(name, folder), 'utf8').trim().split('\n');
    const read = lines.map((line) => TranscriptEvent.safeParse(JSON.parse(line)));
    return { name, transcript: read.flatMap(({ data }) => data ?? []) };
  });
}
