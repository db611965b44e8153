import { expect, test } from 'vitest';
import { otlpLines, otlpReporter } from '../../../src/reporters/spans/otlp-lines.ts';
import { fileFormatContract } from '../../contracts/reporter.ts';
import { keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';
import { scriptedResult } from './parts.ts';

type Line = { resourceSpans: { scopeSpans: { spans: { name: string; events?: { name: string }[] }[] }[] }[] };

fileFormatContract('otlp', otlpLines, (text) => {
  for (const line of text.split('\n').slice(0, -1)) JSON.parse(line);
});

test('[C16] a session is one export request on a line, as the file exporter of OpenTelemetry writes it', () => {
  const lines: string[] = [];
  const reporter = otlpReporter({ write: (line) => void lines.push(line) });
  void reporter.onSessionEnd?.(resultOf(keyOf('refund'), { scores: [scoreOf('said')] }));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1);
  expect(JSON.parse(lines[0] ?? '')).toMatchInlineSnapshot(`
    {
      "resourceSpans": [
        {
          "resource": {
            "attributes": [
              {
                "key": "service.name",
                "value": {
                  "stringValue": "rehearsal",
                },
              },
            ],
          },
          "scopeSpans": [
            {
              "scope": {
                "name": "rehearsal",
              },
              "spans": [
                {
                  "attributes": [
                    {
                      "key": "gen_ai.operation.name",
                      "value": {
                        "stringValue": "invoke_workflow",
                      },
                    },
                    {
                      "key": "gen_ai.workflow.name",
                      "value": {
                        "stringValue": "refund",
                      },
                    },
                    {
                      "key": "rehearsal.scenario",
                      "value": {
                        "stringValue": "refund",
                      },
                    },
                    {
                      "key": "rehearsal.variant",
                      "value": {
                        "stringValue": "default",
                      },
                    },
                    {
                      "key": "rehearsal.trial",
                      "value": {
                        "intValue": "0",
                      },
                    },
                    {
                      "key": "rehearsal.seed",
                      "value": {
                        "intValue": "1",
                      },
                    },
                    {
                      "key": "rehearsal.verdict",
                      "value": {
                        "stringValue": "passed",
                      },
                    },
                    {
                      "key": "rehearsal.end_reason",
                      "value": {
                        "stringValue": "user_done",
                      },
                    },
                    {
                      "key": "gen_ai.conversation.id",
                      "value": {
                        "stringValue": "run/refund/default/0",
                      },
                    },
                  ],
                  "endTimeUnixNano": "1768467600120000000",
                  "events": [
                    {
                      "attributes": [
                        {
                          "key": "gen_ai.evaluation.name",
                          "value": {
                            "stringValue": "said",
                          },
                        },
                        {
                          "key": "gen_ai.evaluation.score.value",
                          "value": {
                            "doubleValue": 1,
                          },
                        },
                        {
                          "key": "gen_ai.evaluation.score.label",
                          "value": {
                            "stringValue": "passed",
                          },
                        },
                        {
                          "key": "rehearsal.scorer",
                          "value": {
                            "stringValue": "said",
                          },
                        },
                        {
                          "key": "rehearsal.stage",
                          "value": {
                            "stringValue": "generation",
                          },
                        },
                        {
                          "key": "rehearsal.required",
                          "value": {
                            "boolValue": true,
                          },
                        },
                      ],
                      "name": "gen_ai.evaluation.result",
                      "timeUnixNano": "1768467600120000000",
                    },
                  ],
                  "kind": 1,
                  "name": "invoke_workflow refund",
                  "spanId": "0082997af72ffefe",
                  "startTimeUnixNano": "1768467600000000000",
                  "status": {},
                  "traceId": "d268a0dc407fb6946733568022899bf3",
                },
                {
                  "attributes": [
                    {
                      "key": "gen_ai.operation.name",
                      "value": {
                        "stringValue": "invoke_agent",
                      },
                    },
                    {
                      "key": "gen_ai.provider.name",
                      "value": {
                        "stringValue": "rehearsal",
                      },
                    },
                    {
                      "key": "gen_ai.agent.name",
                      "value": {
                        "stringValue": "agent",
                      },
                    },
                    {
                      "key": "rehearsal.turn",
                      "value": {
                        "intValue": "0",
                      },
                    },
                    {
                      "key": "gen_ai.conversation.id",
                      "value": {
                        "stringValue": "run/refund/default/0",
                      },
                    },
                  ],
                  "endTimeUnixNano": "1768467600003000000",
                  "kind": 1,
                  "name": "invoke_agent agent",
                  "parentSpanId": "0082997af72ffefe",
                  "spanId": "3fdbee578eeac76a",
                  "startTimeUnixNano": "1768467600001000000",
                  "status": {},
                  "traceId": "d268a0dc407fb6946733568022899bf3",
                },
              ],
            },
          ],
        },
      ],
    }
  `);
});

test('[C16] the evaluation stands on the span of the session', async () => {
  const lines: string[] = [];
  void otlpReporter({ write: (line) => void lines.push(line) }).onSessionEnd?.(await scriptedResult());
  const { resourceSpans } = JSON.parse(lines[0] ?? '') as Line;
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  expect(spans.map(({ name, events = [] }) => [name, ...events.map((one) => one.name)].join(' + '))).toEqual([
    'invoke_workflow where-is-my-order + gen_ai.evaluation.result',
    'invoke_agent desk',
    'chat scripted model',
    'execute_tool lookup_order',
    'chat scripted model',
    'invoke_agent desk',
    'chat scripted model',
  ]);
});

test('stored sessions give the same lines, one after the other', async () => {
  const results = [resultOf(keyOf('b')), resultOf(keyOf('a'))];
  const streamed: string[] = [];
  const reporter = otlpReporter({ write: (line) => void streamed.push(line), content: true });
  for (const one of results) void reporter.onSessionEnd?.(one);
  const stored: string[] = [];
  for await (const line of otlpLines({ content: true }).write(runOf(results), streamOf(results))) stored.push(line);
  expect(stored).toEqual(streamed.toReversed());
});

test('a disk that is slow or full is the business of whoever runs the reporter', async () => {
  const reporter = otlpReporter({ write: () => Promise.reject(new Error('the disk is full')) });
  await expect(reporter.onSessionEnd?.(resultOf(keyOf('a')))).rejects.toThrow('the disk is full');
});
