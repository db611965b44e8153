import { remembered } from '../../evidence/remembered.ts';

/** Past forms and participles that do not end in `-ed`, by their base. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `sent:send paid:pay made:make sold:sell done:do did:do set:set put:put gave:give given:give took:take taken:take got:get gotten:get
  went:go gone:go came:come wrote:write written:write rang:ring rung:ring told:tell spoke:speak spoken:speak left:leave kept:keep held:hold
  brought:bring bought:buy found:find saw:see seen:see thought:think knew:know known:know met:meet let:let shut:shut cut:cut ran:run run:run
  began:begin begun:begin woke:wake woken:wake chose:choose chosen:choose drew:draw drawn:draw fed:feed laid:lay led:lead lent:lend built:build
  caught:catch taught:teach understood:understand withdrew:withdraw withdrawn:withdraw undid:undo undone:undo threw:throw thrown:throw
  spent:spend drove:drive driven:drive read:read heard:hear lost:lose felt:feel forgot:forget forgotten:forget said:say meant:mean
  broke:break broken:break won:win hid:hide hidden:hide rose:rise risen:rise fell:fall fallen:fall flew:fly flown:fly split:split
  overrode:override overridden:override reset:reset sought:seek struck:strike stuck:stick swept:sweep hung:hang dealt:deal redid:redo
  rebuilt:rebuild resent:resend forwent:forgo upheld:uphold rewrote:rewrite rewritten:rewrite reran:rerun rerun:rerun overpaid:overpay`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
/** Words in `-ed` that are no past forms. */
const NO_PAST =
  /^(?:need|feed|speed|exceed|proceed|succeed|indeed|bed|red|seed|hundred|embed|shed|wed|sled|bleed|breed|weed|reed|deed|heed|greed|unused|limited|related|detailed|based|interested|supposed|advanced|used|located|involved|concerned)$/;

/** A past form or participle: `booked`, `wrote`. */
export function isPastForm(word: string): boolean {
  const lower = word.toLowerCase();
  return IRREGULAR.has(lower) || (/^[a-z]{2,}ed$/.test(lower) && !NO_PAST.test(lower));
}

/** What the base of a verb in any form may be: `booked` gives `book` and `booke`, `filed` gives `fil` and `file`. */
export const basesOf = remembered(readBases);

function readBases(word: string): readonly string[] {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular) return [irregular, lower];
  if (/^.{2,}i(?:ed|es)$/.test(lower)) return [`${lower.slice(0, -3)}y`];
  const stem = /^.{2,}(?:ed|ing)$/.test(lower) ? lower.replace(/(?:ed|ing)$/, '') : undefined;
  if (stem === undefined)
    return /[^s]s$/.test(lower) && lower.length > 3 ? [lower.slice(0, -1), lower.replace(/es$/, ''), lower] : [lower];
  const bases = [lower, stem, `${stem}e`];
  return /([bdglmnprt])\1$/.test(stem) ? [...bases, stem.slice(0, -1)] : bases;
}
