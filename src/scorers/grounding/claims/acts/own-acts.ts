import { familiesOfVerb } from './act-families.ts';
import { type Clause, clausesOf, type Token } from './clauses.ts';
import { gerundAct, passiveAct } from './passive-act.ts';
import { ADVERB, NEGATIVE, objectEnd, type ToldAct } from './told-act.ts';
import { isPastForm } from './verb-forms.ts';

const HELPS = /^(?:help|assist)$/;
const AFTER_HELP = /^(?:you|to|with|by|in|him|her|them|and|us)$/;
/** Every act that an English sentence tells, offers or promises. What it denies, or only supposes, is none. */
export function toldActsIn(sentence: string): readonly ToldAct[] {
  const acts: ToldAct[] = [];
  let last: ToldAct | undefined;
  for (const clause of clausesOf(sentence)) {
    const own = ownAct(clause) ?? continued(clause, last);
    const act = own ?? gerundAct(clause) ?? passiveAct(clause);
    if (act) acts.push(act);
    last = act ?? undefined;
  }
  return acts;
}

/** `isHabit`: what "we" do in the present tells how things are. */
type Mood = {
  isHabit?: boolean;
  tense: ToldAct['tense'] | 'present' | undefined;
  isPerfect: boolean;
  isProgressive: boolean;
};

/** `I have booked`, `we could send`, `shall I`, `want me to`. */
function ownAct({ tokens, isHypothetical }: Clause): ToldAct | undefined {
  const subject = tokens.findIndex(({ lower }) => /^(?:i|we|i'(?:ll|ve|d|m)|we'(?:ll|ve|d|re)|me)$/.test(lower));
  const head = tokens[subject];
  if (!head) return undefined;
  if (head.lower === 'me') return wishedAct(tokens, subject);
  const previous = tokens[subject - 1]?.lower ?? '';
  if (isHypothetical && subject <= 2) return undefined;
  if (
    /^(?:if|that|once|when|as|what|which|until|before|after|unless|whether|because|where|than)$/.test(previous) &&
    !/^(?:what|which)$/.test(previous)
  )
    return undefined;
  // "There is no option that I can turn on".
  if (tokens.slice(0, subject).some(({ lower }) => NEGATIVE.test(lower))) return undefined;
  const mood: Mood = { tense: 'present', isPerfect: false, isProgressive: false };
  mood.isHabit = head.lower === 'we';
  const suffix = head.lower.split("'")[1];
  if (suffix === 'll') mood.tense = 'coming';
  if (suffix === 'd') mood.tense = 'offered';
  if (suffix === 've') mood.isPerfect = true;
  if (suffix === 'm' || suffix === 're') mood.isProgressive = true;
  if (/^(?:can|could|shall|should|may|might|would)$/.test(previous)) mood.tense = 'offered';
  return readPredicate(tokens, subject + 1, { mood, isOwn: true });
}

/** `want me to …`, `would you like me to …`; not `let me …` and `tell me`. */
function wishedAct(tokens: readonly Token[], at: number): ToldAct | undefined {
  if (tokens[at + 1]?.lower !== 'to' || !/^(?:want|like|need|prefer|wish|ask|allow)$/.test(tokens[at - 1]?.lower ?? ''))
    return undefined;
  return readPredicate(tokens, at + 2, {
    mood: { tense: 'offered', isPerfect: false, isProgressive: false },
    isOwn: true,
  });
}

function readPredicate(
  tokens: readonly Token[],
  from: number,
  { mood, isOwn }: { mood: Mood; isOwn: boolean },
): ToldAct | undefined {
  const seen = { ...mood };
  for (let at = from; at < Math.min(tokens.length, from + 9); at += 1) {
    const { lower } = tokens[at] as Token;
    if (NEGATIVE.test(lower)) return undefined;
    if (/^(?:have|has|had)$/.test(lower)) {
      const next = tokens.slice(at + 1).find(({ lower: word }) => !ADVERB.test(word));
      if (next && isPastForm(next.lower) && (seen.tense === 'present' || seen.tense === undefined))
        seen.isPerfect = true;
      else return causative(tokens, at, seen);
    } else if (/^(?:should|must)$/.test(lower)) return undefined;
    else if (/^(?:do|did)$/.test(lower) && at === from && /^(?:not|really|\w+ize)$/.test(tokens[at + 1]?.lower ?? ''))
      continue;
    else if (/^(?:will|shall)$/.test(lower)) seen.tense = 'coming';
    else if (/^(?:can|could|may|might|would)$/.test(lower)) seen.tense = 'offered';
    else if (/^(?:am|are|is|was|were)$/.test(lower)) seen.isProgressive = true;
    else if (/^(?:able|happy|glad|ready|willing|pleased|delighted|prepared)$/.test(lower)) {
      seen.tense = 'offered';
      seen.isProgressive = false;
    } else if (lower === 'going' && tokens[at + 1]?.lower === 'to') {
      seen.tense = 'coming';
      seen.isProgressive = false;
    } else if (HELPS.test(lower)) {
      while (AFTER_HELP.test(tokens[at + 1]?.lower ?? '')) at += 1;
      if (familiesOfVerb(tokens[at + 1]?.lower ?? '').size === 0) return undefined;
    } else if (!ADVERB.test(lower)) return actAt(tokens, at, { mood: seen, isOwn });
  }
  return undefined;
}

