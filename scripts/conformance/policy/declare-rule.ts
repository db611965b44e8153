import type { ClosedRule } from '../../../src/scorers/policy/rules/policy-rule.ts';

type Template = (a: string, b: string, n: number) => ClosedRule;

/**
 * The templates of DECLARE (Pesic, van der Aalst; finite traces after De Giacomo and Vardi 2013) in the words of a policy.
 * The two events of each are tools.
 */
export const DECLARE: Readonly<Record<string, Template>> = {
  existence: (a, _b, n) => ({ atLeast: n, of: a }),
  absence: (a, _b, n) => ({ atMost: n - 1, of: a }),
  exactly: (a, _b, n) => ({ exactly: n, of: a }),
  init: (a) => ({ first: a }),
  end: (a) => ({ last: a }),
  'responded-existence': (a, b) => ({ when: a, requires: b, order: 'any' }),
  'co-existence': (a, b) => ({ together: [a, b] }),
  response,
  precedence,
  succession: (a, b, n) => ({ all: [response(a, b, n), precedence(a, b, n)] }),
  'alternate-response': alternateResponse,
  'alternate-precedence': alternatePrecedence,
  'alternate-succession': (a, b, n) => ({ all: [alternateResponse(a, b, n), alternatePrecedence(a, b, n)] }),
  'chain-response': chainResponse,
  'chain-precedence': chainPrecedence,
  'chain-succession': (a, b, n) => ({ all: [chainResponse(a, b, n), chainPrecedence(a, b, n)] }),
  'not-co-existence': notCoExistence,
  'not-responded-existence': notCoExistence,
  'not-succession': notSuccession,
  'not-response': notSuccession,
  'not-precedence': notSuccession,
  'not-chain-succession': notChainSuccession,
  'not-chain-response': notChainSuccession,
  'not-chain-precedence': notChainSuccession,
  choice: (a, b) => ({ atLeast: 1, of: [a, b] }),
  'exclusive-choice': (a, b) => ({ all: [{ atLeast: 1, of: [a, b] }, { notBoth: [a, b] }] }),
};

function response(a: string, b: string, _n: number): ClosedRule {
  return { when: a, leadsTo: b };
}

function precedence(a: string, b: string, _n: number): ClosedRule {
  return { when: b, requires: a, order: 'position' };
}

function alternateResponse(a: string, b: string, n: number): ClosedRule {
  return { all: [response(a, b, n), { noneAfter: a, of: a, until: b }] };
}

function alternatePrecedence(a: string, b: string, _n: number): ClosedRule {
  return { when: b, requires: a, since: b, order: 'position' };
}

function chainResponse(a: string, b: string, _n: number): ClosedRule {
  return { when: a, immediately: b };
}

function chainPrecedence(a: string, b: string, _n: number): ClosedRule {
  return { when: b, immediatelyBefore: a };
}

function notCoExistence(a: string, b: string): ClosedRule {
  return { notBoth: [a, b] };
}

function notSuccession(a: string, b: string): ClosedRule {
  return { noneAfter: a, of: b };
}

function notChainSuccession(a: string, b: string): ClosedRule {
  return { noneAfter: a, of: b, within: { calls: 1 } };
}
