import type { ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import { argumentText, type CallShape } from './chat-shapes.ts';

type Gathered = { index: number | undefined; id: string; name: string; rawArguments: string };

/**
 * Puts tool calls together from the pieces of a stream. A piece belongs to the call of its index; without an index, to
 * the call of its id; without both, to the last one. It begins a new call instead when its id is another one, or when it
 * names a tool although the call has all its arguments already, so that two calls never become one.
 */
export function gatherCalls(): { add(piece: CallShape): void; calls(): readonly ModelToolCall[] } {
  const gathered: Gathered[] = [];
  const callFor = (piece: Gathered): Gathered | undefined => {
    if (piece.index !== undefined) return gathered.findLast(({ index }) => index === piece.index);
    return piece.id === '' ? gathered.at(-1) : gathered.findLast(({ id }) => id === piece.id);
  };
  return {
    add({ index, id, function: called }) {
      const piece: Gathered = {
        index: index ?? undefined,
        id: id ?? '',
        name: called?.name ?? '',
        rawArguments: argumentText(called?.arguments),
      };
      const call = callFor(piece);
      if (call === undefined || isAnother(piece, call)) {
        gathered.push(piece);
        return;
      }
      if (call.id === '') call.id = piece.id;
      if (call.name === '') call.name = piece.name;
      call.rawArguments += piece.rawArguments;
    },
    calls: () => gathered.map(({ id, name, rawArguments }) => ({ id, name, rawArguments })),
  };
}

function isAnother(piece: Gathered, call: Gathered): boolean {
  if (piece.id !== '' && call.id !== '' && piece.id !== call.id) return true;
  return piece.name !== '' && call.name !== '' && piece.rawArguments.trim() !== '' && isWhole(call.rawArguments);
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
