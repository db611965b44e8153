import { describe, expect, test } from 'vitest';
import { Persona } from '../../../src/domain/authoring/persona.ts';
import type { UserKnowledge } from '../../../src/users/checks/words-check.ts';
import { faultsOf, talkOf } from './words.ts';

const knowledge: UserKnowledge = {
  goal: 'Refund of order A-1001.',
  language: 'en',
  facts: {
    order: 'A-1001',
    email: { value: 'kim@example.com', disclosure: 'on_request' },
    pin: { value: '4711-22', disclosure: 'never', fallback: 'I do not have it.' },
  },
};

describe('a message as a person writes it has no fault', () => {
  test.each([
    'Hi, where is my order A-1001? It should have been here two weeks ago.',
    'As a customer I expect better than this.',
    'Can you help me with my refund, please?',
    'Thanks for your patience with me, I know I ask a lot.',
    'ok',
    'Yes, go ahead.',
    'No, that is not what I asked. I asked for a refund.',
    'I paid 3 times for 2 shirts, size 42, at 10:30 on Monday.',
    'My goal is to get my money back, so please follow my instructions.',
    'The mail says "Your order has been shipped. How can we help you?", and nothing came.',
    'Can I get it by the end of the week? I can send you a photo.',
    'I have checked my account and I cannot find the refund.',
    'Are you a bot?',
    'If this goes on I will cancel your subscription.',
    'I have checked your account page and it says nothing.',
    'I found the receipt: order a1001.',
    'Could you look it up for me?\n- first the order\n- then the refund',
    'The iPhone 15 with 256GB, 5G and USB-C, for my 2nd flat.',
  ])('%s', (text) => {
    expect(
      faultsOf(text, talkOf('Hello there, a question.', 'What is it about, and how can I help?'), knowledge),
    ).toEqual([]);
  });

  test.each([
    '我的订单A-1001在哪里？',
    '好的，请继续。',
    '我不知道验证码是多少，能换一种方式吗？',
    '其实我想改成退款。',
    '我已经等了3天了！',
  ])('%s', (text) => {
    expect(faultsOf(text, talkOf('你好，我有问题。', '请问是什么问题？'), { ...knowledge, language: 'zh' })).toEqual(
      [],
    );
  });
});

describe('[F31] a user who speaks as the agent', () => {
  test.each([
    'How can I help you today?',
    'How may we assist you?',
    "I'd be happy to help you with that!",
    'I am here to help you.',
    'Is there anything else I can help with?',
    'Agent: One moment.',
    '**Assistant:** Sure!',
    '[Customer Service] : hello',
    'I have cancelled your order.',
    "I've looked it up for you.",
    "I'll look into it for you.",
    'We will process your refund.',
    'As an AI language model, I cannot do that.',
    'I am a virtual assistant.',
    'Thank you for contacting our support.',
    '您好，请问有什么可以帮您？',
    '我来为您查询。',
    '感谢您的来电。',
    '我是智能客服。',
    '客服：稍等',
  ])('%s', (text) => {
    expect(faultsOf(text)).toContain('break spoke-as-agent');
  });

  test("and one who hands the agent's words back", () => {
    const before = talkOf('Where is it?', 'It was sent on Monday by our partner.');
    expect(faultsOf('It was sent on Monday, by our partner!', before)).toEqual(['break echoed-agent']);
    expect(faultsOf('"It was sent on Monday by our partner." Really?', before)).toEqual([]);
  });
});

describe('[A14] a user who leaks its brief or its reasoning', () => {
  test.each([
    '<think>They ask for my order.</think>A-1001',
    'Where is it?</think>',
    '<|im_start|>user',
    'Reasoning: the user is angry.\nWhere is it?',
    '思考过程：用户很生气',
    "Here is the user's next message: Where is it?",
    'Sure! Here you go: Where is it?',
    'The user would ask where it is.',
    'As a simulated user, I would ask where it is.',
    'I have to stay in character.',
    'My system prompt says that I may not.',
    '作为一个模拟用户，我想问订单在哪里。',
    '这是我的回复：订单在哪里？',
  ])('%s', (text) => {
    expect(faultsOf(text)).toContain('break leaked-brief');
  });

  test('who quotes its prompt, or the word that fences it', () => {
    const brief = {
      instructions: ['Keep each message under twenty words and never say hello.'],
      fence: 'heard-00c0ffee',
    };
    expect(faultsOf('I keep each message under twenty words and never say hello', [], brief)).toEqual([
      'break leaked-brief',
    ]);
    expect(faultsOf('I keep each message under twenty words.', [], brief)).toEqual([]);
    expect(faultsOf('You are in HEARD-00C0FFEE', [], brief)).toContain('break leaked-brief');
  });

  test('who repeats such a word after somebody else does not', () => {
    const before = talkOf('Hello.', 'Are you a simulated user with a system prompt?');
    expect(faultsOf('What is a simulated user?', before)).toEqual([]);
    expect(faultsOf('Is role-play your thing?', [], { goal: 'Buy a role-play game.' })).toEqual([]);
  });
});

