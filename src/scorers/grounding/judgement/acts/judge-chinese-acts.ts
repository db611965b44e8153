import { type ChineseAct, chineseActsIn } from '../../claims/acts/chinese-acts.ts';
import type { Answer } from '../../claims/answer.ts';
import { isThing, namesOf } from '../../claims/objects.ts';
import { tellsFailure } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { ActSource } from '../../evidence/known-acts.ts';
import { isHan, wordsOf } from '../../evidence/words.ts';
import { novelRunsIn } from '../coverage/novelty.ts';
import { repeatsAnyError } from '../failures/told-failure.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { type Fault, isDated, isDecided, tell } from './judge-acts.ts';

/** The same for Chinese: deeds, offers and promises against calls, tools and rules. */
export function judgeChineseActs(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  const found: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (!isHan(sentence.text) || sentence.layout === 'row' || sentence.act === 'example') continue;
    for (const act of chineseActsIn(sentence.text)) {
      if (sentence.start + act.start >= sentence.exampleFrom) continue;
      if (act.tense !== 'offered' && (sentence.act === 'question' || sentence.act === 'request')) continue;
      if (act.tense === 'coming' && isDated(sentence, judged)) continue;
      const fault = faultOf(act, sentence.text, { seq: answer.seq, ledger });
      const told = fault && tell(placeOfAct(act), fault, { sentence, answer });
      if (told && !isDecided(told, judged)) found.push(told);
    }
  }
  return found;
}

/** From the first verb to the end of the clause; the whole of it where no verb is known. */
function placeOfAct({ verbs, start, end }: ChineseAct): { start: number; end: number } {
  return { start: verbs[0]?.start ?? start, end };
}

type Known = { seq: number; ledger: EvidenceLedger };

function faultOf(act: ChineseAct, text: string, { seq, ledger }: Known): Fault | undefined {
  const { tools, writes, rules, told, isChinese } = ledger.acts();
  const clause = text.slice(act.start, act.end);
  const families = new Set(act.verbs.flatMap((verb) => [...verb.families]));
  const does = ({ acts }: ActSource): boolean => [...families].some((family) => acts.has(family));
  const pairs = wordsOf(clause);
  const shares = ({ stems }: ActSource): number => pairs.filter((pair) => stems.has(pair)).length;
  const seen = (source: ActSource): boolean => source.visibleFrom < seq;
  const novel = isChinese ? novelLength(text, act, { seq, ledger }) : strangeThings(clause, ledger, seq);
  const granted = rules.some((rule) => seen(rule) && ((does(rule) && shares(rule) > 1) || shares(rule) > 3));
  const inPolicy = pairs.filter((pair) => ledger.policyWords.has(pair)).length;
  if (granted || inPolicy >= Math.max(3, pairs.length * 0.5)) return undefined;
  const low = ledger.tools === 'unknown' ? ({ severity: 'low' } as const) : {};
  if (act.tense === 'certain') return uncertainPromise(clause, { told, writes, does, shares, seen, novel });
  if (act.tense === 'done') {
    if (tellsFailure(text) || repeatsAnyError(clause, ledger, seq)) return undefined;
    if (writes.some((write) => seen(write) && (families.size === 0 || does(write))))
      return doneToAnother(clause, novel);
    if (told.some((source) => seen(source) && does(source)) && !/我/.test(clause)) return undefined;
    if (families.size === 0 && novel < 2) return undefined;
    if (!act.isOwn && (novel < 2 || writes.some((write) => seen(write) && does(write)))) return undefined;
    if (ledger.tools === 'unknown' && novel < 2 && !act.isOwn) return undefined;
    const isPossible = tools.some((tool) => !tool.isRead && does(tool));
    return {
      kind: 'action',
      reason: isPossible ? 'action_not_done' : 'no_such_action',
      message: `\`${clause}\` is told, but no call did it${isPossible ? '' : ' and no tool could'}`,
      ...(act.isOwn ? low : { severity: 'low' as const }),
    };
  }
  const kind = act.tense === 'coming' ? 'promise' : 'capability';
  const reason = kind === 'promise' ? 'unlicensed_promise' : 'unknown_capability';
  const doers = tools.filter((tool) => does(tool) || (families.size === 0 && !tool.isRead && shares(tool) > 0));
  const phrase = `the agent ${kind === 'promise' ? 'promises' : 'offers'} \`${clause}\``;
  if (ledger.tools === 'unknown')
    return novel < 2 || writes.some(does)
      ? undefined
      : { kind, reason, severity: 'low', message: `${phrase}, and nothing it was told speaks of that` };
  if (doers.length > 0)
    return novel < 3
      ? undefined
      : { kind, reason, severity: 'low', message: `${phrase}, and nothing it was told speaks of such a thing` };
  if (families.size === 0 && novel < 2) return undefined;
  return {
    kind,
    reason,
    message: `${phrase}, and no tool can: ${
      tools
        .map(({ name }) => `\`${name}\``)
        .join(', ')
        .slice(0, 300) || 'it has none'
    }`,
  };
}

/** The deed was done, but not to a thing of this name. */
function doneToAnother(clause: string, novel: number): Fault | undefined {
  if (novel < 4) return undefined;
  return {
    kind: 'action',
    reason: 'action_not_done',
    severity: 'low',
    message: `\`${clause}\` is told, and no call did it to that`,
  };
}

type Licence = {
  told: readonly ActSource[];
  writes: readonly ActSource[];
  does(source: ActSource): boolean;
  shares(source: ActSource): number;
  seen(source: ActSource): boolean;
  novel: number;
};

/** What is told as certain to come needs a rule, a result, or a write that does it. */
function uncertainPromise(clause: string, { told, writes, does, shares, seen, novel }: Licence): Fault | undefined {
  if (told.some((source) => seen(source) && shares(source) > 2)) return undefined;
  if (tellsFailure(clause) && !/不会|绝不/.test(clause)) return undefined;
  if (writes.some((write) => seen(write) && does(write) && shares(write) > 1) && novel < 2) return undefined;
  return {
    kind: 'promise',
    reason: 'unlicensed_promise',
    severity: 'low',
    message: `\`${clause}\` is promised, and neither a rule nor a result says so`,
  };
}

/** Characters of the clause that neither the evidence nor everyday talk knows, apart from its verbs. */
function novelLength(text: string, { start, end, verbs }: ChineseAct, { seq, ledger }: Known): number {
  const runs = novelRunsIn(text, { start, end }, { vocabulary: ledger.vocabulary(), seq });
  return runs.reduce((sum, run) => {
    const known = verbs.reduce(
      (total, verb) => total + Math.max(0, Math.min(run.end, verb.end) - Math.max(run.start, verb.start)),
      0,
    );
    return sum + run.end - run.start - known;
  }, 0);
}

/** Where the evidence is in another language, only things that both languages name can be missing. */
function strangeThings(clause: string, ledger: EvidenceLedger, seq: number): number {
  const { tools, writes, rules, told } = ledger.acts();
  const known = [...tools, ...writes, ...rules, ...told].filter(({ visibleFrom }) => visibleFrom < seq);
  return namesOf(clause).filter((name) => isThing(name) && !known.some(({ things }) => things.has(name))).length > 0
    ? 3
    : 0;
}
