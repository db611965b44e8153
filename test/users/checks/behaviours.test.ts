import { describe, expect, test } from 'vitest';
import { type BehaviourCheck, Persona } from '../../../src/domain/authoring/persona.ts';
import { checkMessage } from '../../../src/users/checks/check-message.ts';
import { talkOf } from './words.ts';

const facts = { email: 'kim@example.com', order: 'A-1001' };

function broken(check: BehaviourCheck, text: string, before: readonly string[] = ['Hello.', 'Hi.']): string[] {
  const persona = Persona.parse({
    id: 'a',
    name: 'A',
    description: 'd',
    behaviours: [{ instruction: 'Do it.', check }],
  });
  const talk = talkOf(...before);
  const turn = talk.filter(({ speaker }) => speaker === 'user').length;
  return checkMessage({ text, turn, before: talk }, { persona, facts }).map(({ message }) => message);
}

describe('each check of a behaviour sees it broken and kept', () => {
  test.each<[BehaviourCheck, string, string]>([
    [{ maxWords: 4 }, 'This is much too long.', 'Four words are fine.'],
    [{ maxWords: 4 }, '这是很长的。', '很好的。'],
    [{ language: 'zh' }, 'Where is my order?', '我的订单在哪里？'],
    [{ mustNotMention: 'Lawyer' }, 'I will call my lawyer.', 'I will call.'],
    [{ pattern: '\\?$' }, 'Tell me.', 'Will you?'],
    [{ register: 'formal' }, 'hey, gimme my money!!', 'I would like a refund, please.'],
    [{ register: 'formal' }, '我的钱呢，咋回事', '请您帮我查询退款。'],
    [{ register: 'casual' }, 'Dear Sir, I hereby ask for it.', 'So where is it?'],
    [{ register: 'casual' }, '尊敬的客服，敬请查询。', '东西到哪了？'],
    [{ register: 'rude' }, 'Could you please look?', 'Look it up, now.'],
    [{ register: 'rude' }, '麻烦您看看。', '快点查。'],
    [{ changesMindAt: 1 }, 'I want the red one.', 'Actually, I want the red one.'],
    [{ changesMindAt: 1 }, '我要红色的。', '算了，我要红色的。'],
    [{ disclosesOnlyWhenAsked: 'email' }, 'It is kim@example.com.', 'Where is it?'],
  ])('%j', (check, bad, good) => {
    expect(broken(check, bad)).toHaveLength(1);
    expect(broken(check, good)).toEqual([]);
  });

  test('a fact may be told once the agent asked for it, then or later', () => {
    const check = { disclosesOnlyWhenAsked: 'email' };
    expect(broken(check, 'It is kim@example.com.', ['Hello.', 'What is your e-mail address?'])).toEqual([]);
    expect(broken(check, 'kim@example.com', ['Hello.', 'Your e-mail?', 'One moment.', 'Sure.'])).toEqual([]);
    expect(broken(check, 'It is kim@example.com.', ['Hello.', 'What is your order?'])).toHaveLength(1);
  });

  test('a change of mind is due in its turn only', () => {
    const check = { changesMindAt: 2 };
    expect(broken(check, 'The red one.', ['Hello.', 'Hi.'])).toEqual([]);
    expect(broken(check, 'The red one.', ['Hello.', 'Hi.', 'So?', 'So.'])).toEqual([
      'did not change its mind (behaviour "Do it.")',
    ]);
  });

  test('what only a judge could tell, and what is due at the end, is not held against a message', () => {
    expect(broken({ judge: 'Is it kind?' }, 'No!')).toEqual([]);
    expect(broken({ mustMention: 'please' }, 'No!')).toEqual([]);
  });
});
