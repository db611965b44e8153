import type { z } from 'zod';
import {
  BudgetExceededError,
  type ChatReply,
  type ChatRequest,
  ModelUnavailableError,
} from '../../domain/contracts/chat-model.ts';
import type { OpenedJudge, ScoreOptions } from '../../domain/contracts/scorer.ts';
import { visibleText } from '../../domain/display/visible-text.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { type ReadJson, readJsonReply } from './read-reply.ts';

/**
 * One request to a judge, recorded, its answer read as `schema`. Rejects only when the signal aborts; whatever else the
 * model does is no answer.
 */
export async function askOnce<Value>(
  request: ChatRequest,
  {
    judge,
    options: { signal, onModelCall },
  }: { judge: Pick<OpenedJudge, 'name' | 'session'>; options: Pick<ScoreOptions, 'signal' | 'onModelCall'> },
  { schema, promptHash }: { schema: z.ZodType<Value>; promptHash: string },
): Promise<ReadJson<Value>> {
  const record = ({ attempts, usage, cassetteKey }: Pick<ChatReply, 'attempts' | 'usage' | 'cassetteKey'>): void =>
    onModelCall?.({
      model: judge.name,
      attempts: [...attempts],
      promptHash,
      ...(usage === undefined ? {} : { usage }),
      ...(cassetteKey === undefined ? {} : { cassetteKey }),
    });
  try {
    const reply = await judge.session.complete(request, { signal });
    record(reply);
    return readJsonReply(reply, schema);
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: 'refused', problem: describeFailure(error, record) };
  }
}

function describeFailure(error: unknown, record: (reply: Pick<ChatReply, 'attempts'>) => void): string {
  const message = visibleText(safeErrorText(error).message, { newlines: 'escape' });
  if (error instanceof BudgetExceededError) return `may not be asked any more: ${message}`;
  if (error instanceof ModelUnavailableError) {
    record(error);
    return `could not be reached: ${message}`;
  }
  return `broke: ${message}`;
}
