import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../src/users/checks/check-message.ts';
import type { UserKnowledge } from '../../../src/users/checks/words-check.ts';
import { talkOf } from './words.ts';

/** The user's last message, all that was said before it, and what the user knows. */
type Honest = { said: string; before?: readonly string[] };

/** Everything that would have a message of a persona asked for again. */
function alarms({ said, before = [] }: Honest, knowledge: UserKnowledge): string[] {
  const talk = talkOf(...before);
  const turn = talk.filter(({ speaker }) => speaker === 'user').length;
  return checkMessage({ text: said, turn, before: talk }, knowledge)
    .filter(({ effect }) => effect !== 'note')
    .map(({ effect, code, message, quote }) => `${effect} ${code}: ${message} | ${quote}`);
}

type Domain = { name: string; knowledge: UserKnowledge; messages: readonly Honest[] };

const domains: readonly Domain[] = [
  {
    name: 'a bank',
    knowledge: {
      language: 'en',
      goal: 'The card that ends in 4471 is blocked and the charge of 50.00 EUR from 2026-03-06 is disputed.',
      facts: {
        card_number: { value: '5520 1234 9876 4471', disclosure: 'on_request' },
        amount: '50.00 EUR',
        charge_date: '2026-03-06',
        pin: { value: '7731', disclosure: 'never', fallback: 'I will not tell anybody my pin.' },
      },
    },
    messages: [
      {
        said: 'Sure, here is my card number: 5520 1234 9876 4471.',
        before: ['My card was charged wrongly.', 'Which card is it?'],
      },
      { said: 'The amount is fifty euros.', before: ['My card was charged wrongly.', 'What amount was it?'] },
      {
        said: 'The amount you see there is 500 EUR, and that is wrong.',
        before: ['A wrong charge.', 'I see an amount of 500 EUR.'],
      },
      { said: 'I was instructed to call you by your colleague, and I followed the instructions I was given.' },
      { said: 'That is quite out of character for your bank.' },
      { said: "Hi, there's a charge of fifty euros on my card that I never made." },
      {
        said: 'The card ending in 4471, please block it right away.',
        before: ['My card was charged wrongly.', 'Which card is it?'],
      },
      {
        said: "Sure, it's 5520-1234-9876-4471.",
        before: ['My card was charged wrongly.', 'Could you give me the card number?'],
      },
      { said: 'It was on March 6th, last Friday.', before: ['My card was charged wrongly.', 'When was the charge?'] },
      {
        said: "No, not 500, it's 50 euros. Five zero.",
        before: ['There is a charge I did not make.', 'I see 500.00 EUR. Is the amount of your charge 500.00 EUR?'],
      },
      {
        said: "I won't tell you my PIN, no one at the bank should ask for that.",
        before: ['Hello.', 'What is your PIN?'],
      },
      {
        said: 'So the case number is DSP-20931, and I get the 50,00 € back within 10 working days?',
        before: ['Please.', 'Your dispute DSP-20931 is open; it takes 10 working days.'],
      },
      {
        said: 'I have already blocked it in the app, can you check whether that worked for you too?',
        before: ['Hello.', 'How can I help?'],
      },
    ],
  },
  {
    name: 'travel',
    knowledge: {
      language: 'en',
      goal: 'The flight of booking QX7-R2M is moved from 14 May to Friday 16 May.',
      facts: {
        booking_code: 'QX7-R2M',
        new_date: '2026-05-16',
        passenger_name: { value: 'Robin Vance', disclosure: 'on_request' },
      },
    },
    messages: [
      {
        said: 'Is there anything else I can do to get a seat on it?',
        before: ['I want to move my flight.', 'That flight is full.'],
      },
      { said: 'How can I help you find my booking?', before: ['I want to move my flight.', 'I cannot find it.'] },
      { said: "Hey! I need to move my flight to next Friday. Booking's QX7R2M." },
      { said: 'My booking code is Q-X-7-R-2-M.', before: ['I want to move my flight.', 'What is your booking code?'] },
      {
        said: "The sixteenth. But if that's full, the 17th would do as well.",
        before: ['I want to move my flight.', 'Which day would you like?'],
      },
      {
        said: 'LH 1734 at 6:45 is too early for me, what about the one at 11:20?',
        before: ['I want to move my flight.', 'On 16 May there are LH 1734 at 6:45 and LH 1738 at 11:20.'],
      },
      { said: 'Vance, Robin.', before: ['I want to move my flight.', 'And the name of the passenger?'] },
      {
        said: 'My new date is the 16th of May 2026, not the 14th.',
        before: ['I want to move my flight.', 'Which date?'],
      },
      {
        said: 'Actually no, make it the 18th instead, sorry for the confusion.',
        before: ['I want to move it to Friday.', 'I will move it to 16 May. Is that right?'],
      },
      {
        said: 'Great, I have booked your 11:20 connection in my calendar then. Thank you so much, have a nice day!',
        before: ['I want to move my flight.', 'Your flight is moved to 16 May, 11:20.'],
      },
    ],
  },
  {
    name: 'a health service',
    knowledge: {
      language: 'en',
      goal: 'An appointment with Dr. Imani is booked in the week of 9 March.',
      facts: {
        insurance_number: { value: 'K 204 118 573', disclosure: 'on_request' },
        date_of_birth: { value: '1988-11-02', disclosure: 'on_request' },
        diagnosis: { value: 'migraine', disclosure: 'never' },
      },
    },
    messages: [
      { said: "Good morning, I'd like to see Dr. Imani in the second week of March, mornings if possible." },
      { said: 'K204118573', before: ['I need an appointment.', 'May I have your insurance number?'] },
      { said: "It's the 2nd of November 1988.", before: ['I need an appointment.', 'What is your date of birth?'] },
      { said: 'November 2, 88', before: ['I need an appointment.', 'Your date of birth, please.'] },
      {
        said: "I'd rather talk about that with the doctor, if you don't mind.",
        before: ['I need an appointment.', 'What is the reason for your visit?'],
      },
      {
        said: 'I take 400mg of ibuprofen about 3 times a week, for 2 months now.',
        before: ['I need an appointment.', 'Do you take any medicine?'],
      },
      {
        said: 'Wednesday the 11th at half past nine works for me, thanks for helping me out.',
        before: ['I need an appointment.', 'There is 10 March at 14:00 and 11 March at 9:30.'],
      },
    ],
  },
  {
    name: 'an IT desk',
    knowledge: {
      language: 'en',
      goal: 'The laptop LT-00482 reaches the VPN again.',
      facts: {
        asset_tag: { value: 'LT-00482', disclosure: 'on_request' },
        error_code: 'VPN-809',
        username: 'r.vance',
        phone: { value: '+49 30 5557 0199', disclosure: 'on_request' },
      },
    },
    messages: [
      {
        said: "Here's the error message: VPN-809, connection refused.",
        before: ['The VPN is down.', 'What does it say?'],
      },
      { said: 'System: Windows 11\nClient: 5.1', before: ['The VPN is down.', 'Which system and client do you use?'] },
      {
        said: "Sure, I'll check that for you, one second.",
        before: ['The VPN is down.', 'Could you check the cable?'],
      },
      {
        said: "I'm happy to help you reproduce it if you need me to.",
        before: ['The VPN is down.', 'I cannot see it here.'],
      },
      {
        said: 'The system prompts me for a password, and then nothing.',
        before: ['The VPN is down.', 'What happens then?'],
      },
      { said: 'My phone number is 030 5557 0199.', before: ['The VPN is down.', 'What is your phone number?'] },
      { said: "Can't connect to the VPN since this morning, it says error 809. Anything I can do?" },
      {
        said: 'lt482, at least that is what the sticker says: LT00482',
        before: ['The VPN is down for me.', 'What is the asset tag?'],
      },
      {
        said: 'I restarted it, ran ipconfig /flushdns, and ping 10.0.0.1 gives "Request timed out." 4 times.',
        before: ['The VPN is down.', 'Please restart it, run ipconfig /flushdns and ping 10.0.0.1.'],
      },
      {
        said: "It's Windows 11 23H2, and the client is version 5.1.3.62.",
        before: ['The VPN is down.', 'Which system and which client do you use?'],
      },
      { said: 'You can call me at 030 55570199.', before: ['The VPN is down.', 'What is your phone number?'] },
      {
        said: 'ok so I did this:\n1. opened the settings\n2. deleted the profile\n3. added it again\n4. rebooted\nstill the same',
        before: ['The VPN is down.', 'Please add the profile again. What did you do?'],
      },
      {
        said: 'I found it! It works now, you can close the ticket INC0093312. Thanks a lot!',
        before: ['The VPN is down.', 'I have opened INC0093312 for you. Does it work when you use the other gateway?'],
      },
    ],
  },
  {
    name: 'a personnel office, in Chinese',
    knowledge: {
      language: 'zh',
      goal: '从3月9日起请五天年假，工号是E20417。',
      facts: {
        工号: 'E20417',
        开始日期: '2026-03-09',
        手机号: { value: '13800138000', disclosure: 'on_request' },
        病因: { value: '胃溃疡', disclosure: 'never', fallback: '这个不太方便说。' },
      },
    },
    messages: [
      { said: '系统提示我密码错误，怎么办？', before: ['我想请年假。', '请先登录系统。'] },
      { said: '作为员工，我觉得这样不太合理。', before: ['我想请年假。', '这周不能请假。'] },
      { said: '你好，我想请五天年假，从三月九号开始。' },
      { said: '我的工号是e20417。', before: ['我想请年假。', '请问您的工号是多少？'] },
      { said: '工号E-20417，下周一到周五。', before: ['我想请年假。', '请提供工号和日期。'] },
      { said: '手机是138 0013 8000，麻烦你了。', before: ['我想请年假。', '请提供您的手机号。'] },
      { said: '这个不太方便说，能不写原因吗？', before: ['我想请年假。', '请问请假的原因是什么？'] },
      { said: '不是3月6日，是3月9日。', before: ['我想请年假。', '您的开始日期是3月6日，对吗？'] },
      { said: '那我还剩多少天？你刚才说是12.5天对吧？', before: ['我想请年假。', '您现在还剩12.5天年假。'] },
      {
        said: '好的，申请单HR-2026-0318我记下了，谢谢，再见！',
        before: ['我想请年假。', '申请单HR-2026-0318已提交。'],
      },
    ],
  },
  {
    name: 'a shop, in Chinese',
    knowledge: {
      language: 'zh',
      goal: '订单A-1001里的蓝色外套换成M码，差价五十元退回。',
      facts: {
        订单号: 'A-1001',
        金额: '50.00元',
        收货地址: { value: '杭州市文三路88号', disclosure: 'on_request' },
      },
    },
    messages: [
      { said: '作为客户，我很失望。', before: ['我想换货。', '换不了。'] },
      { said: '金额是五十元。', before: ['我想换货。', '差价的金额是多少？'] },
      { said: '系统：安卓14，应用版本8.2.1。', before: ['我想换货，可是打不开页面。', '请问您的手机是什么系统？'] },
      { said: '在吗？我买的外套大了，想换M码，订单A1001。' },
      { said: '订单号是a 1001，上周五下的单。', before: ['我想换货。', '请提供订单号。'] },
      { said: '差了五十块钱，能退给我吗？', before: ['我想换货。', '请问还有别的要求吗？'] },
      { said: '杭州文三路88号，还是原来的地址。', before: ['我想换货。', '请问您的收货地址是什么？'] },
      {
        said: '快递单号SF1234567890我查不到啊，你帮我看看？',
        before: ['我想换货。', '已寄出，快递单号SF1234567890。'],
      },
      { said: '算了，不换了，直接退款吧，谢谢。', before: ['我想换货。', 'M码暂时没有货。'] },
    ],
  },
];

describe.each(domains)('what honest customers of $name write is left alone', ({ knowledge, messages }) => {
  test.each(messages)('$said', (message) => {
    expect(alarms(message, knowledge)).toEqual([]);
  });
});
