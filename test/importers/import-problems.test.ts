import { describe, expect, test } from 'vitest';
import { call, launches, result, says, toldImport, user } from './told-import.ts';

/** What is told besides the events. */
const problemsOf = (...given: Parameters<typeof toldImport>): string =>
  toldImport(...given)
    .split('\n')
    .filter((line) => /^(?:refused|error|warning| {2})/.test(line))
    .join('\n');

describe('what does not fit is told, and stays', () => {
  test('a result that belongs to no call, and one before any call', () => {
    expect(toldImport([user('Hi.'), result('x', 'early'), says('Hello.')])).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 result x ok "early"
      0 step [] saw []
      0 agent "Hello."
      0 end user_done
      warning: [1]: a result for \`x\` stands before any call"
    `);
    expect(
      problemsOf([user('Hi.'), launches(call('a', 'f')), result('a', 'one'), result('z', 'two')]),
    ).toMatchInlineSnapshot(`"warning: [3]: a result for \`z\` belongs to no call"`);
  });

  test('a second result of one call', () => {
    expect(
      problemsOf([user('Hi.'), launches(call('a', 'f')), result('a', 'one'), result('a', 'two')]),
    ).toMatchInlineSnapshot(`"warning: [3]: the call \`a\` has a result already"`);
  });

  test('a call without a result', () => {
    expect(problemsOf([user('Hi.'), launches(call('a', 'f')), says('Done.')])).toMatchInlineSnapshot(
      `"warning: [1].tool_calls[0]: no result of \`f\` is recorded"`,
    );
  });

  test('a key that the arguments of a call have twice', () => {
    const twice = call('a', 'f', '{"amount": 1, "amount": 1000}');
    expect(problemsOf([user('Hi.'), launches(twice), result('a', 'one')])).toMatchInlineSnapshot(
      `"warning: [1].tool_calls[0]: the arguments of \`f\`: line 1, column 15: the key "amount" is given twice, and the last of them is read"`,
    );
  });

  test('an id that fits no call is paired by place, unless the name says otherwise', () => {
    expect(
      toldImport([user('Hi.'), launches(call('a', 'f')), result('b', 'one', { name: 'f' })]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 f {}
      0 result c0 ok "one"
      0 end user_done
      warning: [2]: no waiting call has the id \`b\`; by its place the result belongs to \`f\`"
    `);
    expect(
      problemsOf([user('Hi.'), launches(call('a', 'f')), result('b', 'one', { name: 'g' })]),
    ).toMatchInlineSnapshot(`
      "warning: [2]: a result of \`g\` for \`b\` belongs to no call
      warning: [1].tool_calls[0]: no result of \`f\` is recorded"
    `);
  });

  test('ids that repeat are paired by place', () => {
    expect(
      toldImport([
        user('Hi.'),
        launches(call('a', 'f', { n: 1 }), call('a', 'f', { n: 2 })),
        result('a', 'one'),
        result('a', 'two'),
        launches(call('a', 'f', { n: 3 })),
        result('a', 'three'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 step [c0 c1] saw []
      0 call c0 f {"n":1}
      0 call c1 f {"n":2}
      0 result c0 ok "one"
      0 result c1 ok "two"
      0 step [c2] saw [c0 c1]
      0 call c2 f {"n":3}
      0 result c2 ok "three"
      0 end user_done
      warning: [1].tool_calls[1]: the id \`a\` was given to an earlier call, too; results are paired by their place
      warning: [4].tool_calls[0]: the id \`a\` was given to an earlier call, too; results are paired by their place"
    `);
  });

  test('a result that comes after a later message of the agent', () => {
    expect(
      toldImport([
        user('Hi.'),
        launches(call('a', 'slow')),
        launches(call('b', 'fast')),
        result('b', 2),
        result('a', 1),
        says('Both.'),
      ]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 step [c0] saw []
      0 call c0 slow {}
      0 step [c1] saw []
      0 call c1 fast {}
      0 result c1 ok 2
      0 result c0 ok 1
      0 step [] saw [c1 c0]
      0 agent "Both."
      0 end user_done
      warning: [4]: the result of \`slow\` comes after a later message of the agent"
    `);
  });

  test('arguments that are no JSON, or no object', () => {
    expect(
      toldImport([user('Hi.'), launches(call('a', 'f', '{"id":'), call('b', 'g', '"x"'), call('c', 'h', ''))]),
    ).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 step [c0 c1 c2] saw []
      0 call c0 f unparsable {"id":
      0 call c1 g "x"
      0 call c2 h {}
      0 end user_done
      warning: [1].tool_calls[0]: the arguments of \`f\` are no JSON: line 1, column 7: the text ends, but a JSON value is expected
      warning: [1].tool_calls[1]: the arguments of \`g\` are a text and no object
      warning: [1].tool_calls[0]: no result of \`f\` is recorded
      warning: [1].tool_calls[1]: no result of \`g\` is recorded
      warning: [1].tool_calls[2]: no result of \`h\` is recorded"
    `);
  });

  test('messages that say nothing, are there twice, or come before the agent has answered', () => {
    expect(toldImport([user('Hi.'), user('Hi.'), user('Are you there?'), says(''), user('')])).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 user "Hi."
      0 user "Are you there?"
      0 step [] saw []
      1 user ""
      1 end user_done
      warning: [1]: the same message as the one before it
      warning: [1]: the user speaks again before the agent has said or done anything
      warning: [2]: the user speaks again before the agent has said or done anything
      warning: [3]: the agent neither says nor does anything in this message
      warning: [4]: the user says nothing in this message"
    `);
  });

  test('a system message inside the talk', () => {
    expect(toldImport([user('Hi.'), { role: 'system', content: 'Be brief.' }, says('Hello.')])).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Hi."
      0 event system_message {"text":"Be brief."}
      0 step [] saw []
      0 agent "Hello."
      0 end user_done
      warning: [1]: a system message inside the talk is kept as an event"
    `);
  });

  test('an end that nobody knows', () => {
    expect(problemsOf({ termination_reason: 'power_cut', messages: [user('Hi.')] })).toMatchInlineSnapshot(
      `"warning: termination_reason: unknown end \`power_cut\`, taken as if the user had ended the talk"`,
    );
  });

  test('steps that a recorder has merged', () => {
    const merged = [
      user('Where are my orders?'),
      launches(call('a', 'list_orders', { user: 'me' }), call('b', 'get_order', { id: 'W-4471' })),
      result('a', ['W-4471']),
      result('b', { status: 'sent' }),
      says('It was sent.'),
    ];
    expect(problemsOf(merged)).toMatchInlineSnapshot(`
      "warning: [1].tool_calls[1]: \`get_order\` uses \`W-4471\`, which only the result of an earlier call of the same message holds
        Hint: if the recorder puts several messages of the model into one, read the log with \`observation: "sequential"\`"
    `);
    expect(toldImport(merged, { observation: 'sequential' })).toMatchInlineSnapshot(`
      "openai-chat
      0 user "Where are my orders?"
      0 step [c0] saw []
      0 call c0 list_orders {"user":"me"}
      0 result c0 ok ["W-4471"]
      0 step [c1] saw [c0]
      0 call c1 get_order {"id":"W-4471"}
      0 result c1 ok {"status":"sent"}
      0 step [] saw [c1]
      0 agent "It was sent."
      0 end user_done"
    `);
  });

  test.each([
    ['the user named the id', [user('And W-4471?')], 'W-4471', ['W-4471']],
    ['the value is a date', [user('Hi.')], '2026-01-15', ['2026-01-15']],
    ['the value is a word', [user('Hi.')], 'economy', ['economy']],
    ['the id is only a part of another', [user('Hi.')], 'W-44', ['W-4471']],
    ['the id is made up', [user('Hi.')], 'W-9999', ['W-4471']],
  ])('calls were launched together where %s', (_name, before, id, found) => {
    const messages = [
      ...before,
      launches(call('a', 'list'), call('b', 'get', { id })),
      result('a', found),
      result('b', {}),
    ];
    expect(problemsOf(messages)).toBe('');
  });
});

test('what cannot be read refuses its conversation, and says what was expected', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['another shape', { rows: [1, 2] }],
    ['a text', 'hello'],
    ['nothing', undefined],
    ['a list of numbers', [1, 2, 3]],
    ['no messages', { id: 'x', messages: [] }],
    ['only a system message', [{ role: 'system', content: 'Be kind.' }]],
    ['an unknown role', [{ role: 'human', content: 'Hi.' }, says('Hello.')]],
    ['a role that is nearly known', [{ role: 'asistant', content: 'Hi.' }, user('Hi.')]],
    ['a message without a role', [user('Hi.'), { content: 'Hello.' }]],
    ['a call without a name', [user('Hi.'), launches({ id: 'a', args: {} })]],
    ['calls that are no list', [user('Hi.'), { role: 'assistant', content: '', tool_calls: 'none' }]],
    ['a call in the parts of another API', [user('Hi.'), says([{ functionCall: { name: 'f', args: {} } }])]],
    ['a part whose type says that it is a call', [user('Hi.'), says([{ type: 'tool-invocation', text: 'f' }])]],
    ['a call beside the content', [user('Hi.'), { ...says('Hm.'), toolInvocations: [{ toolName: 'f' }] }]],
    ['a call without a name among the parts', [user('Hi.'), says([{ type: 'tool_use', id: 'a', input: {} }])]],
    ['a search of the provider', [user('Hi.'), { type: 'web_search_call', id: 'w', status: 'completed' }]],
    ['an item that is somewhere else', [user('Hi.'), { type: 'item_reference', id: 'msg_1' }, says('Hm.')]],
    ['content of another kind', [user({ words: 'Hi.' })]],
    ['a reply that cannot be read', { messages: [user('Hi.')], response: { output: 'Hello.' } }],
  ];
  const told = cases.map(([name, value]) => `${name}: ${problemsOf(value)}`);
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "another shape: refused
    error: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found an object with \`rows\`
    a text: refused
    error: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found a text
    nothing: refused
    error: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found an object without keys
    a list of numbers: refused
    error: expected a list of messages with a \`role\`, an object with \`messages\` or \`input\`, or the events of a stored session; found a list of other things
    no messages: refused
    error: messages: the conversation has no messages
    only a system message: refused
    error: nobody speaks or acts: there are only system messages
    an unknown role: refused
    error: [0].role: unknown role \`human\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`
      Hint: should it be \`user\`?
    a role that is nearly known: refused
    error: [0].role: unknown role \`asistant\`; known are \`assistant\`, \`developer\`, \`function\`, \`system\`, \`tool\`, \`user\`
      Hint: should it be \`assistant\`?
    a message without a role: refused
    error: [1]: expected a message with a \`role\`, found an object with \`content\`
    a call without a name: refused
    error: [1].tool_calls[0]: expected \`{ name, arguments }\` or \`{ function: { name, arguments } }\`, found an object with \`id\`, \`args\`
    calls that are no list: refused
    error: [1].tool_calls: expected a list of calls, found a text
    a call in the parts of another API: refused
    error: [1].content[0]: an object with \`functionCall\` holds a call or a result, and is not read here
      Hint: write calls as \`tool_calls\` of the message, and results as messages with the role \`tool\`
    a part whose type says that it is a call: refused
    error: [1].content[0]: a part of type \`tool-invocation\` holds a call or a result, and is not read here
      Hint: write calls as \`tool_calls\` of the message, and results as messages with the role \`tool\`
    a call beside the content: refused
    error: [1].toolInvocations: \`toolInvocations\` holds what looks like a call of \`f\`, and calls are not read there
      Hint: write calls as \`tool_calls\` of the message
    a call without a name among the parts: refused
    error: [1].content[0]: expected \`{ name, arguments }\` or \`{ function: { name, arguments } }\`, found an object with \`type\`, \`id\`, \`input\`
    a search of the provider: refused
    error: [1]: an item of type \`web_search_call\` holds what is not in this log, or is not read here
      Hint: write calls as \`function_call\` and results as \`function_call_output\`
    an item that is somewhere else: refused
    error: [1]: an item of type \`item_reference\` holds what is not in this log, or is not read here
      Hint: write calls as \`function_call\` and results as \`function_call_output\`
    content of another kind: refused
    error: [0].content: expected a text or a list of parts, found an object with \`words\`
    a reply that cannot be read: refused
    error: response: there is a reply beside the messages, and it has no \`choices[0].message\`"
  `);
});
