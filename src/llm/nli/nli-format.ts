import { z } from 'zod';

type Pair = { premise: string; statement: string };
type Reading = { entailment: number; neutral: number; contradiction: number };
type Format = 'pairs' | 'tei';

/** The body of a request. */
export function nliRequest(pairs: readonly Pair[], format: Format): string {
  return JSON.stringify(
    format === 'pairs' ? { pairs } : { inputs: pairs.map(({ premise, statement }) => [premise, statement]) },
  );
}

const Share = z.number().min(0).max(1);
const Results = z.looseObject({
  results: z.array(z.looseObject({ entailment: Share, neutral: Share, contradiction: Share })),
});
const Labels = z.array(z.array(z.looseObject({ label: z.string(), score: Share })));

/** Reads an answer: one reading for each pair, in order, whose numbers are probabilities; or what is wrong with it. */
export function readNliReply(
  text: string,
  { format, count }: { format: Format; count: number },
): { readings: readonly Reading[] } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'answered with something that is no JSON' };
  }
  const readings =
    format === 'pairs' ? Results.safeParse(value).data?.results : Labels.safeParse(value).data?.map(readingOf);
  if (readings === undefined) return { problem: `answered in another form than \`${format}\`` };
  if (readings.length !== count)
    return { problem: `was asked about ${count} pairs and answered about ${readings.length}` };
  const whole = readings.flatMap((reading) => (reading !== undefined && addsUp(reading) ? [reading] : []));
  return whole.length === count
    ? { readings: whole.map(({ entailment, neutral, contradiction }) => ({ entailment, neutral, contradiction })) }
    : { problem: 'answered with numbers that are no probabilities of entailment, neutral and contradiction' };
}

/** Labels are named in any case; a model whose labels are `LABEL_0` and the like says nothing of what they mean. */
function readingOf(labels: readonly { label: string; score: number }[]): Reading | undefined {
  const scoreOf = (name: string): number | undefined => labels.find(({ label }) => label.toLowerCase() === name)?.score;
  const [entailment, neutral, contradiction] = ['entailment', 'neutral', 'contradiction'].map(scoreOf);
  return entailment === undefined || neutral === undefined || contradiction === undefined
    ? undefined
    : { entailment, neutral, contradiction };
}

function addsUp({ entailment, neutral, contradiction }: Reading): boolean {
  return Math.abs(entailment + neutral + contradiction - 1) <= 0.02;
}