/** `have some arranged`, `have one brought`: the participle is the verb. */
function causative(tokens: readonly Token[], at: number, mood: Mood): ToldAct | undefined {
  const verb = tokens.findIndex(({ lower }, index) => index > at + 1 && index < at + 7 && isPastForm(lower));
  if (mood.tense === 'present') return undefined;
  if (verb < 0) {
    // "have the van bring the books".
    const base = tokens.findIndex(
      ({ lower }, index) =>
        index > at + 1 &&
        index < at + 6 &&
        /^(?:bring|send|call|take|contact|deliver|collect|pick|ship|fix|repair)$/.test(lower),
    );
    return base < 0 ? undefined : actAt(tokens, base, { mood, isOwn: true });
  }
  return actAt(tokens, verb, { mood: { ...mood, isPerfect: false }, isOwn: true });
}

function actAt(
  tokens: readonly Token[],
  at: number,
  { mood, isOwn }: { mood: Mood; isOwn: boolean },
): ToldAct | undefined {
  const token = tokens[at] as Token;
  const { lower } = token;
  if (/^(?:nothing|none|no|nobody|neither)$/.test(tokens[at + 1]?.lower ?? '')) return undefined;
  // "go on with issuing it".
  const inner = /^(?:proceed|start|begin|continue|go|move|proceeded|started|went)$/.test(lower)
    ? tokens.findIndex(
        ({ lower: word }, index) =>
          index > at &&
          index < at + 4 &&
          /^[a-z]{3,}ing$/.test(word) &&
          /^(?:with|by|on)$/.test(tokens[index - 1]?.lower ?? ''),
      )
    : -1;
  if (inner > 0 && (mood.tense === 'offered' || mood.tense === 'coming')) return actAt(tokens, inner, { mood, isOwn });
  const isPast = isPastForm(lower);
  let tense: ToldAct['tense'];
  if (mood.tense === 'offered' || mood.tense === 'coming') tense = mood.tense;
  else if (mood.isPerfect) {
    if (!isPast) return undefined;
    tense = 'done';
  } else if (mood.isProgressive) {
    if (!/ing$/.test(lower)) return undefined;
    tense = 'done';
  } else if (isPast) tense = 'done';
  else if (/^[a-z]{2,}$/.test(lower) && mood.isHabit !== true && !isAdverbHere(tokens[at + 1])) tense = 'offered';
  else return undefined;
  if (!/^[a-z][a-z-]+$/.test(lower)) return undefined;
  const rest = tokens.slice(at + 1);
  const last = objectEnd(rest) ?? token;
  return {
    tense,
    isOwn,
    verb: lower,
    after: rest.map(({ lower: word }) => word),
    before: tokens.slice(0, at).map(({ lower: word }) => word),
    start: token.start,
    end: last.end,
  };
}

/** What an auxiliary follows is no verb: "I therefore cannot". */
function isAdverbHere(next: Token | undefined): boolean {
  return /^(?:can|cannot|could|will|would|may|might|must|should|am|have|did|do)$|n't$/.test(next?.lower ?? '');
}

/** `I cancelled it and sent you …`, `I can cancel or move it`: the subject is that of the clause before. */
function continued({ tokens }: Clause, last: ToldAct | undefined): ToldAct | undefined {
  const at = tokens.findIndex(({ lower }) => !/^(?:also|then|already|just|even|\w+ly|have|to)$/.test(lower));
  const head = tokens[at];
  if (!last?.isOwn || !head || NEGATIVE.test(head.lower)) return undefined;
  const isPast = isPastForm(head.lower);
  if (last.tense === 'done') {
    return isPast
      ? actAt(tokens, at, { mood: { tense: 'present', isPerfect: true, isProgressive: false }, isOwn: true })
      : undefined;
  }
  if (isPast || !/^[a-z]{3,}$/.test(head.lower) || !PLAIN_VERB.test(head.lower)) return undefined;
  return actAt(tokens, at, { mood: { tense: last.tense, isPerfect: false, isProgressive: false }, isOwn: true });
}

/** Of words that follow "and", those that are verbs rather than things cannot be told by form; these are common. */
const PLAIN_VERB =
  /^(?:book|reserve|cancel|refund|change|update|send|email|mail|text|call|notify|inform|tell|message|remind|order|buy|pay|charge|add|remove|delete|create|open|submit|file|escalate|transfer|upgrade|renew|extend|move|reschedule|arrange|schedule|block|freeze|translate|print|ship|deliver|issue|waive|apply|forward|upload|post|pull|take|bring|give|put|get|let|keep|make|hold|turn|set|run|start|assign|close|approve)$/;
