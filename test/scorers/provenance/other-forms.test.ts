import { describe, expect, test } from 'vitest';
import { argumentProvenance } from '../../../src/scorers/provenance/argument-provenance.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { briefly, gives, says } from './verdict-of.ts';

describe('amounts in several words', () => {
  test.each([
    ['充值三百五十块五毛', 350.5],
    ['一共三十块五', 30.5],
    ['12元5角', 12.5],
    ['十二块三毛四分', 12.34],
    ['two dozen eggs', 24],
    ['3 dozen', 36],
    ['two dozen', '24'],
  ])('"%s" and %j', (words, value) => {
    expect(briefly(words, value, { key: 'amount' })).toBe('grounded user');
  });

  test.each([
    ['refund half of it, it was 80 euros', 40],
    ['refund a third of the 90', 30],
    ['退一半，一共80元', 40],
  ])('"%s" may be %j', (words, value) => {
    expect(briefly(words, value, { key: 'amount' })).toBe('weak derived');
  });

  test('no share, no part of an amount', () => {
    expect(briefly('at half past 8, it was 80 euros', 40, { key: 'amount' })).toBe('ungrounded nowhere');
  });
});

describe('lengths of time', () => {
  test.each([
    ['in an hour and a half', 'minutes', 90],
    ['two and a half hours', 'minutes', 150],
    ['three quarters of an hour', 'minutes', 45],
    ['1h30m', 'minutes', 90],
    ['2 hours and 15 minutes', 'duration_minutes', 135],
    ['一个半小时', 'minutes', 90],
    ['1小时20分钟', 'minutes', 80],
    ['for 45 minutes', 'duration', 'PT45M'],
    ['an hour and a half', 'duration', 'PT1H30M'],
    ['for 2 days', 'duration', 'P2D'],
    ['for 18 months', 'duration', 'P1Y6M'],
  ])('"%s" is %s: %j', (words, key, value) => {
    expect(briefly(words, value, { key })).toBe('grounded user');
  });

  test.each([
    ['for 45 minutes', 'duration', 'PT40M'],
    ['for 45 minutes', 'duration', 'PT45H'],
    ['an hour and a half', 'minutes', 75],
  ])('"%s" is not %s: %j', (words, key, value) => {
    expect(briefly(words, value, { key })).toBe('ungrounded nowhere');
  });
});

describe('other units', () => {
  test.each([
    ['it is 68°F', 'celsius', 20],
    ['20 degrees Celsius', 'fahrenheit', 68],
    ['10 miles away', 'distance_km', 16.1],
    ['I weigh 180 lbs', 'weight_kg', 82],
  ])('"%s": %s of %j is weak', (words, key, value) => {
    expect(briefly(words, value, { key })).toBe('weak derived');
  });

  test('another degree is made up, and so is an amount of money', () => {
    expect(briefly('it is 68°F', 22, { key: 'celsius' })).toBe('ungrounded nowhere');
    expect(briefly('10 miles away', 16, { key: 'price' })).toBe('ungrounded nowhere');
  });
});

describe('texts in other forms', () => {
  test.each([
    ['open example.com/docs', 'https://example.com/docs', 'url', 'grounded user'],
    ['open http://www.example.com/docs', 'https://example.com/docs/', 'url', 'grounded user'],
    ['open evil-example.com/docs', 'https://example.com/docs', 'url', 'ungrounded nowhere'],
    ['open example.com/docs', 'https://example.com/admin', 'url', 'ungrounded nowhere'],
    ['it is K as in kilo, 7, X, 9', 'K7X9', 'code', 'grounded user'],
    ['B for Bravo, seven, T like tango', 'B7T', 'code', 'grounded user'],
    ['it is K as in kilo, 7, X, 9', 'K7X8', 'code', 'ungrounded nowhere'],
    ['buy 20 shares of Apple', 'AAPL', 'symbol', 'weak code'],
    ['buy 20 shares of Apple', 'AAPL', 'coupon', 'ungrounded nowhere'],
    ['I ordered it by mistake', 'ordered_by_mistake', 'category', 'weak reworded'],
    ['it is no longer really needed', 'no-longer-needed', 'category', 'weak reworded'],
    ['it came by mistake, after I ordered', 'ordered_by_mistake', 'category', 'ungrounded put_together'],
    ['I am Ava from the Moore family', 'ava_moore', 'user_id', 'ungrounded put_together'],
    ['我要去北京', 'Beijing', 'city', 'weak other_script'],
    ['Я еду в Москву', 'Moscow', 'destination', 'weak other_script'],
    ['I go to Beijing', '北京', 'city', 'weak other_script'],
    ['我要去北京', 'Beijing', 'coupon', 'ungrounded nowhere'],
    ['I go to Paris', 'London', 'city', 'ungrounded nowhere'],
  ])('"%s" and %j as %s: %s', (words, value, key, verdict) => {
    expect(briefly(words, value, { key })).toBe(verdict);
  });
});

describe('what nobody says', () => {
  const uuid = '3f2b8c1e-9a77-4b5d-8d1f-0c6b5a4e3d2c';

  test.each(['idempotency_key', 'idempotencyKey', 'request_id', 'traceId', 'X-Correlation-ID', 'nonce'])(
    'a generated %s',
    (key) => {
      expect(briefly('pay 20', uuid, { key })).toBe('exempt generated_key');
    },
  );

  test('by name and form, not by one of them', () => {
    expect(briefly('pay 20', uuid, { key: 'order_id' })).toBe('ungrounded nowhere');
    expect(briefly('pay 20', 'REQ-881', { key: 'request_id' })).toBe('ungrounded nowhere');
  });

  test('how many results a tool that reads is asked for', () => {
    const limits = (effect: 'read' | 'write') =>
      argumentProvenance({
        transcript: transcriptOf(
          started({ tools: [toolOf('act', effect)] }),
          user('find tents'),
          call('act', { limit: 20, page_size: 50 }),
          result([]),
          agent('None.'),
        ),
      }).map(({ verdict, why }) => `${verdict} ${why}`);
    expect(limits('read')).toEqual(['exempt paging', 'exempt paging']);
    expect(limits('write')).toEqual(['ungrounded nowhere', 'ungrounded nowhere']);
    expect(briefly([says('find tents'), gives([])], 20, { key: 'limit' })).toBe('ungrounded nowhere');
  });
});
