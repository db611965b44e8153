import type { ChatReply } from '../../domain/contracts/chat-model.ts';
import { splitEnding } from '../stop-marker.ts';

/** What a model's reply means for the talk. */
export type ReadReply =
  | { status: 'said'; said: string; ending?: 'user_done' | 'user_gave_up' | undefined }
  /** Goes on from "the simulated user": `answered nothing`. */
  | { status: 'unusable'; problem: string };

/** Nobody writes longer chat messages, in UTF-16 units. */
const MAX_MESSAGE = 8_000;
/** A marker that stands behind words on their line, where it is only a word. */
const HANGING_MARKER =
  /\S[ \t]+[*_`[({<【「]{0,4}(?:END|GIVE UP)[\])}>】」*_`]{0,4}[.。!！]?(?:\s*\p{Extended_Pictographic}\ufe0f?)?\s*$/u;

/**
 * Reads the reply of a model that speaks for `name`: its words, without quotation marks around the whole and without its
 * own name in front, and whether they end the talk.
 */
export function readReply({ text, calls, finish }: ChatReply, name: string): ReadReply {
  if (finish === 'refusal') return { status: 'unusable', problem: 'refused to speak' };
  if (calls.length > 0) return { status: 'unusable', problem: 'called a tool instead of speaking' };
  if (finish === 'length') return { status: 'unusable', problem: 'was cut off in the middle of a message' };
  if (text.trim() === '') return { status: 'unusable', problem: 'answered nothing' };
  if (text.length > MAX_MESSAGE) {
    return { status: 'unusable', problem: `wrote ${text.length} characters, and a message has at most ${MAX_MESSAGE}` };
  }
  const { said, ending } = splitEnding(unwrap(text, name));
  if (ending === undefined && HANGING_MARKER.test(said)) {
    return { status: 'unusable', problem: 'put its end marker behind words, and not on a line of its own' };
  }
  return { status: 'said', said: unwrap(said, name), ending };
}

/** What models put around words that they are asked to write. */
function unwrap(text: string, name: string): string {
  const trimmed = text.trim();
  const labels = ['user', 'customer', 'me', 'you', '用户', '顾客', name.toLowerCase()];
  const colon = /^[^:：\n]{1,60}[:：]\s*/.exec(trimmed)?.[0] ?? '';
  const label = colon
    .replace(/[\s*_:：]+/g, ' ')
    .trim()
    .toLowerCase();
  const words = labels.includes(label) ? trimmed.slice(colon.length).replace(/^\*{1,2}\s*/, '') : trimmed;
  const inner = /^(?:"([^"]+)"|“([^“”]+)”|「([^「」]+)」)$/.exec(words);
  return (inner?.[1] ?? inner?.[2] ?? inner?.[3] ?? words).trim();
}
