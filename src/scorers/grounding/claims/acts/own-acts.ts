import { familiesOfVerb } from './act-families.ts';
import { type Clause, clausesOf, type Token } from './clauses.ts';
import { isPastForm } from './verb-forms.ts';

/** What an agent says of an act: it is done, it can be had, or it will come; places are those of the sentence. */
export type ToldAct = {
  tense: 'done' | 'offered' | 'coming';
  /** The agent itself acts; else it happens to something, whoever does it. */
  isOwn: boolean;
  /** `through me`. */
  isMine?: boolean;
  verb: string;
  /** Words behind the verb, in lower case, to the end of the clause. */
  after: readonly string[];
  /** Words before the verb in the same clause, that may name what it is done to. */
  before: readonly string[];
  /** The verb and what it is done to. */
  start: number;
  end: number;
};

const NEGATIVE = /^(?:not|never|no|cannot|unable|neither|nor|nobody|nothing|none|without|hardly)$|n't$/;
const ADVERB =
  /^(?:also|already|just|now|then|even|both|still|gladly|certainly|definitely|happily|gone|ahead|of|course|be|been|\w{2,}ly|once|again|too|simply|hereby|all|further|first|next|meanwhile|instead|personally|quickly|surely|so|to)$/;
const HELPS = /^(?:help|assist)$/;
const AFTER_HELP = /^(?:you|to|with|by|in|him|her|them|and|us)$/;
/** Every act that an English sentence tells, offers or promises. What it denies, or only supposes, is none. */
export function toldActsIn(sentence: string): readonly ToldAct[] {
  const acts: ToldAct[] = [];
  let last: ToldAct | undefined;
  for (const clause of clausesOf(sentence)) {
    const own = ownAct(clause) ?? continued(clause, last);
    const act = own ?? passiveAct(clause);
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

/** The last word of what stands right behind the verb, before a preposition or a number. */
function objectEnd(rest: readonly Token[]): Token | undefined {
  const stop = rest.findIndex(({ lower }) =>
    /^(?:for|to|from|of|in|at|by|with|via|into|on|through|that|which|who|as|if|when|because|until|before|after)$|\d/.test(
      lower,
    ),
  );
  return rest
    .slice(0, stop < 0 ? rest.length : stop)
    .slice(0, 6)
    .at(-1);
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

const PARTICIPLE_LEAD = /^(?:was|were|been|is|are|got|be|being|gets?)$/;

/** Something was, is or can be done by whoever it is: `a note was left`, `an appeal could be lodged through me`. */
function passiveAct({ tokens, isHypothetical }: Clause): ToldAct | undefined {
  if (isHypothetical) return undefined;
  const lead = tokens.findIndex(({ lower }) => PARTICIPLE_LEAD.test(lower));
  const sent = sentOff(tokens);
  if (sent) return sent;
  if (lead < 1) return undefined;
  const at = tokens.findIndex(({ lower }, index) => index > lead && !ADVERB.test(lower));
  const verb = tokens[at];
  if (!verb || at - lead > 4 || !isPastForm(verb.lower)) return undefined;
  const before = tokens.slice(0, at).map(({ lower }) => lower);
  const strangers = tokens[lead]?.lower === 'been' ? NO_SUBJECT_OF_PERFECT : NO_SUBJECT;
  if (/^un/.test(verb.lower) || before.some((word) => NEGATIVE.test(word) || strangers.test(word))) return undefined;
  const after = tokens.slice(at + 1).map(({ lower }) => lower);
  const isMine = after.some((word, index) => word === 'me' && /^(?:through|by|via|with)$/.test(after[index - 1] ?? ''));
  const isModal = before.some((word) => /^(?:can|could|may|might)$/.test(word));
  if (before.some((word) => /^(?:will|shall|going|would|should|must|to)$|'ll$/.test(word)) || (isModal && !isMine))
    return undefined;
  // "It was sent in May", "the door is closed": how things are, unless it is for the user or new.
  if (/^(?:is|are)$/.test(tokens[lead]?.lower ?? '') && !before.includes('now') && !FOR_USER.test(after.join(' ')))
    return undefined;
  if (/^(?:was|were)$/.test(tokens[lead]?.lower ?? '') && /^(?:it|this|that|these|those)$/.test(before[0] ?? ''))
    return undefined;
  return toldPassive(tokens, at, { isModal, isMine });
}

const NO_SUBJECT = /^(?:you|they|he|she|who|which|that|if|when)$/;
/** "She has been moved" tells a deed as much as "the cow has". */
const NO_SUBJECT_OF_PERFECT = /^(?:you|who|which|that|if|when)$/;
const FOR_USER = /^(?:\w+ ){0,2}(?:for you|to you|to your|for your|under your)\b/;

function toldPassive(
  tokens: readonly Token[],
  at: number,
  { isModal, isMine }: { isModal: boolean; isMine: boolean },
): ToldAct {
  const verb = tokens[at] as Token;
  const rest = tokens.slice(at + 1);
  return {
    tense: isModal ? 'offered' : 'done',
    isOwn: false,
    isMine,
    verb: verb.lower,
    after: rest.map(({ lower }) => lower),
    before: tokens.slice(0, at).map(({ lower }) => lower),
    start: tokens[0]?.start ?? verb.start,
    end: (objectEnd(rest) ?? verb).end,
  };
}

/** `a courier is on the way`, `the money has gone to your bank`: something has been sent off. */
function sentOff(tokens: readonly Token[]): ToldAct | undefined {
  const words = tokens.map(({ lower }) => lower);
  const at = words.findIndex(
    (word, index) =>
      (word === 'gone' &&
        /^(?:has|have)$/.test(words[index - 1] ?? '') &&
        words.slice(index + 1, index + 4).includes('to')) ||
      (word === 'way' && words[index - 2] === 'on' && /^(?:is|are)$/.test(words[index - 3] ?? '')),
  );
  if (at < 2 || words.slice(0, at).some((word) => NEGATIVE.test(word) || NO_SUBJECT.test(word))) return undefined;
  const act = toldPassive(tokens, at, { isModal: false, isMine: false });
  return { ...act, verb: 'sent', before: words.slice(0, words[at] === 'way' ? at - 3 : at - 1) };
}
