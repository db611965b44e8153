import type { ChatMessage, ChatModel, ModelCallRecord } from '../../../src/domain/contracts/chat-model.ts';
import type { JudgeCalibration, OpenedJudge } from '../../../src/domain/contracts/scorer.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { Score } from '../../../src/domain/verdicts/score.ts';
import { functionModel } from '../../../src/llm/function-model.ts';
import { builtInScorers } from '../../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../../src/scorers/create-scorers.ts';
import { expectation, inputOf } from '../score-transcript.ts';

/** A judge's request, read back as a model would read it. */
export type ReadPrompt = {
  whole: string;
  fence: string;
  record: string;
  statements: { id: string; proof: 'agent' | 'user' | 'talk'; text: string }[];
  events: { seq: number; turn: number; heading: string; text: string }[];
  /** Turns that are asked about. */
  turns: number[];
};

export function readPrompt(messages: readonly ChatMessage[]): ReadPrompt {
  const whole = messages.map(({ content }) => content).join('\n\n');
  const asked = messages[1]?.content ?? '';
  const fence = /^<(record-[0-9a-f]+)>/.exec(asked)?.[1] ?? '';
  const end = asked.indexOf(`\n</${fence}>`);
  const record = asked.slice(fence.length + 3, end);
  const rest = asked.slice(end);
  const statements = [...rest.matchAll(/^- (\w+) \(proof: (?:the |)(agent|user|any event)\): (.*)$/gm)].map(
    ([, id = '', proof, text = '']) => ({
      id,
      proof: (proof === 'any event' ? 'talk' : proof) as 'agent' | 'user' | 'talk',
      text,
    }),
  );
  const events: ReadPrompt['events'] = [];
  for (const line of record.split('\n')) {
    const head = /^event (\d+), turn (\d+): (.*)$/.exec(line);
    const last = events.at(-1);
    if (head !== null) events.push({ seq: Number(head[1]), turn: Number(head[2]), heading: head[3] ?? '', text: '' });
    else if (line.startsWith('| ') && last !== undefined)
      last.text += `${last.text === '' ? '' : '\n'}${line.slice(2)}`;
  }
  const turns = (/about (?:the whole talk: turns|turn) ([\d, ]+)/.exec(rest)?.[1] ?? '')
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(Number);
  return { whole, fence, record, statements, events, turns };
}

export type Verdict = 'met' | 'not_met' | 'cannot_tell';
export type RawAnswer = {
  id: string;
  reason: string;
  quotes: { event: number; text: string }[];
  turns: number[];
  verdict: Verdict;
};
/** What a test judge thinks of a statement: a verdict, and the words that prove it. */
export type Opinion = Verdict | { verdict: Verdict; quote?: string; reason?: string };

const SPEAKERS = { agent: ['the agent says', 'the agent calls a tool'], user: ['the user says'] };

/** The opinion as an answer; the quote is looked up in whatever event holds it. */
export function answerFor(
  prompt: ReadPrompt,
  statement: ReadPrompt['statements'][number],
  opinion: Opinion,
): RawAnswer {
  const {
    verdict,
    quote,
    reason = 'So it stands there.',
  } = typeof opinion === 'string' ? { verdict: opinion } : opinion;
  const own = prompt.events.filter(
    ({ heading, turn }) =>
      prompt.turns.includes(turn) && (statement.proof === 'talk' || SPEAKERS[statement.proof].includes(heading)),
  );
  const event = quote === undefined ? own.at(-1) : (own.find(({ text }) => text.includes(quote)) ?? prompt.events[0]);
  const text = quote ?? event?.text ?? '';
  const quotes = (verdict === 'met' || quote !== undefined) && event !== undefined ? [{ event: event.seq, text }] : [];
  return { id: statement.id, reason, quotes, turns: verdict === 'not_met' ? prompt.turns : [], verdict };
}

