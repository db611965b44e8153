import type { ChatModel } from '../../domain/contracts/chat-model.ts';
import type { ScoreOptions } from '../../domain/contracts/scorer.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';

const KEY: SessionKey = { scenario: 'from-code', variant: 'default', trial: 0 };

/**
 * The options that let `judge` checks ask this model when a transcript is scored from code, whatever model the checks name.
 * Nothing is known of how well it judges.
 */
export function judgedBy(
  model: ChatModel,
  { key = KEY, seed = 0 }: { key?: SessionKey; seed?: number } = {},
): Required<Pick<ScoreOptions, 'openJudge'>> {
  return {
    openJudge: () => ({
      name: model.name,
      session: model.open({ role: 'judge', key, seed }),
      calibrationOf: () => undefined,
    }),
  };
}
