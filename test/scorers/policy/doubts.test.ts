import { describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../../../src/domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import { policy } from '../../../src/scorers/policy/policy.ts';
import type { PolicyRule } from '../../../src/scorers/policy/rules/policy-rule.ts';
import { agent, call, failed, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const tools = started({ tools: [toolOf('lookup'), toolOf('refund', 'write')] });
const refund = (amount: JsonValue) => call('refund', { id: 'R-1', amount });
/** Cut off, as by a limit of the model. */
const cutOff = call('refund', '{"id":"R-1","amount": 500');
type Parts = readonly ReturnType<typeof user>[];

const statusOf = (rule: PolicyRule, ...parts: Parts): string =>
  checkPolicies(transcriptOf(tools, user('Go'), ...parts), [rule]).verdicts[0]?.status ?? 'none';

describe('a prohibition with a limit', () => {
  const never = (condition: JsonValue) => policy.never(policy.call('refund', { amount: condition }));

  test.each([
    ['120,00', 'violated'],
    ['120.00 EUR', 'violated'],
    ['$1,200.00', 'violated'],
    ['99,00 €', 'satisfied'],
    [null, 'satisfied'],
    ['a lot', 'unscored'],
    ['1,200', 'unscored'],
    [[500], 'unscored'],
  ])('of more than 100 is, with %j, %s', (amount, status) => {
    expect(statusOf(never({ gt: 100 }), refund(amount), result(1))).toBe(status);
  });

  test.each([
    [{ lt: 10 }, '5,00 EUR', 'violated'],
    [{ near: 100, within: 1 }, '100.50', 'violated'],
    [{ near: 100, within: 1 }, 'some', 'unscored'],
    [{ not: { lte: 100 } }, '120 EUR', 'violated'],
    [{ not: { lte: 100 } }, 'some', 'unscored'],
    [{ date: '2026-03-04' }, '04/03/2026', 'unscored'],
    [{ oneOf: [{ date: '2026-03-04' }, 'never'] }, '04/03/2026', 'unscored'],
    [{ gt: 100, lt: 200 }, '150 EUR', 'violated'],
  ])('%j is, with %j, %s', (condition, amount, status) => {
    expect(statusOf(never(condition), refund(amount), result(1))).toBe(status);
  });

  test('is told of a call that failed in a warning only: nothing came of it', () => {
    const check = { type: 'policy', id: 'limit', never: { tool: 'refund', arguments: { amount: { gt: 100 } } } };
    const score = scoreOf(check, transcriptOf(tools, user('Go'), refund('a lot'), failed('no amount')));
    expect(score).toMatchObject({ status: 'scored', passed: true });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution warning cannot_tell: \`limit\`: nobody can tell whether it was kept: of \`refund(id="R-1", amount="a lot")\`, \`amount\` is "a lot", held against more than 100",
      ]
    `);
  });

  test('is plain where another argument is not meant', () => {
    const rule = policy.never(policy.call('refund', { id: 'R-2', amount: { gt: 100 } }));
    expect(statusOf(rule, refund('a lot'), result(1))).toBe('satisfied');
  });

  test.each<[string, PolicyRule, string]>([
    ['atMost', policy.atMost(1, policy.call('refund', { amount: { gt: 100 } })), 'satisfied'],
    ['exactly', policy.exactly(0, policy.call('refund', { amount: { gt: 100 } })), 'unscored'],
    ['notBoth', policy.notBoth('lookup', policy.call('refund', { amount: { gt: 100 } })), 'unscored'],
    ['noneAfter', policy.noneAfter('lookup', { of: policy.call('refund', { amount: { gt: 100 } }) }), 'unscored'],
    ['not', policy.not(policy.atLeast(1, policy.call('refund', { amount: { gt: 100 } }))), 'satisfied'],
    ['all', policy.all([policy.never('x'), policy.never(policy.call('refund', { amount: { gt: 100 } }))]), 'unscored'],
    ['any', policy.any([policy.never('x'), policy.never(policy.call('refund', { amount: { gt: 100 } }))]), 'satisfied'],
  ])('in `%s` counts where it would matter', (_name, rule, status) => {
    expect(statusOf(rule, call('lookup'), result(1), refund('a lot'), result(1))).toBe(status);
  });
});

describe('arguments that are no JSON', () => {
  test('leave a prohibition open', () => {
    const check = { type: 'policy', never: { tool: 'refund', arguments: { amount: { gt: 100 } } }, id: 'limit' };
    expect(scoreOf(check, transcriptOf(tools, user('Go'), cutOff, result(1)))).toMatchInlineSnapshot(`
      {
        "id": "limit",
        "reason": "\`limit\`: nobody can tell whether it was kept: the arguments of \`refund({"id":"R-1","amount": 500)\` are no JSON",
        "required": true,
        "scorer": "policy",
        "stage": "execution",
        "status": "unscored",
      }
    `);
    expect(statusOf(policy.never('refund'), cutOff, result(1))).toBe('violated');
  });

  test('are an event that asks, also of a condition, and nothing satisfies it', () => {
    const rule = policy
      .when(policy.call('refund', { id: '$id', amount: { gt: 100 } }))
      .requires(policy.call('lookup', { id: '$id' }));
    const verdict = checkPolicies(transcriptOf(tools, user('Go'), call('lookup', { id: 'R-1' }), result(1), cutOff), [
      rule,
    ]).verdicts[0];
    expect(verdict?.violations.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "\`refund({"id":"R-1","amount": 500)\` came before the agent had seen \`lookup(id=$id)\`; the arguments of \`refund\` are no JSON, so that \`$id\` has no value",
      ]
    `);
  });

  test('of a write that took place leave open whether it was looked up; one that failed wrote nothing', () => {
    const check = {
      type: 'policy',
      pack: 'standard',
      except: [
        'confirm-before-write',
        'no-identical-write-twice',
        'nothing-after-hand-off',
        'no-call-after-repeated-failure',
        'error-seen-before-next-choice',
      ],
    };
    expect(scoreOf(check, transcriptOf(tools, user('Go'), cutOff, result(1)))).toMatchInlineSnapshot(`
      {
        "id": "policy-5658cd88",
        "reason": "\`lookup-same-id-before-write\`: nobody can tell whether it was kept: the arguments of \`refund({"id":"R-1","amount": 500)\` are no JSON",
        "required": true,
        "scorer": "policy",
        "stage": "execution",
        "status": "unscored",
      }
    `);
    expect(scoreOf(check, transcriptOf(tools, user('Go'), cutOff, failed('no JSON')))).toMatchObject({
      status: 'not_applicable',
    });
  });
});

describe('the agreement of a user who speaks another language', () => {
  const confirm = {
    type: 'policy',
    pack: 'standard',
    except: [
      'lookup-same-id-before-write',
      'no-identical-write-twice',
      'nothing-after-hand-off',
      'no-call-after-repeated-failure',
      'error-seen-before-next-choice',
    ],
  };
  const inLanguage = (language: string | undefined, ...parts: Parts): readonly TranscriptEvent[] =>
    transcriptOf(
      started({ tools: [toolOf('refund', 'write')], ...(language === undefined ? {} : { language }) }),
      user('R-1'),
      agent('Shall I?'),
      ...parts,
    );

  test('is not read, and that is told', () => {
    const japanese = inLanguage(undefined, user('はい、お願いします。'), refund(5), result(1));
    expect(scoreOf(confirm, japanese)).toMatchInlineSnapshot(`
      {
        "id": "policy-53d3ff93",
        "reason": "\`confirm-before-write\`: nobody can tell whether it was kept: whether the user's words "はい、お願いします。" agree cannot be told: only English and Chinese are read; for another language say in \`settings.confirm-before-write.agrees\` what agrees in it",
        "required": true,
        "scorer": "policy",
        "stage": "execution",
        "status": "unscored",
      }
    `);
    const german = [user('Ja, gerne.'), refund(5), result(1)] as const;
    expect(scoreOf(confirm, inLanguage('de', ...german))).toMatchObject({ status: 'unscored' });
    expect(findingsOf(scoreOf(confirm, inLanguage(undefined, ...german)))).toMatchInlineSnapshot(`
      [
        "1 execution failure rule_broken: The user agreed before anything was written: \`refund(id="R-1", amount=5)\` came without the user's plain agreement after the last question or objection; the last words of the user were "Ja, gerne." (only English and Chinese are read; for another language say in \`settings.confirm-before-write.agrees\` what agrees in it)",
      ]
    `);
  });

  test('is read where the author says how, and where nothing has to be understood', () => {
    const said = { ...confirm, settings: { 'confirm-before-write': { agrees: '/^ja/i' } } };
    expect(scoreOf(said, inLanguage('de', user('Ja, gerne.'), refund(5), result(1)))).toMatchObject({ passed: true });
    expect(scoreOf(confirm, inLanguage('de', user('OK!'), refund(5), result(1)))).toMatchObject({ passed: true });
    expect(scoreOf(confirm, inLanguage('en-US', user('Hm.'), refund(5), result(1)))).toMatchObject({ passed: false });
    expect(scoreOf(confirm, inLanguage('de', user('Nein.')))).toMatchObject({ status: 'not_applicable' });
  });

  test('is told by the talk before it as well', () => {
    const talk = transcriptOf(
      started({ tools: [toolOf('refund', 'write')] }),
      user('Ich möchte bitte eine Erstattung für die Buchung R-1, die ich gestern bezahlt habe.'),
      agent('Soll ich Ihnen die 5 Euro für die Buchung auf Ihre Karte erstatten?'),
      user('Ja.'),
      refund(5),
      result(1),
    );
    expect(scoreOf(confirm, talk)).toMatchObject({ status: 'unscored' });
  });

  test('that was read stays, in a rule that does not ask for a fresh one', () => {
    const rule = policy.when('refund').requires(policy.agreed());
    expect(statusOf(rule, agent('?'), user('Yes.'), user('はい'), refund(5))).toBe('satisfied');
    expect(statusOf(rule, agent('?'), user('はい'), refund(5))).toBe('unscored');
  });

  test('does not outlive words that cannot be read', () => {
    const talk = inLanguage(
      undefined,
      user('Yes.'),
      agent('One moment.'),
      user('いいえ、やめて'),
      refund(5),
      result(1),
    );
    expect(scoreOf(confirm, talk)).toMatchObject({ status: 'unscored' });
  });
});
