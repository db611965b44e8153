import type { ChatMessage, ModelCallRecord } from '../../domain/contracts/chat-model.ts';
import type { TalkLine } from '../../domain/contracts/simulated-user.ts';
import { againRequest } from '../../domain/prompts/persona-prompt.ts';
import { quoteOf, type WordsFinding } from '../checks/words-check.ts';
import type { ModelLine } from './ask-model.ts';
import { type JudgedMove, judgeMove } from './judge-move.ts';
import type { PersonaSetup } from './persona-setup.ts';
import { readReply } from './read-reply.ts';
import { chatMessages } from './remembered-talk.ts';

/** Words that can be said, or why there are none, with all requests that were made for them. */
export type SoughtWords = { notes: readonly string[]; modelCalls: readonly ModelCallRecord[] } & (
  | { status: 'usable'; move: JudgedMove }
  | { status: 'broken'; problem: string; reason: 'user_error' | 'infrastructure_error' | 'budget' }
);

type Search = {
  setup: Pick<PersonaSetup, 'system' | 'fence' | 'name' | 'minTurns' | 'knowledge'>;
  talk: readonly TalkLine[];
  line: ModelLine;
  turn: number;
};

/** Asks the model, and once more when its words cannot be used. */
export async function seekWords({ setup, talk, line, turn }: Search): Promise<SoughtWords> {
  const { minTurns, knowledge } = setup;
  const messages = chatMessages(setup.system, { talk, fence: setup.fence });
  const modelCalls: ModelCallRecord[] = [];
  const notes: string[] = [];
  /** Words that could be better, and are still good enough. */
  let bearable: JudgedMove | undefined;
  let faults: readonly Fault[] = [];
  let asked: readonly ChatMessage[] = messages;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await line.ask(asked, turn);
    if (answer.call !== undefined) modelCalls.push(answer.call);
    if (answer.status === 'failed') {
      const { problem, reason } = answer;
      return { status: 'broken', problem, reason, notes, modelCalls };
    }
    const { text } = answer.reply;
    const reply = readReply(answer.reply, setup.name);
    const move = reply.status === 'said' ? judgeMove(reply, { turn, minTurns, talk, knowledge }) : undefined;
    faults =
      reply.status === 'said'
        ? (move?.findings ?? [])
        : [{ effect: 'break', message: reply.problem, quote: quoteOf(text) }];
    const isBroken = faults.some(({ effect }) => effect === 'break');
    if (move !== undefined && faults.every(({ effect }) => effect === 'note')) {
      return { status: 'usable', move, notes: [...notes, ...faults.map(sentence)], modelCalls };
    }
    if (!isBroken) bearable = move;
    const reasons = faults.filter(({ effect }) => effect !== 'note');
    if (attempt === 0) {
      notes.push(`asked again: ${reasons.map(sentence).join('; ')}`);
      asked = [...messages, ...again(text, reasons)];
    }
  }
  if (bearable !== undefined) {
    return {
      status: 'usable',
      move: bearable,
      notes: [...notes, ...bearable.findings.map(kept)],
      modelCalls,
    };
  }
  const worst = faults.find(({ effect }) => effect === 'break');
  const problem = `turn ${turn}: the simulated user ${worst === undefined ? 'did not speak' : sentence(worst)}, also when it was asked again`;
  return { status: 'broken', problem, reason: 'user_error', notes, modelCalls };
}

type Fault = Pick<WordsFinding, 'effect' | 'message' | 'quote'>;

function sentence({ message, quote }: Fault): string {
  return quote === '' ? message : `${message}: “${quote}”`;
}

function kept(fault: Fault): string {
  return fault.effect === 'note' ? sentence(fault) : `kept all the same: ${sentence(fault)}`;
}

function again(text: string, reasons: readonly Fault[]): ChatMessage[] {
  return [
    { role: 'assistant', content: text.trim() === '' ? '(nothing)' : text.slice(0, 2_000) },
    { role: 'user', content: againRequest(reasons.map(({ message }) => message)) },
  ];
}
