import { z } from 'zod';
import { findQuote } from '../../judge/find-quote.ts';
import { cutText } from '../../text/value-text.ts';
import { keysOf } from '../values/value-keys.ts';
import type { Control } from './ledger-controls.ts';
import type { OpenClaim } from './open-claims.ts';
import type { Premise } from './premises.ts';

/** What a judge of grounding answers; nothing in it is checked but its form. */
export const Opinions = z.strictObject({
  answers: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.string(),
      evidence: z.array(z.strictObject({ id: z.string(), quote: z.string() })),
      verdict: z.enum(['supported', 'contradicted', 'unsupported', 'not_checkable']),
    }),
  ),
  supported: z.int().min(0),
});
export type Opinions = z.infer<typeof Opinions>;
type Opinion = Opinions['answers'][number];

/** A statement under the id that the judge knows it by. */
export type Asked = { id: string; statement: string } & ({ claim: OpenClaim } | { control: Control });

/** What is left of an opinion once its proof was looked up. `problem`: why the proof does not hold. */
export type CheckedOpinion = {
  claim: OpenClaim;
  verdict: Opinion['verdict'];
  reason: string;
  proof: readonly { premise: Premise; quote: string }[];
  problem?: string | undefined;
};

export type CheckedOpinions =
  | { status: 'checked'; opinions: readonly CheckedOpinion[] }
  | { status: 'void'; problem: string };

/**
 * Takes a reply only as a whole: each statement answered once, the sum right, and both controls right with a proof that
 * holds. A real statement whose proof does not hold is told as such; it voids nothing.
 */
export function checkOpinions(
  { answers, supported }: Opinions,
  asked: readonly Asked[],
  shown: ReadonlyMap<string, Premise>,
): CheckedOpinions {
  const fault = faultOf(answers, supported, asked);
  if (fault !== undefined) return { status: 'void', problem: fault };
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const opinions: CheckedOpinion[] = [];
  for (const one of asked) {
    const answer = byId.get(one.id) as Opinion;
    if ('control' in one) {
      const wrong = faultOfControl(answer, one.control, shown);
      if (wrong !== undefined) return { status: 'void', problem: wrong };
    } else opinions.push(checkOpinion(answer, one.claim, shown));
  }
  return { status: 'checked', opinions };
}

function faultOf(answers: readonly Opinion[], supported: number, asked: readonly Asked[]): string | undefined {
  const given = answers.map(({ id }) => id);
  const known = new Set(asked.map(({ id }) => id));
  const strange = given.find((id) => !known.has(id));
  if (strange !== undefined)
    return `answered a statement that nobody asked about (${JSON.stringify(cutText(strange))})`;
  if (new Set(given).size < given.length) return 'answered one statement twice';
  if (given.length < known.size) return `left out ${known.size - given.length} of ${known.size} statements`;
  const counted = answers.filter(({ verdict }) => verdict === 'supported').length;
  return counted === supported ? undefined : `says that ${supported} are supported, and calls ${counted} so`;
}

/** The known statements are there to notice a judge that follows the evidence instead of reading it. */
function faultOfControl(
  answer: Opinion,
  { isTrue, premise }: Control,
  shown: ReadonlyMap<string, Premise>,
): string | undefined {
  if (!isTrue)
    return answer.verdict === 'supported' || answer.verdict === 'not_checkable'
      ? `calls a known false statement ${answer.verdict}`
      : undefined;
  if (answer.verdict !== 'supported') return `calls a known true statement ${answer.verdict}`;
  const points = answer.evidence.some(
    ({ id, quote }) => shown.get(id)?.entry.text.includes(premise.entry.text) === true && isIn(quote, shown.get(id)),
  );
  return points ? undefined : 'cannot say where a known true statement stands';
}

function checkOpinion(answer: Opinion, claim: OpenClaim, shown: ReadonlyMap<string, Premise>): CheckedOpinion {
  const { verdict, reason } = answer;
  const head = { claim, verdict, reason: cutText(reason) };
  if (verdict === 'unsupported' || verdict === 'not_checkable') return { ...head, proof: [] };
  const forged = answer.evidence.find(({ id, quote }) => !isIn(quote, shown.get(id)));
  const proof = answer.evidence.flatMap(({ id, quote }) => {
    const premise = shown.get(id);
    return premise === undefined ? [] : [{ premise, quote }];
  });
  if (forged !== undefined) {
    const problem = shown.has(forged.id)
      ? `quotes ${JSON.stringify(cutText(forged.quote))}, which the evidence does not say`
      : `points at evidence that there is not (${JSON.stringify(cutText(forged.id))})`;
    return { ...head, proof: [], problem };
  }
  if (proof.length === 0) return { ...head, proof, problem: 'points at no evidence' };
  const missing = verdict === 'supported' ? valueMissing(claim, proof) : undefined;
  return missing === undefined
    ? { ...head, proof }
    : { ...head, proof, problem: `points at evidence without \`${missing}\`` };
}

function isIn(quote: string, premise: Premise | undefined): boolean {
  if (premise === undefined || quote.trim() === '') return false;
  const { entry, quotable } = premise;
  const value = entry.values.find(({ start, end }) => quote.includes(entry.text.slice(start, end)));
  const needle = value === undefined ? undefined : entry.text.slice(value.start, value.end);
  const event = {
    seq: entry.seq,
    turn: entry.turn,
    actor: 'tool' as const,
    heading: '',
    text: quotable,
    cut: 0,
    isSpeech: false,
  };
  return findQuote(quote, event, { needle }).status === 'found';
}

/** A value that the statement tells and that no entry pointed at has. */
function valueMissing({ sentence }: OpenClaim, proof: CheckedOpinion['proof']): string | undefined {
  const keys = new Set(proof.flatMap(({ premise }) => premise.entry.values.flatMap(({ value }) => keysOf(value))));
  const words = proof.map(({ premise }) => `${premise.text} ${premise.entry.text}`.toLowerCase()).join('\n');
  const missing = sentence.values.find(({ value, start, end }) => {
    const told = sentence.text.slice(start - sentence.start, end - sentence.start).toLowerCase();
    return !keysOf(value).some((key) => keys.has(key)) && !words.includes(told);
  });
  return missing && sentence.text.slice(missing.start - sentence.start, missing.end - sentence.start);
}
