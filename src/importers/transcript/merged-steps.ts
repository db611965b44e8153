import type { Problem } from '../../domain/authoring/problem.ts';
import { walkLeaves } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { oddity } from '../import-problem.ts';
import type { LoggedCall, LoggedMessage } from '../messages/logged-message.ts';
import type { Pairing } from './pair-results.ts';

const HINT =
  'if the recorder puts several messages of the model into one, read the log with `observation: "sequential"`';

/** Characters of a conversation that are looked through; hostile logs could make it their square. */
const MAX_WORK = 100_000_000;
/** What a look at an empty text costs, in characters. */
const LOOK = 50;

type Search = { left: number };

/**
 * Tells of messages in which a later call uses an id that nothing but an earlier result of the same message holds: the
 * model had seen that result, so what is recorded as one message was several. `known` are further texts that the agent
 * knew: policies, tools.
 */
export function findMergedSteps(
  messages: readonly LoggedMessage[],
  { resultOf }: Pairing,
  { known, problems }: { known: readonly string[]; problems: Problem[] },
): void {
  const search = { left: MAX_WORK };
  messages.forEach((message, index) => {
    if (message.kind !== 'agent' || message.calls.length < 2 || search.left < 0) return;
    const earlier: string[] = [];
    for (const [place, call] of message.calls.entries()) {
      const before = (): readonly string[] => textsBefore(messages, { index, place, known });
      const id = place === 0 ? undefined : idFrom(call, { earlier, before, search });
      if (id !== undefined) {
        const text = `\`${call.name}\` uses \`${id}\`, which only the result of an earlier call of the same message holds`;
        problems.push(oddity('merged-steps', call.path, text, HINT));
        return;
      }
      if (search.left < 0) {
        const text = 'so much is said and done here that nobody looked for messages that a recorder has merged';
        problems.push(oddity('merged-steps-unknown', message.path, text));
        return;
      }
      const result = resultOf.get(call);
      if (result !== undefined) earlier.push(result.text);
    }
  });
}

/** The first id among the arguments that stands in `earlier` and not in what was known before. */
function idFrom(
  call: LoggedCall,
  { earlier, before, search }: { earlier: readonly string[]; before: () => readonly string[]; search: Search },
): string | undefined {
  if (call.arguments.status === 'unparsable' || earlier.length === 0) return undefined;
  const look = (text: string, found: boolean): boolean => {
    search.left -= text.length + LOOK;
    return found || search.left < 0;
  };
  return idsIn(call.arguments.value).find((id) => {
    const isInEarlier = earlier.some((text) => look(text, holds(text, id)));
    const isNew = isInEarlier && !before().some((text) => look(text, text.includes(id)));
    return isNew && search.left >= 0;
  });
}

/** Texts with a digit and a letter, or of six digits and more, without spaces; dates and plain amounts come from anywhere. */
function idsIn(value: JsonValue): string[] {
  const ids: string[] = [];
  walkLeaves(value, (leaf) => {
    if (typeof leaf !== 'string' || leaf.length < 4 || leaf.length > 200 || /\s/.test(leaf)) return;
    const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(leaf) || /^\d{1,2}:\d{2}/.test(leaf);
    if (!isDate && (/(?=.*\d)(?=.*\p{L})/u.test(leaf) || /\d{6}/.test(leaf))) ids.push(leaf);
  });
  return ids;
}

/** Whether the id stands there, and not inside a longer one. */
function holds(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + id.length)) return true;
  }
  return false;
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? '');
}

function textsBefore(
  messages: readonly LoggedMessage[],
  { index, place, known }: { index: number; place: number; known: readonly string[] },
): string[] {
  const texts = [...known];
  for (const message of messages.slice(0, index)) {
    texts.push(message.text);
    if ('calls' in message) texts.push(...message.calls.map(({ rawArguments }) => rawArguments));
  }
  const current = messages[index];
  if (current !== undefined) texts.push(current.text);
  if (current !== undefined && 'calls' in current) {
    texts.push(...current.calls.slice(0, place).map(({ rawArguments }) => rawArguments));
  }
  return texts;
}