/** What anybody who looks knows of a control; undefined for other statements. */
export function knownAnswer({ events }: ReadPrompt, text: string): Opinion | undefined {
  const word =
    /^The (agent|user) writes "(.+)" in a message\.$/.exec(text) ?? /^(客服|用户)在消息中写了“(.+)”。$/.exec(text);
  if (word !== null) {
    const heading = ['agent', '客服'].includes(word[1] ?? '') ? 'the agent says' : 'the user says';
    const found = events.some((event) => event.heading === heading && event.text.includes(word[2] ?? ''));
    return found ? { verdict: 'met', quote: word[2] ?? '' } : 'not_met';
  }
  const tool = /^The agent calls the tool (.+)\.$/.exec(text)?.[1] ?? /^客服调用了工具 (.+)。$/.exec(text)?.[1];
  if (tool !== undefined) {
    const found = events.find(
      (event) => event.heading === 'the agent calls a tool' && event.text.startsWith(`${tool} `),
    );
    return found === undefined ? 'not_met' : { verdict: 'met', quote: found.text };
  }
  const first =
    /^The (agent|user) is the first of the two/.exec(text)?.[1] ??
    (/^双方中(客服|用户)先/.exec(text)?.[1] === '客服' ? 'agent' : undefined);
  const begins = events.find(({ heading }) => heading.endsWith(' says'));
  if (first !== undefined || text.startsWith('双方中')) {
    return begins?.heading === `the ${first ?? 'user'} says` ? { verdict: 'met', quote: begins.text } : 'not_met';
  }
  return text === 'Somebody says or does something.' ? { verdict: 'met', quote: events[0]?.text ?? '' } : undefined;
}

export type Reply = { answers: RawAnswer[]; met: number };

/** A whole reply: controls answered as anybody would, everything else by `think`. */
export function honestReply(prompt: ReadPrompt, think: (text: string, prompt: ReadPrompt) => Opinion): Reply {
  const answers = prompt.statements.map((one) =>
    answerFor(prompt, one, knownAnswer(prompt, one.text) ?? think(one.text, prompt)),
  );
  return { answers, met: answers.filter(({ verdict }) => verdict === 'met').length };
}

/** A judge that answers by `think`, and may then spoil its reply. */
export function judgeThat(
  think: (text: string, prompt: ReadPrompt, call: number) => Opinion,
  spoil: (reply: Reply, prompt: ReadPrompt) => unknown = (reply) => reply,
): ChatModel {
  return functionModel(({ messages, call }) => {
    const prompt = readPrompt(messages);
    const spoiled = spoil(
      honestReply(prompt, (text) => think(text, prompt, call)),
      prompt,
    );
    return typeof spoiled === 'string' ? spoiled : JSON.stringify(spoiled);
  });
}

export type JudgedScore = { score: Score; prompts: ReadPrompt[]; records: ModelCallRecord[]; notes: string[] };

/** Scores a transcript with one `judge` check, and keeps what the judge was asked and what it told. */
export async function judged(
  transcript: Transcript,
  check: Record<string, unknown>,
  model: ChatModel | undefined,
  { calibration, signal = new AbortController().signal }: { calibration?: JudgeCalibration; signal?: AbortSignal } = {},
): Promise<JudgedScore> {
  const prompts: ReadPrompt[] = [];
  const records: ModelCallRecord[] = [];
  const notes: string[] = [];
  const open = (name = 'judge'): OpenedJudge | undefined => {
    if (model === undefined) return undefined;
    const session = model.open({ role: 'judge', key: { scenario: 'example', variant: 'default', trial: 0 }, seed: 1 });
    return {
      name,
      calibrationOf: () => calibration,
      session: {
        complete(request, options) {
          prompts.push(readPrompt(request.messages));
          return session.complete(request, options);
        },
        close: () => session.close?.(),
      },
    };
  };
  const [scorer] = createScorers([expectation({ type: 'judge', ...check })], builtInScorers);
  if (scorer === undefined || scorer.deterministic) throw new Error('expected a scorer that waits');
  const outcome = await scorer.score(inputOf(transcript), {
    signal,
    openJudge: open,
    onModelCall: (record) => records.push(record),
    onNote: (note) => notes.push(note),
  });
  const { id, stage, required } = scorer;
  return { score: Score.parse({ id, scorer: 'judge', stage, required, ...outcome }), prompts, records, notes };
}
