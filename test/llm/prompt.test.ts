import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../src/domain/contracts/chat-model.ts';
import { checkPrompt, expectPrompt } from '../../src/llm/prompt/check-prompt.ts';
import { findSecrets } from '../../src/llm/prompt/find-secrets.ts';
import { promptOf } from '../../src/llm/prompt/prompt-of.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { openModel } from './model-request.ts';

const request: ChatRequest = {
  turn: 1,
  tools: [{ name: 'lookup_order', description: 'Finds an order.', parameters: { type: 'object' } }],
  messages: [
    { role: 'system', content: 'You are a careful agent.' },
    { role: 'system', content: 'Never promise a date.' },
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c', name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' }],
    },
    { role: 'tool', toolCallId: 'c', name: 'lookup_order', content: 'delivered', isError: false },
    { role: 'assistant', content: 'It was delivered.' },
    { role: 'user', content: 'When?' },
  ],
};

/** Put together here, so that no scanner takes this file for a leak. */
const planted = ['sk', 'proj', 'Abc123Abc123Abc123'].join('-');

describe('a prompt matcher', () => {
  test('[S3.24] finds system text, the last words of the user, tools, results and arguments', () => {
    const prompt = promptOf(request);
    expect(prompt.system).toBe('You are a careful agent.\n\nNever promise a date.');
    expect(prompt.lastUser).toBe('When?');
    expect(prompt.lastResult).toBe('delivered');
    expect(prompt.tools).toEqual(['lookup_order']);
    expect([prompt.hasTool('lookup_order'), prompt.hasTool('refund')]).toEqual([true, false]);
    expect(prompt.matches('A-1001')).toBe(true);
    expect(prompt.matches(/a-\d+/i)).toBe(true);
    expect(prompt.matches({ pattern: '/NEVER promise/i' })).toBe(true);
    expect(prompt.matches('refund')).toBe(false);
    expect([prompt.matches({ lacks: 'refund' }), prompt.matches({ lacks: 'A-1001' })]).toEqual([true, false]);
  });

  test('[S3.24] works on what a scripted model was asked', async () => {
    const model = scriptedModel(['Hi.']);
    await openModel(model).ask('Where is A-1001?');
    expectPrompt(model.calls[0]!, { user: 'A-1001', turn: 0 });
  });

  test('a regular expression that keeps its place matches every time', () => {
    const always = /hen/gy;
    expect([1, 2, 3].map(() => checkPrompt(request, { user: always }))).toEqual([[], [], []]);
  });

  test('a prompt without the part that is asked for says so, and lacks what should not be there', () => {
    const empty = { messages: [], turn: 0 };
    expect(promptOf(empty)).toMatchObject({ system: '', lastUser: undefined, lastResult: undefined, tools: [] });
    expect(checkPrompt(empty, { user: { lacks: 'x' }, system: { lacks: 'x' } })).toEqual([]);
    expect(checkPrompt(empty, { user: 'x' })).toEqual(['the last message of the user is missing; it should hold "x"']);
  });

  test('every difference is told in a sentence', () => {
    const problems = checkPrompt(request, {
      system: 'Be brief',
      user: /why/,
      result: { pattern: 'ship(ped|ment)' },
      tools: ['refund', 'lookup_order'],
      withoutTools: ['lookup_order'],
      turn: 0,
    });
    expect(problems).toMatchInlineSnapshot(`
      [
        "the system text should hold "Be brief"; it is "You are a careful agent.\\n\\nNever promise a date."",
        "the last message of the user should match /why/; it is "When?"",
        "the last result of a tool should match \`ship(ped|ment)\`; it is "delivered"",
        "the tool \`refund\` is not offered; offered are \`lookup_order\`",
        "the tool \`lookup_order\` is offered and should not be",
        "expected turn 0, found turn 1",
      ]
    `);
    expect(() => expectPrompt(request, { system: { lacks: 'promise' } })).toThrowErrorMatchingInlineSnapshot(
      `[PromptError: the prompt is not as expected: the system text should not hold "promise"; it is "You are a careful agent.\\n\\nNever promise a date."]`,
    );
  });
});

describe('a check for secrets', () => {
  const withText = (content: string): ChatRequest => ({ ...request, messages: [{ role: 'user', content }] });

  test('an expectation of something that no prompt has is refused, not fulfilled', () => {
    expect(() => expectPrompt({ messages: [], turn: 0 }, { usr: 'A-1' } as never)).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: an expected prompt: \`usr\` is not known; did you mean \`user\`?]`,
    );
  });

  test('[S3.24] passes a clean prompt and fails on a planted key, which it does not repeat', () => {
    expect(findSecrets(request)).toEqual([]);
    expectPrompt(request, { noSecrets: true });
    const dirty = withText(`Use ${planted} for the shop, please.`);
    expect(findSecrets(dirty)).toEqual([
      {
        where: 'messages[0].content',
        start: 4,
        end: 4 + planted.length,
        excerpt: 'Use [redacted] for the shop, please.',
      },
    ]);
    let said = '';
    try {
      expectPrompt(dirty, { noSecrets: true });
    } catch (error) {
      said = String(error);
    }
    expect(said).toMatchInlineSnapshot(
      `"PromptError: the prompt is not as expected: messages[0].content holds a secret: "Use [redacted] for the shop, please.""`,
    );
  });

  test('looks into arguments, results and tools', () => {
    const call = { id: 'c', name: 'a', rawArguments: JSON.stringify({ api_key: planted }) };
    const dirty: ChatRequest = {
      turn: 0,
      messages: [
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', toolCallId: 'c', name: 'a', content: `token ${planted}`, isError: false },
      ],
      tools: [{ name: 'a', description: `Signs with ${planted}.`, parameters: {} }],
    };
    expect(findSecrets(dirty).map(({ where }) => where)).toEqual([
      'messages[0].toolCalls[0].rawArguments',
      'messages[1].content',
      'tools[0]',
    ]);
  });

  test('knows secrets and patterns of one’s own, in any encoding, and shows none of two neighbours', () => {
    const secrets = ['correct horse'];
    const encoded = Buffer.from('correct horse').toString('base64');
    expect(findSecrets(withText(`pass ${encoded}`), { secrets })).toHaveLength(1);
    expect(findSecrets(withText('ticket T-123456'), { patterns: [/T-\d{6}/] })).toHaveLength(1);
    const both = findSecrets(withText(`${planted} ${planted}`));
    expect(both.map(({ excerpt }) => excerpt)).toEqual(['[redacted] [redacted]', '[redacted] [redacted]']);
    expect(() => findSecrets(request, { secrets: ['abc'] })).toThrow('secret 1 is too short');
  });
});
