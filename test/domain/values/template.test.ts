import { expect, test } from 'vitest';
import { fillTemplate, templateNames } from '../../../src/domain/values/template.ts';

test('names are replaced, with or without spaces, in any script', () => {
  expect(fillTemplate('{{a}} {{ b.c }} {{订单}}', { a: '1', 'b.c': '2', 订单: '3' })).toEqual({
    text: '1 2 3',
    missing: [],
  });
});

test('names without a value stay and are listed once, and nothing is looked up in prototypes', () => {
  expect(fillTemplate('{{a}} {{a}} {{toString}} {{__proto__}}', {})).toEqual({
    text: '{{a}} {{a}} {{toString}} {{__proto__}}',
    missing: ['a', 'toString', '__proto__'],
  });
});

test('[F61] what was inserted is not read as a template or as a replacement pattern', () => {
  expect(fillTemplate('{{a}}', { a: '{{b}} $& $1', b: 'secret' }).text).toBe('{{b}} $& $1');
  expect(fillTemplate('{{{{a}}}}', { a: 'b', b: 'secret' }).text).toBe('{{b}}');
});

test('braces that hold no name are text', () => {
  expect(templateNames('{{}} {{ }} {{a b}} {a} {{1+1}} {{x')).toEqual([]);
});

test('a text of a million braces is read in linear time', () => {
  expect(fillTemplate('{{ '.repeat(1_000_000), {}).missing).toEqual([]);
});
