import { cutText } from '../../text/value-text.ts';
import type { ArgumentDifference } from '../arguments/matcher.ts';
import { pointerName } from './pointer-name.ts';

/** Two long values that begin alike are told from shortly before the place where they part. */
const ALIKE = 40;
const LEAD = 12;
/** A table and a line show less of a value than a sentence does. */
const SHORT = 80;

/** A difference in all the words that are needed of it. */
export type LeafWords = {
  code: string;
  /** Goes on from a call: ``was called with `amount` = 99; expected 49.9``. */
  clause: string;
  /** For the table: `amount: 99 → expected 49.9`. */
  remark: string;
  /** For a line: `amount=99, expected 49.9`. */
  brief: string;
  /** Part of a sentence: `` `amount`: 99 instead of 49.9 ``. */
  phrase: string;
  noun: readonly [one: string, many: string];
};

/** Tells one difference between expected and actual arguments. */
export function leafWords(difference: ArgumentDifference): LeafWords {
  const { kind, pointer } = difference;
  const { expected, actual } = fromWhereTheyPart(difference);
  const [wanted, found] = [cutText(expected, SHORT), cutText(actual, SHORT)];
  const name = pointer === '' ? 'arguments' : pointerName(pointer);
  const quoted = pointer === '' ? 'the arguments' : `\`${name}\``;
  const meant = difference.meant === undefined ? '' : `; ${difference.meant} was probably meant`;
  const quotedMeant = difference.meant === undefined ? '' : `; \`${difference.meant}\` was probably meant`;
  switch (kind) {
    case 'missing': {
      if (difference.isItem === true) {
        return {
          code: 'missing_argument',
          clause: `was called with ${quoted} that lack${pointer === '' ? '' : 's'} ${expected}`,
          remark: `${name}: lacks ${wanted}`,
          brief: `${name} lacks ${wanted}`,
          phrase: `${quoted}, which lacks ${wanted}`,
          noun: ['missing item', 'missing items'],
        };
      }
      // The nearest name of a missing key is one that stands there.
      const near = difference.meant === undefined ? '' : `; there is ${difference.meant}`;
      return {
        code: 'missing_argument',
        clause: `was called without ${quoted}; expected ${expected}${near === '' ? '' : `; there is \`${difference.meant}\``}`,
        remark: `${name}: missing → expected ${wanted}${near}`,
        brief: `no ${name}, expected ${wanted}`,
        phrase: `${quoted}: missing instead of ${wanted}`,
        noun: ['missing argument', 'missing arguments'],
      };
    }
    case 'unexpected':
      return {
        code: 'unexpected_argument',
        clause: `was called with ${quoted} = ${actual}, which was not expected${quotedMeant}`,
        remark: `${name}: ${found} → expected nothing${meant}`,
        brief: `${name}=${found}, expected nothing`,
        phrase: `${quoted}: ${found} instead of nothing`,
        noun: ['unexpected argument', 'unexpected arguments'],
      };
    case 'unknown':
      return {
        code: 'unknown_argument',
        clause: `was called with ${quoted} = ${actual}, and takes no such argument${quotedMeant}`,
        remark: `${name}: ${found} → no such argument${meant}`,
        brief: `${name}=${found}, no such argument${meant}`,
        phrase: `${quoted}, which is no argument of it`,
        noun: ['unknown argument', 'unknown arguments'],
      };
    default:
      return {
        code: 'wrong_argument',
        clause: `was called with ${quoted} = ${actual}; expected ${expected}`,
        remark: `${name}: ${found} → expected ${wanted}`,
        brief: `${name}=${found}, expected ${wanted}`,
        phrase: `${quoted}: ${found} instead of ${wanted}`,
        noun: ['wrong argument', 'wrong arguments'],
      };
  }
}

function fromWhereTheyPart({ expected, actual }: ArgumentDifference): { expected: string; actual: string } {
  let same = 0;
  while (same < expected.length && expected[same] === actual[same]) same += 1;
  if (same < ALIKE || same === expected.length) return { expected, actual };
  const start = same - LEAD;
  const isHalf = /[\udc00-\udfff]/.test(expected[start] ?? '');
  const from = isHalf ? start - 1 : start;
  const cut = (text: string): string => `${text.startsWith('"') ? '"' : ''}…${text.slice(from)}`;
  return { expected: cut(expected), actual: cut(actual) };
}
