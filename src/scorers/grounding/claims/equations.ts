import { canonicalDecimal, scaledOf } from '../values/decimals.ts';

const NUMBER = '(\\d{1,15}(?:,\\d{3}){0,5}(?:\\.\\d{1,10})?)';
const OPERAND = `[$€£¥]? ?${NUMBER}[^\\d+\\-*/=×÷xX,.;()（）乘加减除等]{0,12}`;
const OPERATOR =
  '(?:([+*×÷]|(?<= )[-/](?= )|x(?=[ \\d$])|乘以?|加上?|减去?|除以|\\btimes\\b|\\bplus\\b|\\bminus\\b|\\bmultiplied by\\b|\\bdivided by\\b))';
const EQUALS = '(?:=|等于|是|为|\\bequals?\\b|\\bis\\b|\\bcomes? to\\b|\\bmakes?\\b)';
const WRITTEN = new RegExp(
  `(?<![\\d.,])${OPERAND} ?${OPERATOR} ?${OPERAND} ?(?:${OPERATOR} ?${OPERAND} ?)?(?:${OPERATOR} ?${OPERAND} ?)?[(（)） ]{0,2}${EQUALS} ?[$€£¥]? ?${NUMBER}(?![\\d])`,
  'gi',
);

/** An equation that a text writes out. `end` is where its result ends. */
export type Equation = {
  text: string;
  end: number;
  holds: boolean;
  operation: 'sum' | 'difference' | 'product' | 'ratio';
  right: string;
};

/** The equations of up to four operands that a text writes out, with whether they are true. */
export function equationsIn(text: string): readonly Equation[] {
  const equations: Equation[] = [];
  for (const match of text.matchAll(WRITTEN)) {
    const [whole, first, op1, second, op2, third, op3, fourth, result] = match;
    const terms = [first, second, third, fourth]
      .filter((term) => term !== undefined)
      .map((term) => Number(canonicalDecimal(term ?? '')));
    const operators = [op1, op2, op3].filter((operator) => operator !== undefined).map(operatorOf);
    const value = evaluate(terms, operators);
    const told = Number(canonicalDecimal(result ?? ''));
    if (value === undefined || Number.isNaN(told)) continue;
    const [operation = 'sum'] = operators;
    equations.push({
      text: whole,
      end: match.index + whole.length,
      holds: isSameAmount(value, told),
      operation,
      right: String(Number(value.toFixed(6))),
    });
  }
  return equations;
}

function operatorOf(text: string | undefined): Equation['operation'] {
  if (/^(?:\+|加|plus)/i.test(text ?? '')) return 'sum';
  if (/^(?:-|减|minus)/i.test(text ?? '')) return 'difference';
  return /^(?:\/|÷|除|divided)/i.test(text ?? '') ? 'ratio' : 'product';
}

/** Products and ratios first, then left to right. */
function evaluate(terms: readonly number[], operators: readonly Equation['operation'][]): number | undefined {
  const sums: number[] = [terms[0] ?? Number.NaN];
  for (const [index, operator] of operators.entries()) {
    const next = terms[index + 1] ?? Number.NaN;
    const last = sums.pop() ?? Number.NaN;
    if (operator === 'product') sums.push(last * next);
    else if (operator === 'ratio') sums.push(last / next);
    else sums.push(last, operator === 'sum' ? next : -next);
  }
  const value = sums.reduce((total, term) => total + term, 0);
  return Number.isFinite(value) ? value : undefined;
}

/** Equal to the cent, or as rounded as it was told. */
export function isSameAmount(value: number, told: number): boolean {
  const a = scaledOf(Math.abs(value).toFixed(6));
  const b = scaledOf(Math.abs(told).toFixed(6));
  if (a === undefined || b === undefined) return false;
  const places = String(told).split('.')[1]?.length ?? 0;
  return Math.abs(a - b) <= 0.5 * 10 ** (6 - Math.max(places, 2)) + 1;
}

/** An amount in millionths, as it was told. A count only multiplies. */
export type Operand = { scaled: number; label: string; isCount: boolean };

/** A way to get `target`, in millionths, from operands, or undefined. */
export function combine(
  target: number,
  operands: readonly Operand[],
  { withProducts = false }: { withProducts?: boolean } = {},
): string | undefined {
  const list = operands.slice(0, 40);
  const amounts = list.filter(({ isCount }) => !isCount);
  for (const [index, a] of amounts.entries()) {
    for (const b of amounts.slice(index + 1)) {
      if (a.scaled + b.scaled === target) return `${a.label} + ${b.label}`;
      if (Math.abs(a.scaled - b.scaled) === target)
        return a.scaled > b.scaled ? `${a.label} - ${b.label}` : `${b.label} - ${a.label}`;
    }
    const times = withProducts && list.find((b) => b.isCount && Math.abs((a.scaled / 1e6) * b.scaled - target) < 1);
    if (times) return `${a.label} × ${times.label}`;
  }
  return amounts.length <= 14 ? combineThree(target, amounts) : undefined;
}

function combineThree(target: number, list: readonly Operand[]): string | undefined {
  for (const [index, a] of list.entries()) {
    for (const [offset, b] of list.slice(index + 1).entries()) {
      const c = list
        .slice(index + offset + 2)
        .find(
          (third) => a.scaled + b.scaled + third.scaled === target || a.scaled + b.scaled - third.scaled === target,
        );
      if (c) return `${a.label} + ${b.label} ${a.scaled + b.scaled + c.scaled === target ? '+' : '-'} ${c.label}`;
    }
  }
  return undefined;
}
