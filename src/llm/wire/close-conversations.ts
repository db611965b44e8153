import { ScriptError } from '../script/script-error.ts';
import type { Conversation } from './conversation.ts';

type Problem = { error: unknown; conversation: string };

/**
 * Closes all sessions and answers with what was wrong, as one error: what the model threw and no provider says, else each
 * problem with the script once, with the conversations that have it. Undefined when nothing was. `script`: the name of
 * the script, when it is one that somebody must have used.
 */
export async function closeConversations(
  conversations: readonly Conversation[],
  { thrown, script }: { thrown: readonly unknown[]; script: string | undefined },
): Promise<unknown> {
  const closing = await Promise.allSettled(conversations.map(async ({ session }) => session.close?.()));
  const closed = closing.flatMap((outcome, index): Problem[] =>
    outcome.status === 'rejected' ? [{ error: outcome.reason, conversation: conversations[index]?.name ?? '' }] : [],
  );
  // A tape that was broken says so once more when it is closed.
  const foreign = [...thrown, ...closed.map(({ error }) => error)].find((error) => !(error instanceof ScriptError));
  if (foreign !== undefined) return foreign;
  if (script !== undefined && conversations.length === 0) return new ScriptError(`nobody asked \`${script}\` anything`);
  return closed.length === 0 ? undefined : asOne(closed, { isAlone: conversations.length === 1 });
}

function asOne(problems: readonly Problem[], { isAlone }: { isAlone: boolean }): ScriptError {
  const told = new Map<string, string[]>();
  for (const { error, conversation } of problems) {
    const { message } = error as ScriptError;
    told.set(message, [...(told.get(message) ?? []), conversation]);
  }
  const lines = [...told].map(([message, names]) => (isAlone ? message : `${message} (${names.join(', ')})`));
  return new ScriptError(lines.join('\n'));
}
