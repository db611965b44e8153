import type { ChatMessage, ChatModel } from '../../../src/domain/contracts/chat-model.ts';
import type { UserMove } from '../../../src/domain/contracts/simulated-user.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { type ScriptedModel, type ScriptedStep, scriptedModel } from '../../../src/llm/scripted-model.ts';
import { type PersonaUserOptions, personaUser } from '../../../src/users/persona-user.ts';
import { linesOf, talkWith } from '../talk-with.ts';

export const terse = { id: 'terse', name: 'Terse', description: 'Types on a phone.' };
const goal = 'Knows where order A-1001 is.';
export const facts = {
  order: 'A-1001',
  email: { value: 'kim@example.com', disclosure: 'on_request' as const },
  code: { value: '8080-99', disclosure: 'never' as const },
  pin: { value: '4711-22', disclosure: 'never' as const, fallback: 'I do not have it here.' },
};

type More = Partial<Omit<PersonaUserOptions, 'model'>>;

export function personaOf(model: ChatModel, more: More = {}): ReturnType<typeof personaUser> {
  return personaUser({ model, persona: terse, goal, facts, ...more });
}

export type Talk = {
  lines: string[];
  moves: UserMove[];
  model: ScriptedModel;
  /** The last request of the talk, without its system text. */
  lastRequest: readonly ChatMessage[];
};

/** Lets a persona whose model gives these replies talk to an agent that gives those. */
export async function talk(
  replies: readonly ScriptedStep[],
  said: readonly string[] = [],
  more: More = {},
): Promise<Talk> {
  const model = scriptedModel(replies);
  const moves = await talkWith(personaOf(model, more), said);
  return { lines: linesOf(moves), moves, model, lastRequest: model.calls.at(-1)?.messages.slice(1) ?? [] };
}

/** A model whose words depend only on the talk, so that a restored session goes on in the same way. */
export function patientModel(): ChatModel {
  const lines = ['Where is order A-1001?', 'And when does it arrive, please?', 'Then I will wait for it.\nEND'];
  return functionModel(({ messages }) => lines[messages.filter(({ role }) => role === 'assistant').length] ?? 'END');
}
