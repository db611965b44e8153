import type { AnyScorerDefinition } from '../domain/contracts/scorer.ts';
import { groundingScorers } from './grounding/grounding-scorers.ts';
import { judge } from './judge/judge.ts';
import { policyScorer } from './policy/policy-scorer.ts';
import { cites } from './retrieval/cites.ts';
import { retrieval } from './retrieval/retrieval.ts';
import { routing } from './routing/routing.ts';
import { argumentsFromEvidence } from './tools/arguments-from-evidence.ts';
import { callOrder } from './tools/call-order.ts';
import { calls } from './tools/calls.ts';
import { forbiddenCalls } from './tools/forbidden-calls.ts';
import { noCalls } from './tools/no-calls.ts';
import { noRepeatedWrites } from './tools/no-repeated-writes.ts';
import { answerLanguage } from './words/answer-language.ts';
import { answered } from './words/answered.ts';
import { conversationLength } from './words/conversation-length.ts';
import { notSaid, said } from './words/said.ts';
import { structuredOutput } from './words/structured-output.ts';
import { endState } from './world/end-state.ts';
import { invariants } from './world/invariants.ts';

/** Every scorer that comes with the package. */
export const builtInScorers: readonly AnyScorerDefinition[] = [
  calls,
  noCalls,
  forbiddenCalls,
  callOrder,
  policyScorer,
  argumentsFromEvidence,
  noRepeatedWrites,
  endState,
  invariants,
  said,
  notSaid,
  answered,
  answerLanguage,
  structuredOutput,
  conversationLength,
  ...groundingScorers,
  routing,
  retrieval,
  cites,
  judge,
];
