import type { Cut, RawBody, WireError } from '../../domain/authoring/model-script.ts';
import { type ChatReply, ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import type { ModelAttempt } from '../../domain/transcript/transcript-event.ts';
import { truncate } from '../../domain/values/text.ts';

/** What goes wrong on the wire, as the script says it. */
export type WireFault =
  | { kind: 'failure'; message: string }
  | { kind: 'error'; error: WireError }
  | { kind: 'raw'; raw: RawBody }
  | { kind: 'cut'; cut: Cut; reply: ChatReply; pieces: readonly string[] };

/**
 * A fault of the script, as a good client would report it. It carries the fault itself, so that a transport can send it
 * as it is, also from behind layers that know nothing of scripts.
 */
export class ScriptedFault extends ModelUnavailableError {
  readonly fault: WireFault;
  constructor(fault: WireFault) {
    const { message, attempt } = reportOf(fault);
    super(message, [attempt]);
    this.fault = fault;
  }
}

/** What a scripted error says where its author gave no words. */
export function messageOf({ status, message = `error ${status}, as the script says` }: WireError): string {
  return message;
}

function reportOf(fault: WireFault): { message: string; attempt: ModelAttempt } {
  const attemptOf = (httpStatus: number, problem: string): ModelAttempt => ({ status: 'error', httpStatus, problem });
  switch (fault.kind) {
    case 'failure':
      return { message: fault.message, attempt: { status: 'error', problem: fault.message } };
    case 'error': {
      const problem = messageOf(fault.error);
      const message = `the provider answered with status ${fault.error.status}: ${problem}`;
      return { message, attempt: attemptOf(fault.error.status, problem) };
    }
    case 'raw': {
      const { body, contentType, status } = fault.raw;
      const seen = body === '' ? 'an empty body' : `${contentType}: ${truncate(body, 200)}`;
      const message = `the provider's answer is no chat completion (status ${status}): ${seen}`;
      return { message, attempt: attemptOf(status, message) };
    }
    case 'cut': {
      const message = "the provider's answer was cut off before its end";
      return { message, attempt: attemptOf(200, message) };
    }
  }
}
