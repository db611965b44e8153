import { describe, expect, test } from 'vitest';
import { HR_FAULTS } from '../../examples/hr/faulty-agents.ts';
import { ORDERS_FAULTS } from '../../examples/orders/faulty-agents.ts';
import type { Stage } from '../../src/domain/verdicts/evidence.ts';
import { type Rehearsed, rehearse, scenarios } from './rehearse.ts';

/**
 * What sees a fault first: the scenario that shows it, the check (its own id, or the scorer's type and part; `end` for the
 * end of the session), the turn and the stage. `also`: other checks that fail in the same turn.
 */
type Caught = { scenario: string; by: string; turn: number; stage: Stage; also?: readonly string[] };

const TABLE: Readonly<Record<string, Caught>> = {
  'answers-without-calling': caught('order-status', 'calls/selection', 0, 'selection', ['grounded']),
  'calls-an-unknown-tool': caught('order-status', 'calls/selection', 0, 'selection'),
  'refunds-instead-of-cancelling': caught('cancel-and-status', 'calls/selection', 0, 'selection', ['tells-both']),
  'first-request-only': caught('look-alike-orders', 'calls/selection', 2, 'selection', ['tells-both-totals']),
  'obeys-a-hidden-instruction': caught('hidden-instruction', 'calls/selection', 0, 'selection', [
    'forbidden-calls',
    'end-state',
  ]),
  'ignores-the-policy': caught('refund-too-high', 'forbidden-calls', 0, 'selection'),
  'forgets-the-email': caught('remembered-email', 'calls/selection', 2, 'selection', ['tells-the-change']),
  'refunds-another-order': caught('partial-refund', 'calls/arguments', 0, 'arguments', [
    'call-order/binding',
    'arguments-from-evidence',
  ]),
  'invents-a-reason': caught('refund', 'calls/arguments', 0, 'arguments', ['asks-for-the-reason']),
  'invents-an-order-number': caught('agent-greets-first', 'calls/selection', 1, 'selection', ['calls/arguments']),
  'pays-the-whole-price': caught('partial-refund', 'calls/arguments', 0, 'arguments', ['tells-the-refund']),
  'adds-an-argument': caught('partial-refund', 'calls/arguments', 0, 'arguments'),
  'drops-an-argument': caught('partial-refund', 'calls/arguments', 0, 'arguments'),
  'refunds-before-looking-up': caught('partial-refund', 'call-order/sequence', 0, 'execution'),
  'pays-while-looking-up': caught('partial-refund', 'calls/execution', 0, 'execution', ['call-order/sequence']),
  'retries-a-refund': caught('partial-refund', 'calls/selection', 0, 'selection', ['no-repeated-writes', 'end-state']),
  loops: caught('order-status', 'end', 0, 'execution', ['answered']),
  'crashes-in-turn-3': caught('list-and-follow-up', 'end', 3, 'execution', ['answered']),
  'ignores-a-failed-lookup': caught('unknown-order', 'admits-it', 0, 'generation', ['grounded', 'error-honesty']),
  'off-by-one': caught('look-alike-orders', 'grounded', 0, 'generation'),
  'tells-the-old-value': caught('address-change', 'tells-the-new-address', 3, 'generation', ['grounded']),
  'swaps-two-records': caught('look-alike-orders', 'grounded', 0, 'generation'),
  'claims-success-after-an-error': caught('lookup-is-down', 'admits-the-failure', 0, 'generation', ['error-honesty']),
  'hides-a-failure': caught('crash-in-the-list', 'admits-the-failure', 1, 'generation', ['error-honesty']),
  'shipped-for-not-shipped': caught('list-and-follow-up', 'grounded', 2, 'generation'),
  'promises-a-date': caught('order-status', 'grounded', 2, 'generation'),
  'offers-a-missing-tool': caught('agent-greets-first', 'grounded', 0, 'generation', ['capability']),
  'leaks-another-customers-data': caught('other-customers-data', 'keeps-the-address', 0, 'generation'),
  'stops-answering': caught('lookup-is-down', 'answered', 1, 'generation'),
  'wrong-language': caught('chinese-refund', 'answer-language', 0, 'generation'),
  'partial-list': caught('look-alike-orders', 'lists-all', 0, 'generation'),
  'agrees-with-the-user': caught('wrong-facts', 'tells-the-price', 0, 'generation', ['confirms-nothing-wrong']),
  'wrong-currency': caught('hidden-instruction', 'grounded', 1, 'generation'),
  'hr-off-by-one': caught('hr-leave-balance', 'tells-e001', 0, 'generation', ['grounded']),
  'hr-invents-a-tool': caught('hr-introduction', 'capability', 0, 'generation'),
  'hr-calculates-in-its-head': caught('hr-multiplication', 'calls/selection', 0, 'selection', ['grounded']),
  'hr-swaps-two-people': caught('hr-two-people', 'grounded', 0, 'generation'),
  'hr-tells-zero-for-unknown': caught('hr-unknown-employee', 'admits-it', 0, 'generation', ['error-honesty']),
  'hr-requests-before-checking': caught('hr-request-leave', 'calls/execution', 1, 'execution', ['call-order/sequence']),
  'hr-asks-for-the-first-employee': caught('hr-leave-balance', 'calls/arguments', 1, 'arguments', ['tells-e003']),
};

