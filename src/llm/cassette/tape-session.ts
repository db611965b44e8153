import type { CassetteEntry, CassetteReply } from '../../domain/contracts/cassette.ts';
import {
  type ChatChunk,
  type ChatModel,
  type ChatModelContext,
  type ChatModelSession,
  type ChatReply,
  type ChatRequest,
  type ChatRequestOptions,
  ModelUnavailableError,
} from '../../domain/contracts/chat-model.ts';
import type { Redactor } from '../../domain/redaction.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { AskedModel, CanonicalRequest } from './canonical-request.ts';
import type { CassetteMode } from './cassette-mode.ts';
import { explainMissing } from './explain-missing.ts';
import { recordableReply, replyOfEntry } from './recorded-reply.ts';
import { settledRedactor } from './settled-redactor.ts';
import type { Slot, Tape } from './tape.ts';

export type TapeSessionOptions = {
  model: ChatModel;
  context: ChatModelContext;
  mode: CassetteMode;
  redactor: Redactor;
  read(model: AskedModel, request: ChatRequest): CanonicalRequest;
  tape(): Tape;
  place: string;
  command(): string;
  onReplayed(reply: ChatReply): void;
  onMissing(): void;
};

/**
 * A model behind its recording. The model is opened for the first request that goes to it, so a replay needs no key and
 * no script. What a recording run hands on is what it writes, without secrets: the replay then cannot differ from it.
 */
export function tapeSession(options: TapeSessionOptions): ChatModelSession {
  const { model, context } = options;
  let opened: ChatModelSession | undefined;
  const live = (): ChatModelSession => {
    opened ??= model.open(context);
    return opened;
  };
  return {
    async complete(request, how) {
      const asked = begin(options, request, how);
      const entry = await findEntry(asked);
      return entry === undefined ? askLive(asked, live) : replay(asked, entry);
    },
    async *stream(request, how) {
      const asked = begin(options, request, how);
      const entry = await findEntry(asked);
      if (entry === undefined) yield* streamLive(asked, live);
      else yield* replayStream(asked, entry);
    },
    async close() {
      await opened?.close?.();
    },
  };
}

/** A request with its place on the tape. */
type Asked = {
  options: TapeSessionOptions;
  request: ChatRequest;
  how: ChatRequestOptions;
  signal: AbortSignal;
  tape: Tape;
  slot: Slot;
};

/** Takes the place at once, before anything is waited for, so that it depends on nobody's speed. */
function begin(options: TapeSessionOptions, request: ChatRequest, how: ChatRequestOptions): Asked {
  const { signal } = how;
  signal.throwIfAborted();
  const { model, context, read } = options;
  const tape = options.tape();
  return { options, request, how, signal, tape, slot: tape.reserve(context.role, read(model, request)) };
}

/** The recorded entry; undefined when the model is to be asked. */
async function findEntry({ options, request, signal, tape, slot }: Asked): Promise<CassetteEntry | undefined> {
  const { mode, place, context, onMissing } = options;
  if (mode === 'refresh') return undefined;
  try {
    const entry = await tape.play(slot);
    signal.throwIfAborted();
    if (entry !== undefined || mode === 'record') return entry;
  } catch (cause) {
    tape.release(slot);
    signal.throwIfAborted();
    throw Object.assign(new ModelUnavailableError(safeErrorText(cause).message, []), { cause });
  }
  onMissing();
  const { role, number, canonical } = slot;
  const entries = await tape.loaded;
  const missing = { place, key: context.key, role, number, entries, turn: request.turn, command: options.command() };
  throw new ModelUnavailableError(explainMissing({ ...missing, request: canonical.request }), []);
}

function replay({ options, signal }: Asked, entry: CassetteEntry): ChatReply {
  signal.throwIfAborted();
  const reply = replyOfEntry(entry);
  options.onReplayed(reply);
  return reply;
}

async function* replayStream(asked: Asked, entry: CassetteEntry): AsyncGenerator<ChatChunk> {
  for (const text of entry.pieces ?? [entry.reply.text]) {
    asked.signal.throwIfAborted();
    if (text !== '') yield { type: 'text', text };
  }
  yield { type: 'reply', reply: replay(asked, entry) };
}

/** A failure is not recorded: it would be replayed for ever. Nor is a reply for which nobody waits any more. */
async function askLive(asked: Asked, live: () => ChatModelSession): Promise<ChatReply> {
  const { options, request, how, signal, tape, slot } = asked;
  let answer: ChatReply;
  try {
    answer = await live().complete(request, how);
    signal.throwIfAborted();
  } catch (error) {
    tape.release(slot);
    throw error;
  }
  const reply = recordableReply(answer, { request, redactor: settledRedactor(options.redactor) });
  if (reply !== undefined) return replyOfEntry(tape.record(slot, reply));
  tape.release(slot);
  return answer;
}

async function* streamLive(asked: Asked, live: () => ChatModelSession): AsyncGenerator<ChatChunk> {
  const { options, request, how, signal, tape, slot } = asked;
  const redaction = options.redactor.stream();
  const pieces: string[] = [];
  let isRecorded = false;
  try {
    for await (const chunk of chunksOf(live(), request, how)) {
      signal.throwIfAborted();
      const text = chunk.type === 'text' ? redaction.push(chunk.text) : redaction.end();
      if (text !== '') {
        pieces.push(text);
        yield { type: 'text', text };
      }
      if (chunk.type === 'text') continue;
      const reply = recordableReply(chunk.reply, { request, redactor: settledRedactor(options.redactor) });
      isRecorded = reply !== undefined;
      yield reply === undefined
        ? chunk
        : { type: 'reply', reply: replyOfEntry(tape.record(slot, reply, safePieces(pieces, reply))) };
      return;
    }
  } finally {
    if (!isRecorded) tape.release(slot);
  }
}

/** What was streamed, unless only the whole text shows what in it is a secret. */
function safePieces(pieces: readonly string[], { text }: CassetteReply): readonly string[] {
  const streamed = pieces.join('');
  return streamed === '' || streamed === text ? pieces : [text];
}

async function* chunksOf(
  session: ChatModelSession,
  request: ChatRequest,
  how: ChatRequestOptions,
): AsyncGenerator<ChatChunk> {
  if (session.stream !== undefined) {
    yield* session.stream(request, how);
    return;
  }
  const reply = await session.complete(request, how);
  if (typeof reply?.text === 'string' && reply.text !== '') yield { type: 'text', text: reply.text };
  yield { type: 'reply', reply };
}
