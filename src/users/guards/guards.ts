import type { Guard, NumberGuard } from '../../domain/authoring/machine-definition.ts';
import { type Decimal, parseDecimal } from '../../domain/values/decimal.ts';

import { isDenied, isDeniedByAnswer } from '../language/denial.ts';
import { compareDecimal, findNumbers, plainDigits } from '../language/numbers.ts';
import type { Moment } from './moment.ts';
import { searchPattern } from './search-pattern.ts';

/** Furthest distance between a number and the words that it must stand near, in characters. */
const MAX_NEAR_DISTANCE = 40;

export type GuardTest = (moment: Moment) => boolean;

/**
 * Compiles a guard once, for every session and every user of its machine; all conditions given must hold. Throws for a
 * bad pattern, so check a machine before it is compiled.
 */
export function compileGuard(guard: Guard): GuardTest {
  const tests = [...wordTests(guard), ...otherTests(guard)];
  const [only] = tests;
  return tests.length === 1 && only !== undefined ? only : (moment) => tests.every((test) => test(moment));
}

function wordTests({ heard, heardAny, heardAll, denied, asked, notice }: Guard): GuardTest[] {
  return [
    heard === undefined ? undefined : heardTest(heard),
    heardAny === undefined ? undefined : anyOf(heardAny.map(heardTest)),
    heardAll === undefined ? undefined : allOf(heardAll.map(heardTest)),
    denied === undefined ? undefined : deniedTest(denied),
    asked === undefined ? undefined : askedTest(asked),
    notice === undefined ? undefined : noticeTest(notice),
  ].filter((test) => test !== undefined);
}

function otherTests(guard: Guard): GuardTest[] {
  const { number, silent, visits, turn, captured, not, any, all } = guard;
  const negated = not === undefined ? undefined : compileGuard(not);
  return [
    number === undefined ? undefined : numberTest(number),
    silent === undefined ? undefined : (moment: Moment) => (moment.text.trim() === '') === silent,
    visits === undefined ? undefined : visitsTest(visits),
    turn === undefined ? undefined : (moment: Moment) => moment.turn >= turn,
    captured === undefined ? undefined : (moment: Moment) => Object.hasOwn(moment.memory.captures, captured),
    negated === undefined ? undefined : (moment: Moment) => !negated(moment),
    any === undefined ? undefined : anyOf(any.map(compileGuard)),
    all === undefined ? undefined : allOf(all.map(compileGuard)),
  ].filter((test) => test !== undefined);
}

function anyOf(tests: readonly GuardTest[]): GuardTest {
  return (moment) => tests.some((test) => test(moment));
}

function allOf(tests: readonly GuardTest[]): GuardTest {
  return (moment) => tests.every((test) => test(moment));
}

function heardTest(source: string): GuardTest {
  const pattern = searchPattern(source);
  return ({ text }) => pattern.test(text);
}

function noticeTest(source: string): GuardTest {
  const pattern = searchPattern(source);
  return ({ notices }) => notices !== '' && pattern.test(notices);
}

function deniedTest(source: string): GuardTest {
  const pattern = searchPattern(source);
  return (moment) => {
    if (!pattern.test(moment.text)) return false;
    const sentences = moment.sentences();
    return sentences.some(
      (sentence, index) =>
        isDenied(sentence, pattern.findAll) || isDeniedByAnswer(sentence, sentences[index + 1] ?? '', pattern.findAll),
    );
  };
}

function askedTest(source: string): GuardTest {
  const pattern = searchPattern(source);
  return (moment) => moment.questions().some((question) => pattern.test(question));
}

function visitsTest(visits: NonNullable<Guard['visits']>): GuardTest {
  return ({ memory }) => {
    const { state, atLeast } = typeof visits === 'number' ? { state: memory.state, atLeast: visits } : visits;
    return (memory.visits.get(state) ?? 0) >= atLeast;
  };
}

type Operand = (memory: Moment['memory']) => Decimal | undefined;

function numberTest({ is, over, under, near }: NumberGuard): GuardTest {
  const comparisons = [
    is === undefined ? undefined : { operand: operandOf(is), holds: (order: number) => order === 0 },
    over === undefined ? undefined : { operand: operandOf(over), holds: (order: number) => order > 0 },
    under === undefined ? undefined : { operand: operandOf(under), holds: (order: number) => order < 0 },
  ].filter((comparison) => comparison !== undefined);
  const neighbour = near === undefined ? undefined : searchPattern(near);
  return (moment) => {
    const { text, found } = moment.numbers();
    const places = neighbour?.findAll(text);
    return found.some(({ value, start, end }) => {
      const isNear =
        places?.some((place) => place.start - end <= MAX_NEAR_DISTANCE && start - place.end <= MAX_NEAR_DISTANCE) ??
        true;
      return (
        isNear &&
        comparisons.every(({ operand, holds }) => {
          const other = operand(moment.memory);
          return other !== undefined && holds(compareDecimal(value, other));
        })
      );
    });
  };
}

/** A number as such, or the first number in the value of a fact or a capture. */
function operandOf(operand: number | string): Operand {
  const literal = parseDecimal(operand, { normalize: true });
  if (literal !== undefined) return () => literal;
  const name = String(operand);
  return ({ facts, captures }) => {
    const known = Object.hasOwn(facts, name) ? firstNumber(facts[name] ?? '') : undefined;
    return known ?? (Object.hasOwn(captures, name) ? firstNumber(captures[name] ?? '') : undefined);
  };
}

/** What a guard and the guards inside it compare numbers with by name: facts and captures. */
export function namedOperands({ number = {}, not, any = [], all = [] }: Guard): string[] {
  const own = [number.is, number.over, number.under].filter((operand) => operand !== undefined).map(String);
  return [...own, ...(not === undefined ? [] : namedOperands(not)), ...[...any, ...all].flatMap(namedOperands)];
}

/** The first number in a text, exactly; undefined when it holds none. */
export function firstNumber(text: string): Decimal | undefined {
  return findNumbers(plainDigits(text))[0]?.value;
}
