import { readReply } from '../../policy/language/read-reply.ts';
import type { Source } from './source.ts';

/** A choice among what was proposed, or agreement in a language that replies are not read in. */
const choice =
  /^\W*(?:please (?:book|use|take)|(?:go|let['’]?s (?:go|take|book)) (?:for|with)?|i['’]?(?:ll| will) (?:take|go)|the (?:first|second|third|last|latter|former) (?:one|option)|that one|option \w+|ja|oui|s[ií]|sim|da|はい|네)(?!\p{Script=Latin}{2})/iu;

/** The agent's words that the user agreed to, each with the words that agreed. Sources stand in the order of the talk. */
export function agreementsIn(sources: readonly Source[]): ReadonlyMap<Source, Source> {
  const agreedBy = new Map<Source, Source>();
  let pending: Source[] = [];
  let earlier = '';
  for (const source of sources) {
    if (source.kind === 'agent') pending.push(source);
    if (source.kind !== 'user') continue;
    const text = textOf(source);
    const reply = readReply(text, { asked: pending.map(textOf).join('\n'), earlier });
    if (reply === 'agrees' || (reply === 'unclear' && choice.test(text))) {
      for (const one of pending) agreedBy.set(one, source);
    }
    pending = [];
    earlier = text;
  }
  return agreedBy;
}

function textOf({ spots }: Source): string {
  return spots[0]?.text ?? '';
}
