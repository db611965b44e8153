import type { OpenedJudge, ScoreInput, ScoreOptions } from '../../../domain/contracts/scorer.ts';
import { groundingPromptHash } from '../../../domain/prompts/grounding-prompt.ts';
import { startOf } from '../../../domain/transcript/endings.ts';
import { safeErrorText } from '../../../domain/values/safe-error.ts';
import type { Answer } from '../claims/answer.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';
import type { SessionReading } from '../session-reading.ts';
import { applyOpinions } from './apply-opinions.ts';
import { askGroundingJudge } from './ask-grounding-judge.ts';
import { openClaims } from './open-claims.ts';

/** Judged claims of each answer after the judge was asked, or why it was of no use. */
export type JudgedSession =
  | { status: 'judged'; requests: number; judgedIn(answer: Answer): readonly JudgedClaim[] }
  | { status: 'unscored'; problem: string }
  | { status: 'errored'; problem: string };

/** One request for each answer that holds open statements, and a second where a reply cannot be used. */
export const MOST_REQUESTS_A_TURN = 2;

/** Asks the model `name`, or the project's judge, about the statements of a session that rules left open. */
export async function judgeSession(
  answers: readonly Answer[],
  {
    input,
    reading,
    name,
    options,
  }: { input: ScoreInput; reading: SessionReading; name: string | undefined; options: ScoreOptions },
): Promise<JudgedSession> {
  const open = answers.flatMap((answer) => {
    const claims = openClaims(answer, reading.judgedIn(answer));
    return claims.length === 0 ? [] : [{ answer, claims }];
  });
  if (open.length === 0) return { status: 'judged', requests: 0, judgedIn: reading.judgedIn };
  const opened = options.openJudge?.(name);
  if (opened === undefined) return { status: 'unscored', problem: noJudge(name) };
  if (opened.calibrationOf(groundingPromptHash) === undefined)
    options.onNote?.(`nobody has measured how often the judge \`${opened.name}\` is right about grounding`);
  let said: Awaited<ReturnType<typeof askAll>>;
  try {
    said = await askAll(open, { input, reading, opened, options });
  } finally {
    await closeOf(opened);
  }
  const failed = said.find(({ result }) => result.status === 'failed');
  if (failed?.result.status === 'failed')
    return { status: 'errored', problem: `the judge \`${opened.name}\` ${failed.result.problem}` };
  const settled = new Map(
    said.map(({ answer, result }) => [
      answer,
      applyOpinions(reading.judgedIn(answer), result.status === 'judged' ? result.opinions : []),
    ]),
  );
  return {
    status: 'judged',
    requests: said.reduce((sum, { result }) => sum + result.requests, 0),
    judgedIn: (answer) => settled.get(answer) ?? reading.judgedIn(answer),
  };
}

type Open = { answer: Answer; claims: ReturnType<typeof openClaims> };

function askAll(
  open: readonly Open[],
  {
    input,
    reading,
    opened,
    options,
  }: { input: ScoreInput; reading: SessionReading; opened: OpenedJudge; options: ScoreOptions },
) {
  const started = startOf(input.transcript);
  const { scenario = '', variant = '', trial = 0 } = started?.key ?? {};
  const parts = [started?.seed ?? 0, scenario, variant, trial];
  return Promise.all(
    open.map(async ({ answer, claims }) => ({
      answer,
      result: await askGroundingJudge(claims, {
        ledger: reading.ledger,
        seq: answer.seq,
        turn: answer.turn,
        asking: { judge: opened, options, parts },
      }),
    })),
  );
}

function noJudge(name: string | undefined): string {
  const remedy = 'name one under `models` in rehearsal.config.ts';
  return name === undefined
    ? `no model is there to judge what rules leave open: ${remedy}, as \`judge\``
    : `there is no model \`${name}\` to judge: ${remedy}`;
}

/** What breaks when it is closed has answered before; a script whose steps were not all used is told. */
async function closeOf({ name, session }: OpenedJudge): Promise<void> {
  try {
    await session.close?.();
  } catch (error) {
    throw new Error(`the judge \`${name}\` broke when it was closed: ${safeErrorText(error).message}`, {
      cause: error,
    });
  }
}
