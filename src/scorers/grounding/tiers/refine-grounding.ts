import { refuseMistakes, unknownOptions } from '../../../domain/authoring/option-names.ts';
import type { ChatModel, ChatModelSession } from '../../../domain/contracts/chat-model.ts';
import type { NliBackend } from '../../../domain/contracts/nli-backend.ts';
import { canonicalText } from '../../../domain/values/canonical.ts';
import { stableHash } from '../../../domain/values/hash.ts';
import { toJsonValue } from '../../../domain/values/json-value.ts';
import { safeErrorText } from '../../../domain/values/safe-error.ts';
import { checkAnswer, type GroundingReport } from '../check/check-grounding.ts';
import type { GroundingInput } from '../check/grounding-input.ts';
import { applyOpinions } from './apply-opinions.ts';
import { askGroundingJudge } from './ask-grounding-judge.ts';
import { askNli, type NliThresholds } from './ask-nli.ts';
import { openClaims } from './open-claims.ts';

export type RefineOptions = {
  /** Reads open statements against the evidence that says most about them. Asked first. */
  nli?: NliBackend | undefined;
  thresholds?: NliThresholds | undefined;
  /** Asked about what is open after that. */
  judge?: ChatModel | undefined;
  /** Decides the fence, the ids and the control statements of requests; default 0. */
  seed?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** `judge` tells what became of asking the judge; absent when none was there, or nothing was open. */
export type RefinedReport = GroundingReport & {
  judge?: { requests: number } & ({ status: 'judged' } | { status: 'failed'; problem: string });
};

/**
 * `checkGrounding`, and then a model for what rules left open or missed only by its words. No tier takes back what rules
 * contradicted, and none lifts a claim without evidence that code looked up. Where the judge fails, its claims stay as they
 * were, and `judge` says why. Throws `UsageError` for a wrong input and for a backend whose numbers are no probabilities;
 * rejects with the signal's reason when it aborts.
 */
export async function refineGrounding(input: GroundingInput, options: RefineOptions = {}): Promise<RefinedReport> {
  refuseMistakes('refineGrounding', mistakesIn(options));
  const { nli, thresholds, judge, seed = 0, signal = new AbortController().signal } = options;
  signal.throwIfAborted();
  const { answer, judged, ledger, seq, turn, reportOf } = checkAnswer(input);
  const read =
    nli === undefined ? judged : await askNli({ answer, judged }, { ledger, seq, backend: nli, signal, thresholds });
  const open = judge === undefined ? [] : openClaims(answer, read);
  if (judge === undefined || open.length === 0) return reportOf(read);
  const key = { scenario: 'grounding', variant: 'default', trial: 0 };
  let session: ChatModelSession;
  try {
    session = judge.open({ role: 'judge', key, seed });
  } catch (error) {
    const problem = `the judge \`${judge.name}\` could not be opened: ${safeErrorText(error).message}`;
    return { ...reportOf(read), judge: { status: 'failed', requests: 0, problem } };
  }
  try {
    const parts = [seed, stableHash(canonicalText(toJsonValue(input).value))];
    const said = await askGroundingJudge(open, {
      ledger,
      seq,
      turn,
      asking: { judge: { name: judge.name, session }, options: { signal }, parts },
    });
    const { requests } = said;
    if (said.status === 'failed')
      return {
        ...reportOf(read),
        judge: { status: 'failed', requests, problem: `the judge \`${judge.name}\` ${said.problem}` },
      };
    return { ...reportOf(applyOpinions(read, said.opinions)), judge: { status: 'judged', requests } };
  } finally {
    await session.close?.();
  }
}

const OPTIONS = ['nli', 'thresholds', 'judge', 'seed', 'signal'];

function mistakesIn(options: unknown): string[] {
  if (typeof options !== 'object' || options === null) return ['the options have to be an object'];
  const { nli, judge, seed, thresholds } = options as RefineOptions;
  const isShare = (value: unknown): boolean =>
    value === undefined || (typeof value === 'number' && value > 0 && value <= 1);
  return [
    ...unknownOptions(options, OPTIONS),
    ...(nli === undefined || typeof nli?.classify === 'function' ? [] : ['`nli` needs a function `classify`']),
    ...(judge === undefined || typeof judge?.open === 'function'
      ? []
      : ['`judge` has to be a model, such as `openaiModel(…)`']),
    ...(seed === undefined || Number.isSafeInteger(seed) ? [] : ['`seed` has to be a whole number']),
    ...(thresholds === undefined || (isShare(thresholds.entailment) && isShare(thresholds.contradiction))
      ? unknownOptions(thresholds ?? {}, ['entailment', 'contradiction'])
      : ['`thresholds` are probabilities above 0, at most 1']),
  ];
}