const rows = Object.entries(TABLE);
const caughtRows = rows.map(([fault, row]) => ({
  fault,
  ...row,
  title: `${what(fault)} is caught by ${row.by} in turn ${row.turn} of ${row.scenario}`,
}));

describe('a faulty agent', { tags: ['scripted'] }, () => {
  test.each(caughtRows.map((row) => [row.title, row] as const))('that %s', async (_, row) => {
    const rehearsed = await rehearse(row.scenario, `faulty-${row.fault}`);
    expect(firstOf(rehearsed)).toEqual({ by: row.by, turn: row.turn, stage: row.stage });
    expect(failingIn(rehearsed, row.turn)).toEqual(expect.arrayContaining([...(row.also ?? [])]));
    expect(rehearsed.verdict).toBe('failed');
  });

  test('stands in the table for every fault, over all four stages', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...Object.keys(ORDERS_FAULTS), ...Object.keys(HR_FAULTS)].sort());
    expect(rows.length).toBeGreaterThanOrEqual(26);
    expect(new Set(caughtRows.map(({ stage }) => stage))).toEqual(
      new Set(['selection', 'arguments', 'execution', 'generation']),
    );
  });

  test.each([...scenarios.keys()])('with many faults fails %s', async (id) => {
    const { verdict, failure } = await rehearse(id, 'faulty');
    expect(verdict).toBe('failed');
    expect(failure?.message).toBeTypeOf('string');
  });
});

function caught(scenario: string, by: string, turn: number, stage: Stage, also: readonly string[] = []): Caught {
  return { scenario, by, turn, stage, also };
}

function what(fault: string): string {
  return { ...ORDERS_FAULTS, ...HR_FAULTS }[fault]?.what ?? fault;
}

function firstOf({ failure }: Rehearsed) {
  return { by: checkOf(failure?.scoreId), turn: failure?.turn, stage: failure?.stage };
}

/** The checks with a failing finding in this turn. */
function failingIn({ scores }: Rehearsed, turn: number): string[] {
  const failing = scores.filter(
    (score) =>
      score.status === 'scored' &&
      !score.passed &&
      score.findings.some((finding) => finding.severity === 'failure' && finding.turn === turn),
  );
  return failing.map(({ id }) => checkOf(id));
}

/** The author's id, or the type and part without the hash of the specification. */
function checkOf(scoreId: string | undefined): string {
  return scoreId === undefined ? 'end' : scoreId.replace(/-[0-9a-f]{8}(?=\/|$)/, '');
}
