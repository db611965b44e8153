import { visibleText } from '../../domain/display/visible-text.ts';
import type { Statement } from '../../domain/prompts/judge-prompt.ts';
import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { foldedText } from '../text/fold-text.ts';
import { cutText, listText } from '../text/value-text.ts';
import type { Control } from './control.ts';
import type { Criterion } from './criterion.ts';
import { findQuote } from './find-quote.ts';
import type { JudgeReply, Verdict } from './read-reply.ts';
import { isBy, type Scene } from './scene.ts';

/** A statement with what stands behind it. */
export type Asked = { statement: Statement; control?: Control | undefined; criterion?: Criterion | undefined };

/** One verdict whose proof was checked. */
export type Answer = { verdict: Verdict; reason: string; evidence: readonly Evidence[] };

/** Answers by the criterion's id, or why none of them can be used. */
export type CheckedReply =
  | { status: 'answered'; answers: ReadonlyMap<string, Answer> }
  | { status: 'void'; problem: string };

/**
 * Takes a reply only as a whole: every statement answered once and by its id, the sum that the judge gave agreeing with its
 * verdicts, each proof where it says it is, and each control right. One fault voids all of it.
 */
export function checkReply({ answers, met }: JudgeReply, asked: readonly Asked[], scene: Scene): CheckedReply {
  const fault = faultOfIds(answers, asked) ?? faultOfSum(answers, met);
  if (fault !== undefined) return { status: 'void', problem: fault };
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const checked = new Map<string, Answer>();
  const faults: string[] = [];
  for (const { statement, control, criterion } of asked) {
    const answer = byId.get(statement.id);
    if (answer === undefined) continue;
    const proof = proofOf(answer, { ...statement, needle: control?.needle }, scene);
    const wrong = control === undefined ? undefined : faultOfControl(answer, control, proof);
    // A wrong control says more than what is wrong with its proof.
    if (wrong !== undefined) return { status: 'void', problem: wrong };
    if (proof.status === 'missing') faults.push(`${proof.problem} (about "${cutText(statement.text)}")`);
    else if (criterion !== undefined) {
      checked.set(criterion.id, { verdict: answer.verdict, reason: tidy(answer.reason), evidence: proof.evidence });
    }
  }
  const [first] = faults;
  return first === undefined ? { status: 'answered', answers: checked } : { status: 'void', problem: first };
}

type RawAnswer = JudgeReply['answers'][number];

function faultOfIds(answers: readonly RawAnswer[], asked: readonly Asked[]): string | undefined {
  const given = answers.map(({ id }) => id);
  const known = asked.map(({ statement }) => statement.id);
  const strange = given.filter((id) => !known.includes(id));
  if (strange.length > 0)
    return `answered a statement that nobody asked about (${JSON.stringify(cutText(strange[0] ?? ''))})`;
  const twice = given.filter((id, index) => given.indexOf(id) !== index);
  if (twice.length > 0) return `answered one statement twice ("${textOf(twice[0], asked)}")`;
  const missing = known.filter((id) => !given.includes(id));
  if (missing.length > 0)
    return `left out ${missing.length} of ${known.length} statements ("${textOf(missing[0], asked)}")`;
  return undefined;
}

function textOf(id: string | undefined, asked: readonly Asked[]): string {
  return cutText(asked.find(({ statement }) => statement.id === id)?.statement.text ?? '');
}

function faultOfSum(answers: readonly RawAnswer[], met: number): string | undefined {
  const counted = answers.filter(({ verdict }) => verdict === 'met').length;
  if (met === counted) return undefined;
  return `contradicts itself: it says that ${met} are met, and its verdicts say ${counted}`;
}

type Proof = { status: 'proven'; evidence: readonly Evidence[] } | { status: 'missing'; problem: string };

/** Every quote has to exist; how many are needed, and whose, depends on the verdict. */
function proofOf(
  { verdict, quotes, turns }: RawAnswer,
  { about, needle }: Pick<Statement, 'about'> & Pick<Control, 'needle'>,
  scene: Scene,
): Proof {
  const evidence: Evidence[] = [];
  let isProven = false;
  for (const { event: seq, text } of quotes) {
    const event = scene.events.find((shown) => shown.seq === seq);
    if (event === undefined) return { status: 'missing', problem: `quotes event ${seq}, which is not in the record` };
    const found = findQuote(text, event, { needle });
    if (found.status === 'missing') return found;
    evidence.push(found.evidence);
    if (scene.inScope.includes(event) && isBy(event, about)) isProven = true;
  }
  const unknown = turns.filter((turn) => !scene.events.some((event) => event.turn === turn));
  if (unknown.length > 0)
    return { status: 'missing', problem: `says it looked at turn ${unknown[0]}, which is not in the record` };
  if (verdict === 'met' && !isProven) return { status: 'missing', problem: unproven(about, evidence.length, scene) };
  // One sentence cannot show that something happened nowhere.
  const unseen = verdict === 'not_met' ? scene.turns.filter((turn) => !turns.includes(turn)) : [];
  if (unseen.length === 0) return { status: 'proven', evidence };
  const list = listText(unseen.slice(0, 5).map(String));
  return { status: 'missing', problem: `says "not met" without having looked at turn ${list}` };
}

function unproven(about: Statement['about'], quotes: number, { scope }: Scene): string {
  if (quotes === 0) return 'says "met" without a quote';
  const where = scope.kind === 'turn' ? ` in turn ${scope.turn}` : '';
  return `says "met" without a quote${about === 'talk' ? '' : ` of the ${about}`}${where}`;
}

function faultOfControl({ verdict }: RawAnswer, { text, expected, needle }: Control, proof: Proof): string | undefined {
  const truth = expected === 'met' ? 'true' : 'not true';
  if (verdict !== expected) {
    return `got a question wrong whose answer is known: it said ${SAID[verdict]} of "${text}", which is ${truth}; none of its answers counts`;
  }
  if (needle === undefined || proof.status === 'missing') return undefined;
  const holds = proof.evidence.some(({ quote = '' }) => foldedText(quote).includes(foldedText(needle)));
  return holds
    ? undefined
    : `got a question wrong whose answer is known: its proof of "${text}" does not hold that word; none of its answers counts`;
}

const SAID: Readonly<Record<Verdict, string>> = {
  met: '"met"',
  not_met: '"not met"',
  cannot_tell: '"cannot tell"',
};

/** The judge's own words, which it may have copied from the talk: on one line, nothing hidden, at most 300 characters. */
function tidy(reason: string): string {
  return cutText(visibleText(reason.replaceAll(/\s+/g, ' ').trim(), { newlines: 'escape' }), 300);
}
