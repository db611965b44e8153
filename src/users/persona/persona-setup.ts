import type { ChatModel } from '../../domain/contracts/chat-model.ts';
import type { UserKnowledge } from '../checks/words-check.ts';

/** What is known of a session's user before the first word. */
export type PersonaSetup = {
  model: ChatModel;
  /** The persona's name, as a model might put it before its words. */
  name: string;
  system: string;
  fence: string;
  promptHash: string;
  knowledge: UserKnowledge;
  patience: number | undefined;
  minTurns: number;
  waitsForAgent: boolean;
  /** For the first step of the trace. */
  notes: readonly string[];
};
