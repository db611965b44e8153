import { walkLeaves } from '../../../domain/values/json-pointer.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { needleOf } from '../index/needle.ts';
import { offerOf } from '../leaf-schema.ts';
import { recordKeysIn } from '../record-keys.ts';
import { holdsJson } from '../sources/spots.ts';
import { numberOfText } from '../values/numbers-in-text.ts';
import { isGeneratedKey, isNameOfThing } from './argument-names.ts';
import { judgeMoment, weakDay } from './judge-day.ts';
import { isWordedByAgent, judgeFreeText, looksLikeProse } from './judge-free-text.ts';
import { judgeNumber } from './judge-number.ts';
import { judgeExpression, judgeWords } from './judge-parts.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict } from './leaf-verdict.ts';
import { daysOfLeaf, isoTime, lookUpText } from './look-up.ts';
import { acceptedText, weakText } from './weak-text.ts';
import { isPlaceholder, whyUngrounded } from './why-ungrounded.ts';

/** Says where a value of a call's arguments comes from, among what the agent knew when it made the call. */
export function judgeLeaf(leaf: JsonValue, context: LeafContext): LeafVerdict {
  if (leaf === null) return exempt('null');
  if (typeof leaf === 'boolean') return exempt('boolean');
  if (isList(leaf)) return exempt('empty');
  if (isObject(leaf)) return typeof leaf.value === 'string' ? judgeLeaf(leaf.value, context) : exempt('empty');
  const offer = offerOf(leaf, context.schema);
  if (offer !== undefined) return exempt(offer);
  return typeof leaf === 'number' ? judgeNumber(leaf, undefined, context) : judgeText(leaf, context);
}

function exempt(why: Extract<LeafVerdict, { verdict: 'exempt' }>['why']): LeafVerdict {
  return { verdict: 'exempt', why, parts: [] };
}

/** What is longer is no name, address or id. */
const longestValue = 400;

function judgeText(leaf: string, context: LeafContext): LeafVerdict {
  const { compact } = needleOf(leaf);
  if (compact === '') return exempt('empty');
  const data = holdsJson(leaf);
  if (data !== undefined) return judgeData(data, context);
  if (isWordedByAgent(context) || leaf.length > longestValue) return judgeFreeText(leaf, context);
  if (isGeneratedKey(context.key, leaf)) return exempt('generated_key');
  const number = numberOfText(leaf);
  if (number !== undefined && !/^0\d/.test(leaf)) return judgeNumber(number, leaf, context);
  const places = lookUpText(leaf, context.evidence, known(context));
  if ([...compact].length === 1) return { verdict: 'weak', why: 'short', parts: [originsOf(places)] };
  if (places.length > 0) return { verdict: 'grounded', parts: [originsOf(places)] };
  if (isoTime.test(leaf.trim())) return judgeMoment(leaf.trim(), context);
  if (daysOfLeaf(leaf, context.evidence.today) !== undefined) {
    return weakDay(leaf, context) ?? weakText(leaf, context) ?? whyUngrounded(leaf, context);
  }
  if (isPlaceholder(leaf)) return acceptedText(leaf, context) ?? whyUngrounded(leaf, context);
  return (
    judgeExpression(leaf, context) ??
    judgeWords(leaf, context) ??
    (looksLikeProse(leaf) && !isNameOfThing(context.key) ? judgeFreeText(leaf, context) : undefined) ??
    weakText(leaf, context) ??
    whyUngrounded(leaf, context)
  );
}

const severity: Readonly<Record<LeafVerdict['verdict'], number>> = {
  exempt: 0,
  grounded: 1,
  weak: 2,
  forbidden: 3,
  ungrounded: 4,
};

/** Data inside a text is judged value by value; the worst decides. */
function judgeData(data: JsonValue, context: LeafContext): LeafVerdict {
  let worst: LeafVerdict = exempt('empty');
  const add = (leaf: JsonValue, key: string) => {
    const verdict = judgeLeaf(leaf, { ...context, schema: [], key });
    if (severity[verdict.verdict] > severity[worst.verdict]) worst = verdict;
    else if (verdict.verdict === 'grounded' && worst.verdict === 'grounded') {
      worst = { verdict: 'grounded', parts: [...worst.parts, ...verdict.parts] };
    }
  };
  for (const { name } of recordKeysIn(data, undefined)) add(name, 'id');
  walkLeaves(data, (leaf, pointer) => {
    add(leaf, pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? context.key);
  });
  return worst;
}
