import type { Token } from './clauses.ts';

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

/** Words that deny what follows. */
export const NEGATIVE = /^(?:not|never|no|cannot|unable|neither|nor|nobody|nothing|none|without|hardly)$|n't$/;
/** Words that may stand between a subject, its auxiliaries and its verb. */
export const ADVERB =
  /^(?:also|already|just|now|then|even|both|still|gladly|certainly|definitely|happily|gone|ahead|of|course|be|been|\w{2,}ly|once|again|too|simply|hereby|all|further|first|next|meanwhile|instead|personally|quickly|surely|so|to)$/;

/** The last word of what stands right behind the verb, before a preposition or a number. */
export function objectEnd(rest: readonly Token[]): Token | undefined {
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
