import { describe, expect, test } from 'vitest';
import { startOf } from '../../src/domain/transcript/endings.ts';
import { observedBefore, trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { importTranscript } from '../../src/importers/import-transcript.ts';
import { call, launches, result, says, toldImport, user } from './told-import.ts';

/** The imported transcript; fails where there is none. */
function imported(value: unknown, options: Parameters<typeof importTranscript>[1] = {}) {
  const read = importTranscript(value, options);
  if (read.status !== 'imported') throw new Error(JSON.stringify(read.problems));
  return read;
}
const startFrom = (...given: Parameters<typeof imported>) => startOf(imported(...given).transcript);

describe('chat messages', () => {
  test('each message of the assistant is a step, and each message of the user begins a turn', () => {
    expect(
      toldImport([
        user('Where is A-1?'),
        launches(call('a', 'lookup', { id: 'A-1' })),
        result('a', { status: 'sent' }),
        says('It was sent.'),
        user('Thanks.'),
        says('Bye.'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Where is A-1?"
      0 step [c0] saw []
      0 call c0 lookup {"id":"A-1"}
      0 result c0 ok {"status":"sent"}
      0 step [] saw [c0]
      0 agent "It was sent."
      1 user "Thanks."
      1 step [] saw []
      1 agent "Bye."
      1 end user_done"
    `);
  });

  test('an assistant that greets speaks in turn 0, before a silent user', () => {
    expect(toldImport([says('Hello!'), user('Hi.'), says('What is it?')])).toMatchInlineSnapshot(`
      "openai-chat
      0 user (silent)
      0 step [] saw []
      0 agent "Hello!"
      1 user "Hi."
      1 step [] saw []
      1 agent "What is it?"
      1 end user_done"
    `);
  });

  test('a result was seen by the next message of the assistant, and not by its neighbours', () => {
    const { transcript } = imported([
      user('Go.'),
      launches(call('a', 'first'), call('b', 'second')),
      result('b', 'two'),
      result('a', 'one'),
      launches(call('c', 'third')),
      result('c', 'three'),
    ]);
    const [first, second, third] = trajectoryOf(transcript).calls;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three calls');
    expect(first.result?.outcome).toEqual({ status: 'ok', content: 'one' });
    expect([observedBefore(first, second), observedBefore(first, third), observedBefore(second, third)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(third.seenAt).toBeUndefined();
  });

  test('words beside calls reach the user, and the last words of a turn are final', () => {
    expect(
      toldImport([
        user('Go.'),
        { ...launches(call('a', 'look')), content: 'One moment.' },
        result('a', '{}'),
        says('Found it.'),
        says('Anything else?'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Go."
      0 step [c0] saw []
      0 agent "One moment." …
      0 call c0 look {}
      0 result c0 ok {}
      0 step [] saw [c0]
      0 agent "Found it." …
      0 step [] saw []
      0 agent "Anything else?"
      0 end user_done"
    `);
  });

  test.each([
    ['function with text', { id: 'x', function: { name: 'f', arguments: '{"a":1}' } }],
    ['name with args', { id: 'x', name: 'f', args: { a: 1 } }],
    ['name with arguments as text', { id: 'x', name: 'f', arguments: '{"a":1}' }],
    ['name with arguments as an object', { name: 'f', arguments: { a: 1 } }],
    ['function with an object', { id: 'x', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
  ])('a call is read in the spelling %s', (_name, spelled) => {
    const { transcript } = imported([user('Go.'), launches(spelled), { role: 'tool', content: 'done' }, says('Done.')]);
    expect(trajectoryOf(transcript).calls).toMatchObject([{ name: 'f', arguments: { a: 1 }, outcome: 'ok' }]);
  });

  test('the older spelling has one call and results by name', () => {
    expect(
      toldImport([
        user('Go.'),
        { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{"q":"x"}' } },
        { role: 'function', name: 'look', content: '[1,2]' },
        says('Two.'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Go."
      0 step [c0] saw []
      0 call c0 look {"q":"x"}
      0 result c0 ok [1,2]
      0 step [] saw [c0]
      0 agent "Two."
      0 end user_done"
    `);
  });

  test('content in parts is the texts of its parts', () => {
    expect(
      toldImport([
        user([
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:' } },
          { type: 'text', text: 'this' },
        ]),
        says([{ type: 'refusal', refusal: 'I cannot.' }]),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "See\\nthis"
      0 step [] saw []
      0 agent "I cannot."
      0 end user_done
      warning: [0].content[1]: a part of type \`image_url\` is no text and is left out"
    `);
  });

  test('large numbers of arguments as text keep every digit', () => {
    const { transcript } = imported([user('Go.'), launches(call('a', 'f', '{"id":18446744073709551616}'))]);
    expect(trajectoryOf(transcript).calls[0]?.arguments).toEqual({
      id: { $type: 'bigint', value: '18446744073709551616' },
    });
  });

  test('results keep texts that are no exact JSON', () => {
    const contents = ['007', '12.50', '42', 'true', '"quoted"', '{"a":1}', 'Error-free text', '{broken'];
    const { transcript } = imported([
      user('Go.'),
      launches(...contents.map((_, index) => call(`c${index}`, 'f'))),
      ...contents.map((content, index) => result(`c${index}`, content)),
    ]);
    const read = trajectoryOf(transcript).calls.map(({ result: one }) =>
      one?.outcome.status === 'ok' ? one.outcome.content : one,
    );
    expect(read).toEqual(['007', '12.50', 42, true, 'quoted', { a: 1 }, 'Error-free text', '{broken']);
  });

  test.each([
    ['an error flag', 'no such order', { error: true }, 'error'],
    ['`is_error`', 'no such order', { is_error: true }, 'error'],
    ['a status', 'no such order', { status: 'error' }, 'error'],
    ['its words', 'Error: no such order', {}, 'error'],
    ['an object', '{"error":"no such order"}', {}, 'error'],
    ['a flag against its words', 'Error: is the name of a song', { error: false }, 'ok'],
    ['an object without an error', '{"error":null,"id":1}', {}, 'ok'],
  ])('whether a result is an error is told by %s', (_name, content, more, outcome) => {
    const { transcript } = imported([user('Go.'), launches(call('a', 'f')), result('a', content, more)]);
    expect(trajectoryOf(transcript).calls[0]?.outcome).toBe(outcome);
  });

  test('a log says nothing of tools and policy unless it holds them or they are given', () => {
    expect(startFrom([user('Hi.')])).toMatchObject({ tools: 'unknown', policy: 'unknown' });
    expect(startFrom([{ role: 'system', content: 'Be kind.' }, user('Hi.')])).toMatchObject({ policy: ['Be kind.'] });
    expect(startFrom([user('Hi.')], { policy: [] })).toMatchObject({ policy: [] });
    const tools = [
      { type: 'function', function: { name: 'f', description: 'Does f.', parameters: { type: 'object' } } },
    ];
    expect(startFrom({ tools, messages: [user('Hi.')] })).toMatchObject({
      tools: [{ name: 'f', description: 'Does f.', parameters: { type: 'object' }, effect: 'unknown' }],
    });
    expect(
      startFrom({ tools, messages: [user('Hi.')] }, { effects: { 'f*': 'read' }, policy: ['Be brief.'] }),
    ).toMatchObject({
      tools: [{ name: 'f', effect: 'read' }],
      policy: ['Be brief.'],
    });
  });

  test('what effects say of called tools stands for a list of tools', () => {
    const messages = [user('Go.'), launches(call('a', 'get_order'), call('b', 'refund'), call('c', 'dance'))];
    const start = startFrom(messages, { effects: { 'get_*': 'read', refund: 'write', cancel: 'write' } });
    expect(start?.tools).toMatchObject([
      { name: 'refund', effect: 'write' },
      { name: 'cancel', effect: 'write' },
      { name: 'get_order', effect: 'read' },
    ]);
  });

  test('a logged request and its response are one conversation', () => {
    const response = { choices: [{ message: says('Sent.') }, { message: says('On its way.') }] };
    expect(toldImport({ request: { model: 'm', messages: [user('Where?')] }, response })).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Where?"
      0 step [] saw []
      0 agent "Sent."
      0 end user_done
      warning: choices: the first of 2 replies is read, and no other"
    `);
  });

  test('the id names the session, and another id never names the same one', () => {
    const keyFor = (id: string) => startFrom({ id, messages: [user('Hi.')] })?.key.scenario;
    expect(keyFor('conv-17')).toBe('conv-17');
    expect(keyFor('Conv 17')).toMatch(/^conv-17-[0-9a-f]{8}$/);
    expect(keyFor('conv/17')).not.toBe(keyFor('conv_17'));
  });
});

describe('recorded simulations', () => {
  const recorded = (messages: readonly object[], more: object = {}) => ({
    termination_reason: 'user_stop',
    messages,
    ...more,
  });

  test('calls of the user are kept apart, begin no turn, and are none of the agent’s', () => {
    const value = recorded([
      says('Please restart the phone.'),
      { role: 'user', content: null, tool_calls: [{ id: 'u', name: 'restart', arguments: { wait: 5 } }] },
      { role: 'tool', content: 'restarted', tool_call_id: 'u', name: 'restart', requestor: 'user', error: false },
      user('It works. ###STOP###'),
    ]);
    expect(toldImport(value)).toMatchInlineSnapshot(`
      "tau
      0 user (silent)
      0 step [] saw []
      0 agent "Please restart the phone."
      0 event user_tool_call {"name":"restart","rawArguments":"{\\"wait\\":5}","arguments":{"wait":5},"outcome":{"status":"ok","content":"restarted"}}
      0 end user_done (the last words were "It works.")"
    `);
    const { transcript, userCalls } = imported(value);
    expect(trajectoryOf(transcript)).toEqual({ calls: [], problems: [] });
    expect(userCalls).toMatchObject([
      { name: 'restart', arguments: { wait: 5 }, outcome: { status: 'ok', content: 'restarted' }, turn: 0, seq: 4 },
    ]);
  });

  test('an error flag makes an error with the text', () => {
    expect(
      toldImport(
        recorded([
          user('Cancel it.'),
          launches({ id: 'a', name: 'cancel', arguments: {} }),
          {
            role: 'tool',
            content: 'Error: not yours',
            tool_call_id: 'a',
            name: 'cancel',
            requestor: 'assistant',
            error: true,
          },
          says('I cannot.'),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "tau
      0 user "Cancel it."
      0 step [c0] saw []
      0 call c0 cancel {}
      0 result c0 error "Error: not yours"
      0 step [] saw [c0]
      0 agent "I cannot."
      0 end user_done"
    `);
  });

  test('a stop token counts in the last message only, and the agent’s own is no word to the user', () => {
    expect(
      toldImport(recorded([user('What does ###STOP### mean?'), says('It ends a talk.'), says('###STOP###')])),
    ).toMatchInlineSnapshot(`
      "tau
      0 user "What does ###STOP### mean?"
      0 step [] saw []
      0 agent "It ends a talk."
      0 step [] saw []
      0 end user_done"
    `);
    expect(toldImport([user('###STOP###')])).toMatchInlineSnapshot(`
      "openai-chat
      0 user "###STOP###"
      0 end user_done"
    `);
  });

  test.each([
    ['agent_transfer', 'agent_handed_off'],
    ['max_steps', 'max_steps'],
    ['too_many_errors', 'agent_error'],
    ['agent_stop', 'user_done'],
  ])('`%s` is the end `%s`', (reason, end) => {
    const { transcript } = imported({ termination_reason: reason, messages: [user('Hi.'), says('Hi.')] });
    expect(transcript.at(-1)).toMatchObject({ type: 'session_ended', reason: end });
  });
});
