import type { ChatRequest } from '../../domain/contracts/chat-model.ts';
import type { OpenedJudge, ScoreOptions } from '../../domain/contracts/scorer.ts';
import { fenceFor } from '../../domain/display/prompt.ts';
import {
  judgeMessages,
  judgeOutputSchema,
  judgePromptHash,
  judgeRetryMessage,
  type Statement,
} from '../../domain/prompts/judge-prompt.ts';
import { seedOf, stableHash } from '../../domain/values/hash.ts';
import { type Random, randomFrom } from '../../domain/values/random.ts';
import { askOnce } from './ask-once.ts';
import { type Asked, type CheckedReply, checkReply } from './check-reply.ts';
import { type ControlTools, controlsFor, languageOf } from './control.ts';
import type { Criterion } from './criterion.ts';
import { JudgeReply, type ReadReply } from './read-reply.ts';
import type { Scene } from './scene.ts';

/** Who is asked, and what makes one asking different from another. */
export type Asking = {
  judge: OpenedJudge;
  options: Pick<ScoreOptions, 'signal' | 'onModelCall'>;
  /** Seed, session and check, as the fence and the controls derive from them. */
  parts: readonly (string | number)[];
  tools: ControlTools;
};

/** What one vote came to, and how many requests it took. */
export type Ballot = CheckedReply & { requests: number };

/**
 * One vote on a batch of criteria: one request, or two where the first answer cannot be read. Rejects only when the signal
 * aborts; whatever the model does is a vote that is void.
 */
export async function askJudge(
  criteria: readonly Criterion[],
  scene: Scene,
  { asking, vote }: { asking: Asking; vote: number },
): Promise<Ballot> {
  const batch = criteria.map(({ id, kind, text }) => `${id} ${kind} ${text}`).join('\n');
  const turn = scene.scope.kind === 'turn' ? scene.scope.turn : -1;
  const parts = [...asking.parts, 'judge', batch, turn, vote];
  const asked = statementsOf(criteria, scene, { asking, random: randomFrom(seedOf(...parts)), parts });
  const request: ChatRequest = {
    messages: judgeMessages({
      record: scene.record,
      statements: asked.map(({ statement }) => statement),
      scope: scene.scope,
      turns: scene.turns,
      fence: fenceFor(parts, scene.record),
    }),
    turn: Math.max(turn, scene.turns.at(-1) ?? 0),
    outputSchema: judgeOutputSchema,
  };
  const ask = (one: ChatRequest): Promise<ReadReply> =>
    askOnce(one, asking, { schema: JudgeReply, promptHash: judgePromptHash });
  const first = await ask(request);
  if (first.status !== 'unreadable') return { ...decide(first, asked, scene), requests: 1 };
  const again = { ...request, messages: [...request.messages, judgeRetryMessage(first.problem)] };
  return { ...decide(await ask(again), asked, scene), requests: 2 };
}

/** Real statements and controls in an order that the seed decides, each under a code that tells nothing. */
function statementsOf(
  criteria: readonly Criterion[],
  scene: Scene,
  { asking, random, parts }: { asking: Asking; random: Random; parts: readonly (string | number)[] },
): Asked[] {
  const language = languageOf(criteria.map(({ text }) => text));
  const controls = controlsFor(scene, { tools: asking.tools, random, language });
  const all: Omit<Asked, 'statement'>[] = [
    ...criteria.map((criterion) => ({ criterion })),
    ...controls.map((control) => ({ control })),
  ];
  const codes = new Set<string>();
  return random.shuffle(all).map(({ criterion, control }, index) => {
    const { text, about } = (criterion ?? control) as Pick<Statement, 'text' | 'about'>;
    return { statement: { id: codeFor([...parts, index], codes), text, about }, criterion, control };
  });
}

function codeFor(parts: readonly (string | number)[], taken: Set<string>): string {
  for (let round = 0; ; round += 1) {
    const code = `s${stableHash(JSON.stringify([...parts, 'code', round])).slice(0, 4)}`;
    if (taken.has(code)) continue;
    taken.add(code);
    return code;
  }
}

function decide(read: ReadReply, asked: readonly Asked[], scene: Scene): CheckedReply {
  if (read.status !== 'read') return { status: 'void', problem: read.problem };
  return checkReply(read.reply, asked, scene);
}
