import type { ValueClaim } from '../../claims/claim.ts';
import { conceptsOfTool } from '../../claims/concepts.ts';
import { isSameAmount } from '../../claims/equations.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf } from '../../values/typed-value.ts';

type Operation = { concept: string; sign: string; apply(a: number, b: number): number };

const OPERATIONS: readonly Operation[] = [
  { concept: 'multiply', sign: '×', apply: (a, b) => a * b },
  { concept: 'add_up', sign: '+', apply: (a, b) => a + b },
  { concept: 'subtract', sign: '-', apply: (a, b) => Math.abs(a - b) },
  { concept: 'divide', sign: '÷', apply: (a, b) => a / b },
];

/**
 * Says so when a value can only come from reckoning with the user's own numbers although a registered tool is there for
 * that and no call of it has succeeded: right perhaps, but nothing the agent saw makes it so.
 */
export function luckOf(claim: ValueClaim, ledger: EvidenceLedger): string | undefined {
  const amount = amountOf(claim.value);
  if (amount === undefined || claim.value.kind === 'percent' || ledger.tools === 'unknown') return undefined;
  const operands = operandsOf(claim, ledger);
  for (const { concept, sign, apply } of OPERATIONS) {
    const tool = ledger.tools.find(({ name, description }) => conceptsOfTool({ name, description }).has(concept));
    if (!tool || wasCalled(tool.name, claim, ledger)) continue;
    const pair = pairOf(operands, (a, b) => isSameAmount(apply(a, b), Number(amount)));
    if (pair)
      return `\`${claim.text}\` equals ${pair[0]} ${sign} ${pair[1]} from the user's words, but \`${tool.name}\` was not called for it`;
  }
  return undefined;
}

function wasCalled(tool: string, claim: ValueClaim, ledger: EvidenceLedger): boolean {
  return ledger.calls.some(
    (call) =>
      call.tool === tool && call.outcome === 'ok' && call.seenAt !== undefined && call.seenAt < claim.answer.seq,
  );
}

const MAX_NUMBERS = 12;

/** Numbers of the last thing that the user said, the first of them. */
function operandsOf(claim: ValueClaim, ledger: EvidenceLedger): readonly number[] {
  const numbers = new Set<number>();
  for (const { source, turn, visibleFrom, values } of ledger.entries) {
    if (source !== 'user' || turn !== claim.answer.turn || visibleFrom >= claim.answer.seq) continue;
    for (const { value } of values) {
      const amount = amountOf(value);
      if (amount !== undefined) numbers.add(Number(amount));
      if (numbers.size >= MAX_NUMBERS) return [...numbers];
    }
  }
  return [...numbers];
}

function pairOf(
  numbers: readonly number[],
  fits: (a: number, b: number) => boolean,
): readonly [number, number] | undefined {
  for (const a of numbers) {
    for (const b of numbers) if (fits(a, b) && (a !== b || numbers.length === 1)) return [a, b];
  }
  return undefined;
}