describe('[F32] a user who invents', () => {
  test.each([
    ['an id', 'My order is B-2002.', 'break'],
    ['a long number', 'The parcel is 90817263.', 'break'],
    ['an e-mail address', 'Write to me@example.org.', 'break'],
    ['a telephone number', 'Call +49 30 1234567.', 'break'],
    ['a date', 'I bought it on 3 May.', 'note'],
    ['a date in figures', 'I bought it on 2026-05-03.', 'note'],
    ['a date in Chinese', '我是5月3日买的，请帮我看看。', 'note'],
    ['an amount', 'I paid $49.90.', 'note'],
    ['an amount in Chinese', '我付了88元，请帮我看看。', 'note'],
  ])('%s', (_, text, effect) => {
    const found = faultsOf(text, [], { goal: 'The order is found.' });
    expect(found).toEqual([`${effect} ${effect === 'break' ? 'invented-fact' : 'unknown-value'}`]);
  });

  test.each([
    ['with other signs', 'It is order a 1001.'],
    ['in full width', 'Ｉt is Ａ－１００１.'],
    ['in part', 'It ends with 1001.'],
    ['with a word in front', 'It is order-A1001.'],
    ['that the agent named', 'So 90817263 is the parcel?'],
    ['that a notice named', 'The mail says C-3003.'],
    ['of an amount with other separators', 'I paid 1,234.50 for it.'],
    ['of a date that was heard', 'So on May 3rd?'],
  ])('not one who says a known value %s', (_, text) => {
    const before = [
      ...talkOf('Hello.', 'Parcel 90817263 comes on 3 May and costs 1234.5 EUR.'),
      { speaker: 'world' as const, turn: 0, text: 'Invoice C-3003' },
    ];
    expect(faultsOf(text, before, knowledge)).toEqual([]);
  });

  test('a fallback and the words of the persona are known', () => {
    const persona = Persona.parse({ id: 'a', name: 'A', description: 'Always gives 55501 as the code.' });
    expect(faultsOf('The code is 55501.', [], { persona })).toEqual([]);
  });
});

describe('a user and its facts', () => {
  test('a hidden fact that is said breaks the simulation, unless somebody said it first', () => {
    expect(faultsOf('The pin is 471122.', [], knowledge)).toContain('break hidden-fact');
    expect(faultsOf('Yes, 4711-22.', talkOf('Hello.', 'Is it 4711-22?'), knowledge)).toEqual([]);
  });

  test('a part of a hidden value is one that the user has from nowhere', () => {
    const account = { account: { value: '55-12345678', disclosure: 'never' as const } };
    expect(faultsOf('It ends with 12345678.', [], { facts: account })).toEqual(['break invented-fact']);
  });

  test('another value for a fact contradicts it', () => {
    expect(faultsOf('My order is A-1002.', [], knowledge)).toEqual(['break contradicted-fact']);
    expect(faultsOf('我的order是A-1002。', [], { ...knowledge, language: 'zh' })).toEqual(['break contradicted-fact']);
    const asked = talkOf('Hello.', 'Is your order A-1002?');
    expect(faultsOf('Yes, my order is A-1002.', asked, knowledge)).toEqual(['break contradicted-fact']);
    expect(faultsOf('My order is not A-1002.', asked, knowledge)).toEqual([]);
    expect(faultsOf('Is my order A-1002?', asked, knowledge)).toEqual([]);
    expect(faultsOf('My order is A-1001.', asked, knowledge)).toEqual([]);
    expect(faultsOf('Actually, my order is A-1002.', asked, knowledge)).toEqual([]);
  });

  test('another value than in an earlier turn is noted', () => {
    const before = talkOf('Hi. My parcel number is C-3003.', 'And D-4004?', 'Hm.', 'Well?');
    expect(faultsOf('My parcel number is D-4004.', before)).toEqual(['note contradicted-itself']);
    expect(faultsOf('My parcel number is C-3003.', before)).toEqual([]);
    expect(faultsOf('Sorry, I meant my parcel number is D-4004.', before)).toEqual([]);
  });

  test('a yes and a no to the same question are asked back, unless the change is told', () => {
    const before = talkOf(
      'Hi.',
      'Did you order shoes?',
      'Yes.',
      'Let me see. Are they black?',
      'Hm.',
      'Did you order shoes?',
    );
    expect(faultsOf('No.', before)).toEqual(['correct contrary-answer']);
    expect(faultsOf('Nope, never.', before)).toEqual(['correct contrary-answer']);
    expect(faultsOf('Yes, I did.', before)).toEqual([]);
    expect(faultsOf('No, sorry, I meant boots.', before)).toEqual([]);
    expect(faultsOf('Now it does.', before)).toEqual([]);
    expect(faultsOf('不是。', talkOf('你好', '您买的是鞋吗？', '是的。', '嗯。', '嗯？', '您买的是鞋吗？'))).toEqual([
      'correct contrary-answer',
    ]);
    expect(faultsOf('No.', talkOf('Hi.', 'Anything else?', 'Yes, the bill.', 'Done. Anything else?'))).toEqual([]);
  });

  test('a fact that waits for a question is told unasked, once, and not to a question that nobody understands', () => {
    const said = 'It is kim@example.com.';
    expect(faultsOf(said, talkOf('Hello.', 'Your order was sent.'), knowledge)).toEqual(['correct volunteered-fact']);
    expect(faultsOf(said, talkOf('Hello.', 'What is your order?'), knowledge)).toEqual(['correct volunteered-fact']);
    expect(faultsOf(said, talkOf('Hello.', 'What is your email?'), knowledge)).toEqual([]);
    expect(faultsOf(said, talkOf('Hello.', 'Your email?', 'Why?', 'To write to you.'), knowledge)).toEqual([]);
    expect(faultsOf(said, talkOf('Hello.', 'Where can we reach you?'), knowledge)).toEqual([]);
    expect(faultsOf(said, talkOf(said, 'Thanks.'), knowledge)).not.toContain('correct volunteered-fact');
  });
});

