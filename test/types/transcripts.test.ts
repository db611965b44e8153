import { expectTypeOf, test } from 'vitest';
import { assertNever } from '../../src/domain/values/assert-never.ts';
import type {
  EventOf,
  JsonObject,
  JsonValue,
  Score,
  ScoreOutcome,
  Stage,
  ToolOutcome,
  Transcript,
  TranscriptEvent,
  Verdict,
} from '../../src/index.ts';

test('a JSON value is data all the way down, and cannot be changed', () => {
  expectTypeOf<null | boolean | number | string>().toExtend<JsonValue>();
  expectTypeOf<{ a: [1, { b: null }] }>().toExtend<JsonValue>();
  expectTypeOf<JsonObject>().toExtend<JsonValue>();
  expectTypeOf<undefined>().not.toExtend<JsonValue>();
  expectTypeOf<bigint>().not.toExtend<JsonValue>();
  expectTypeOf<() => void>().not.toExtend<JsonValue>();
  const object: JsonObject = { a: 1 };
  // @ts-expect-error what was recorded is not changed
  object.a = 2;
});

/** A word for each type: a type of event that this does not handle breaks the build here. */
function describeEvent(event: TranscriptEvent): string {
  switch (event.type) {
    case 'session_started':
      return event.tools === 'unknown' ? event.agent.name : event.tools.map(({ effect }) => effect).join();
    case 'user_step':
      return event.guards.map(({ guard }) => guard).join();
    case 'user_message':
      return event.silent ? '' : event.text;
    case 'notice':
      return event.from ?? event.text;
    case 'agent_step':
      return [...event.callIds, ...event.sawResults].join();
    case 'tool_call':
      return event.call.arguments.status === 'parsed' ? event.call.name : event.call.arguments.problem;
    case 'tool_result':
      return event.result.outcome.status === 'ok' ? event.result.callId : event.result.outcome.message;
    case 'agent_message':
      return event.final ? event.text : '';
    case 'agent_event':
      return event.name;
    case 'model_call':
      return event.model;
    case 'world_change':
      return event.changes.map(({ pointer }) => pointer).join();
    case 'fault_injected':
      return event.fault;
    case 'policy_violation':
      return event.rule;
    case 'late_reply_ignored':
      return event.what;
    case 'session_ended':
      return event.reason;
    default:
      return assertNever(event);
  }
}

test('every type of event is told apart by `type`, and there is no other', () => {
  expectTypeOf(describeEvent).parameter(0).toEqualTypeOf<TranscriptEvent>();
  expectTypeOf<TranscriptEvent['seq']>().toEqualTypeOf<number>();
  expectTypeOf<TranscriptEvent['turn']>().toEqualTypeOf<number>();
  expectTypeOf<Transcript>().toEqualTypeOf<readonly TranscriptEvent[]>();
});

test('an event that nobody handles breaks the build', () => {
  (event: EventOf<'user_message' | 'notice'>): string => {
    switch (event.type) {
      case 'user_message':
        return event.text;
      default:
        // @ts-expect-error `notice` is left
        return assertNever(event);
    }
  };
});

test('`EventOf` is the event of one type, and takes no type that does not exist', () => {
  expectTypeOf<EventOf<'tool_call'>['call']['rawArguments']>().toEqualTypeOf<string>();
  expectTypeOf<EventOf<'user_message'>>().not.toHaveProperty('call');
  expectTypeOf<EventOf<'notice' | 'user_message'>['type']>().toEqualTypeOf<'notice' | 'user_message'>();
  // @ts-expect-error there is no such event
  type Unknown = EventOf<'tool_cal'>;
  expectTypeOf<Unknown>().toBeNever();
});

test('an outcome has content or an error, never both', () => {
  expectTypeOf<Extract<ToolOutcome, { status: 'ok' }>>().toEqualTypeOf<{ status: 'ok'; content: JsonValue }>();
  expectTypeOf<Extract<ToolOutcome, { status: 'error' }>>().not.toHaveProperty('content');
});

test('only a score that was made has a value', () => {
  type Made = Extract<Score, { status: 'scored' }>;
  expectTypeOf<Made['value']>().toEqualTypeOf<number>();
  expectTypeOf<Made['passed']>().toEqualTypeOf<boolean>();
  expectTypeOf<Exclude<Score, Made>>().not.toHaveProperty('value');
  expectTypeOf<Exclude<Score, Made>>().not.toHaveProperty('passed');
  expectTypeOf<Score['status']>().toEqualTypeOf<'scored' | 'not_applicable' | 'unscored' | 'errored'>();
  expectTypeOf<Score['stage']>().toEqualTypeOf<Stage>();
  expectTypeOf<Score>().toExtend<ScoreOutcome>();
  expectTypeOf<ScoreOutcome>().not.toHaveProperty('id');
  const describe = (score: Score): string => {
    switch (score.status) {
      case 'scored':
        return `${score.value}`;
      case 'not_applicable':
      case 'unscored':
        return score.reason;
      case 'errored':
        return score.message;
      default:
        return assertNever(score);
    }
  };
  expectTypeOf(describe).returns.toBeString();
  expectTypeOf<Verdict>().toEqualTypeOf<'passed' | 'failed' | 'invalid'>();
});
