import { expect, test } from 'vitest';
import { otherLanguage } from '../../../src/users/language/other-language.ts';

test.each([
  ['我的订单在哪里？', 'en', 'zh'],
  ['Where is my order, please?', 'zh', 'en'],
  ['Where is my order, please?', 'zh-CN', 'en'],
  ['Where is my order, please?', 'de', 'en'],
  ['Wo ist meine Bestellung und wann kommt sie an?', 'en', 'de'],
  ['Où est ma commande et quand est-ce que je vous appelle ?', 'en', 'fr'],
  ['¿Dónde está mi pedido y cuándo llega?', 'en', 'es'],
  ['Где мой заказ?', 'en', 'ru'],
  ['注文はどこですか', 'en', 'ja'],
])('%s is not %s but %s', (text, wanted, other) => {
  expect(otherLanguage(text, wanted)).toBe(other);
});

test.each([
  ['我的订单A-1001在哪里？', 'zh'],
  ['我的 order 还没有 shipped，请帮我 check 一下', 'zh'],
  ['Where is my order 订单?', 'en'],
  ['ok', 'zh'],
  ['A-1001', 'zh'],
  ['Ja.', 'en'],
  ['Wo ist meine Bestellung?', 'de-AT'],
  ['注文はどこですか。東京都新宿区', 'ja'],
  ['Missä tilaukseni on?', 'fi'],
  ['The sign said "wo ist mein Zug und wann kommt er".', 'en'],
  ['', 'en'],
])('%s may well be %s', (text, wanted) => {
  expect(otherLanguage(text, wanted)).toBeUndefined();
});