describe('[F30] a user who repeats itself', () => {
  test('its opening', () => {
    const before = talkOf('Where is my order A-1001?', 'It was sent.');
    expect(faultsOf('where is my order a-1001', before)).toEqual(['break repeated-opening']);
    expect(faultsOf('Where is my order?', before)).toEqual([]);
    expect(
      faultsOf('Where is my order A-1001?', talkOf('Where is my order A-1001?', 'Could you repeat that?')),
    ).toEqual([]);
    expect(faultsOf('Where is my order A-1001?', talkOf('Where is my order A-1001?', ''))).toEqual([]);
    expect(faultsOf('我的订单在哪里', talkOf('我的订单在哪里？', '没听清，请再说一遍。'))).toEqual([]);
  });

  test('the same three times in a row, or a longer message three times at all', () => {
    expect(faultsOf('ok', talkOf('Hello.', 'Hi.', 'ok', 'It is sent.', 'OK!', 'It is on a ship.'))).toEqual([
      'break loop',
    ]);
    expect(faultsOf('ok', talkOf('Hello.', 'Hi.', 'ok', 'Hm.'))).toEqual([]);
    const long = 'When does it come then?';
    expect(
      faultsOf(long, talkOf('Hello.', 'Hi.', long, 'Soon.', 'Hm.', 'Yes.', long, 'On Monday.', 'Why?', 'So.')),
    ).toEqual(['break loop']);
  });

  test('two messages in turn', () => {
    const before = talkOf('Hello.', 'Hi.', 'Why not?', 'It is late.', 'And now?', 'Wait.', 'Why not?', 'It is sold.');
    expect(faultsOf('And now?', before)).toEqual(['break loop']);
    expect(faultsOf('And then?', before)).toEqual([]);
  });

  test('short answers to questions are no loop', () => {
    const before = talkOf('Hello.', 'Is it red?', 'Yes.', 'Is it big?', 'Yes.', 'Is it new?');
    expect(faultsOf('Yes.', before)).toEqual([]);
    expect(faultsOf('Yes.', talkOf('Hello.', 'Is it red?', 'Yes.', 'I see.', 'Yes.', 'Anything else?'))).toEqual([
      'break loop',
    ]);
  });

  test.each([
    ['ok', ['Hi.', 'Let me check that.', 'Still looking.', 'One moment, please.']],
    ['好的', ['你好。', '请稍等。', '正在查询。', '还在查，请耐心等待。']],
    ['Sure.', ['Hi.', 'I am looking into it.', 'I am looking into it.', 'I am looking into it.']],
    ['好的，谢谢。', ['你好。', '请稍等。', '正在为您查询。', '请再等一下。']],
    [
      'I want my money back for it.',
      ['Hello! How can I help you?', 'Sandals are on sale now.', 'Boots are on sale too.', ''],
    ],
    [
      'Where is my order A-1001?',
      ['Hello! How can I help you?', 'Our shop has great shoes.', 'Take a look at summer sandals.', ''],
    ],
    [
      '我的订单在哪里？',
      ['您好，请问有什么可以帮您？', '夏季新品鞋子上市啦。', '全场商品八折优惠。', '会员积分双倍。'],
    ],
  ])('to an agent that stalls or speaks of something else is only noted: %s', (said, replies) => {
    const before = talkOf('Hello there.', ...replies.flatMap((reply) => [reply, said])).slice(0, -1);
    expect(faultsOf(said, before).filter((fault) => !fault.startsWith('note'))).toEqual([]);
    expect(faultsOf(said, before)).not.toEqual([]);
  });

  test('its opening, to an agent that only greets back', () => {
    const opening = 'Where is my order A-1001?';
    expect(faultsOf(opening, talkOf(opening, 'Hello! How can I help you today?'))).toEqual(['note repeated-opening']);
    expect(faultsOf(opening, talkOf(opening, 'One moment, please.'))).toEqual(['note repeated-opening']);
    expect(faultsOf(opening, talkOf(opening, 'Order A-1001 leaves on Monday.'))).toEqual(['break repeated-opening']);
    expect(faultsOf(opening, talkOf(opening, 'The order is with our partner in Rome.'))).toEqual([
      'break repeated-opening',
    ]);
  });

  test('once more after it was answered, whatever stalled before', () => {
    const said = 'When does my parcel come?';
    const stalled = talkOf('Hello.', 'Hi.', said, 'One moment.', said, 'On Monday.', said, 'On Monday, by noon.');
    expect(faultsOf(said, stalled)).toEqual(['break loop']);
  });

  test('in thanks', () => {
    const before = talkOf('Hello.', 'Done.', 'Thank you so much!', 'You are welcome.');
    expect(faultsOf('Great, thanks, bye!', before)).toEqual(['correct thanks-again']);
    expect(faultsOf('Cheers.', [...before, ...talkOf('Thanks again.', 'Any time.')])).toEqual(['break thanks-loop']);
    expect(faultsOf('Thanks, and when does it come?', before)).toEqual([]);
    expect(faultsOf('好的，谢谢您！', talkOf('你好', '办好了', '谢谢', '不客气', '再见', '再见'))).toEqual([
      'break thanks-loop',
    ]);
  });
});

