import { kindOf, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type { ChatModel } from '../domain/contracts/chat-model.ts';
import { visibleText } from '../domain/display/visible-text.ts';
import { type ReadJudgeRequest, readJudgeRequest } from '../domain/prompts/judge/read-judge-request.ts';
import type { Statement } from '../domain/prompts/judge-prompt.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { truncate } from '../domain/values/text.ts';
import { functionModel } from './function-model.ts';
import { knownAnswer } from './judge/known-answer.ts';
import { type JudgeAnswer, type JudgeVerdict, type Opinion, proveOpinion } from './judge/prove-opinion.ts';
import { ScriptError } from './script/script-error.ts';

/** A verdict alone, or with the words that prove it and a sentence that says why. */
export type JudgeOpinion = JudgeVerdict | { verdict: JudgeVerdict; quote?: string; reason?: string };

/** What a judge is shown of a talk: its events, and the turns that are asked about. */
export type JudgedTalk = Pick<ReadJudgeRequest, 'events' | 'turns'>;

/** Verdicts by the text of a criterion or by words in it, or a function that looks at the talk. */
export type JudgeScript =
  | Readonly<Record<string, JudgeOpinion>>
  | ((statement: Pick<Statement, 'text' | 'about'>, talk: JudgedTalk) => JudgeOpinion | undefined);

/**
 * A judge that says what it is told to, for tests of judged scenarios without a model. It reads the request as a model
 * would, answers the known questions in it by looking at the talk, and each criterion by the script; `met` without a
 * quote is proven by the last thing that the criterion's subject said or did. A criterion that the script does not know,
 * or knows twice, and a quote that nobody said are `ScriptError`, which makes the check `errored`. Throws UsageError for
 * verdicts that there are not.
 */
export function scriptedJudge(script: JudgeScript, options: { name?: string } = {}): ChatModel {
  refuseMistakes('scriptedJudge', [...mistakesIn(script), ...unknownOptions(options, ['name'])]);
  const { name = 'scripted judge' } = options;
  const answerAll = (request: ReadJudgeRequest): JudgeAnswer[] =>
    request.statements.map((statement) => {
      const opinion = knownAnswer(request, statement.text) ?? opinionOf(script, { statement, request, name });
      const proven = proveOpinion(request, statement, opinion);
      if ('answer' in proven) return proven.answer;
      throw new ScriptError(`\`${name}\` cannot answer ${quote(statement.text)}: ${proven.problem}`);
    });
  return functionModel(
    ({ messages }) => {
      const request = readJudgeRequest(messages);
      if (request === undefined) throw new ScriptError(`\`${name}\` was asked something that is no request to a judge`);
      const answers = answerAll(request);
      return JSON.stringify({ answers, met: answers.filter(({ verdict }) => verdict === 'met').length });
    },
    { name },
  );
}

const VERDICTS: readonly string[] = ['met', 'not_met', 'cannot_tell'];

function mistakesIn(script: unknown): string[] {
  if (typeof script === 'function') return [];
  if (typeof script !== 'object' || script === null || Array.isArray(script))
    return [`the script is ${kindOf(script)}; expected verdicts by the text of a criterion, or a function`];
  return Object.entries(script).flatMap(([text, opinion]) => {
    if (text.trim() === '') return ['an empty text stands for no criterion'];
    return mistakesInOpinion(opinion).map((mistake) => `${quote(text)}: ${mistake}`);
  });
}

function mistakesInOpinion(opinion: unknown): string[] {
  if (typeof opinion === 'string') return mistakesInVerdict(opinion);
  if (typeof opinion !== 'object' || opinion === null)
    return [`found ${kindOf(opinion)}; expected one of ${VERDICTS.join(', ')}, or an object with \`verdict\``];
  const unknown = unknownOptions(opinion, ['verdict', 'quote', 'reason']);
  if (unknown.length > 0) return unknown;
  return mistakesInVerdict((opinion as { verdict?: unknown }).verdict);
}

function mistakesInVerdict(verdict: unknown): string[] {
  if (typeof verdict !== 'string') return [`\`verdict\` is ${kindOf(verdict)}; expected one of ${VERDICTS.join(', ')}`];
  if (VERDICTS.includes(verdict)) return [];
  const near = nearestName(verdict, VERDICTS);
  const advice = near === undefined ? `expected one of ${VERDICTS.join(', ')}` : `did you mean \`${near}\`?`;
  return [`\`${verdict}\` is no verdict; ${advice}`];
}

function opinionOf(
  script: JudgeScript,
  { statement, request, name }: { statement: Statement; request: ReadJudgeRequest; name: string },
): Opinion {
  const { text, about } = statement;
  const given =
    typeof script === 'function'
      ? script({ text, about }, { events: request.events, turns: request.turns })
      : lookUp(script, { text, name });
  if (given === undefined) throw new ScriptError(`\`${name}\` has no answer to ${quote(text)}${knownTo(script)}`);
  const [mistake] = mistakesInOpinion(given);
  if (mistake !== undefined) throw new ScriptError(`\`${name}\` cannot answer ${quote(text)}: ${mistake}`);
  return typeof given === 'string' ? { verdict: given } : given;
}

/** The whole text wins; else the one key whose words stand in it. */
function lookUp(
  script: Readonly<Record<string, JudgeOpinion>>,
  { text, name }: { text: string; name: string },
): JudgeOpinion | undefined {
  const asked = folded(text);
  const keys = Object.keys(script);
  const whole = keys.find((key) => folded(key) === asked);
  if (whole !== undefined) return script[whole];
  const [first, second] = keys.filter((key) => asked.includes(folded(key)));
  if (first !== undefined && second !== undefined)
    throw new ScriptError(`\`${name}\` has two answers to ${quote(text)}: ${quote(first)} and ${quote(second)}`);
  return first === undefined ? undefined : script[first];
}

/** As the prompt shows a statement, in any case. */
function folded(text: string): string {
  return visibleText(text, { newlines: 'escape' }).trim().toLowerCase();
}

function knownTo(script: JudgeScript): string {
  if (typeof script === 'function') return '';
  const keys = Object.keys(script);
  return keys.length === 0 ? '; its script is empty' : `; it knows ${keys.map(quote).join(', ')}`;
}

function quote(text: string): string {
  return JSON.stringify(truncate(text, 80));
}