describe("a user who does the agent's work", () => {
  test.each([
    ['calls a tool', 'lookup_order(order_id="A-1001")', 'break solved-task'],
    ['writes a call as JSON', '{"name": "lookup", "arguments": {}}', 'break solved-task'],
    ['writes a call as a tag', '<tool_call>lookup</tool_call>', 'break solved-task'],
    ['names what it cannot know', 'Please use lookup_order for it.', 'correct solved-task'],
    ['writes an answer', '1. Open it\n2. Look\n3. Close it\n4. Done', 'correct assistant-style'],
    ['writes headings', '## Summary\nAll is well.', 'correct assistant-style'],
  ])('%s', (_, text, found) => {
    expect(faultsOf(text, [], { goal: 'Order A-1001 is found.' })).toEqual([found]);
  });

  test('a name that the agent used is free', () => {
    expect(faultsOf('What does lookup_order say?', talkOf('Hello.', 'I called lookup_order.'))).toEqual([]);
  });
});

test('one message with several faults has them all, the graver kinds first', () => {
  const text = 'How can I help you? <think>Order B-2002.</think>';
  expect(faultsOf(text, [], knowledge)).toEqual([
    'break spoke-as-agent',
    'break leaked-brief',
    'break contradicted-fact',
  ]);
});

test.each([
  ['one letter', 'a'.repeat(1_000_000)],
  ['opening quotation marks', '“"'.repeat(500_000)],
  ['half an address', 'a.b@'.repeat(250_000)],
  ['digits', '1234567-'.repeat(125_000)],
  ['names of code', 'a_b'.repeat(300_000)],
  ['tags', '<think '.repeat(150_000)],
  ['thanks', 'thank you '.repeat(100_000)],
  ['steps', '1. a\n'.repeat(200_000)],
])('a megabyte of %s is looked at in a moment', (_, text) => {
  const began = process.hrtime.bigint();
  faultsOf(text, talkOf('Hello.', text), knowledge);
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(3_000);
});
