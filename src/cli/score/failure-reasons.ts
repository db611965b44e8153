import { startOf } from '../../domain/transcript/endings.ts';
import { trajectoryOf } from '../../domain/transcript/trajectory.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { blindChecks, reasonOf } from '../../reporters/terminal/failure/blind-checks.ts';
import { isDecidedByEnd } from '../../reporters/terminal/failure/end-text.ts';
import { toldFindings } from '../../reporters/terminal/failure/told-findings.ts';
import type { Lack } from './find-lacks.ts';
import type { ScoredConversation } from './scored-conversation.ts';

/** Why a conversation did not pass, without what is only true of this one. */
export type FailureReason = {
  /** Id of the check; absent where the log or the end of the talk is the reason. */
  check?: string | undefined;
  /** Code of the finding or the problem, the end of the talk, or `unscored`, `errored`, `not_applicable`. */
  code: string;
  /** The argument and the tool that a finding is about, or why a check could not be made. */
  about?: string | undefined;
};

const MAX_REASONS = 20;
const MAX_ABOUT = 300;

/** The reasons of a conversation that did not pass, each once, in the order in which they are told. */
export function reasonsOf(conversation: ScoredConversation): FailureReason[] {
  const reasons = conversation.status === 'scored' ? ofResult(conversation) : ofProblems(conversation);
  const known = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
  return [...known.values()].slice(0, MAX_REASONS);
}

function ofProblems({ problems }: ScoredConversation): FailureReason[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => ({ code, about: withoutValues(message) }));
}

function ofResult({ result, lacks }: Extract<ScoredConversation, { status: 'scored' }>): FailureReason[] {
  const { verdict, endReason, scores, transcript } = result;
  if (verdict === 'failed') {
    const tools = toolsIn(transcript);
    return toldFindings(result).findings.map(({ scoreId, code, message, evidence }) => {
      const about = aboutOf({ message, evidence }, tools);
      return { ...(scoreId === undefined ? {} : { check: scoreId }), code, ...(about === undefined ? {} : { about }) };
    });
  }
  const end = isDecidedByEnd(result) ? [{ code: endReason }] : [];
  const blind = blindChecks(scores).map((score) => ({
    check: score.id,
    code: score.status,
    about: lacks.get(score.id)?.map(lackText).join(', and ') ?? withoutValues(reasonOf(score)),
  }));
  return [...end, ...blind];
}

function lackText(lack: Lack): string {
  switch (lack) {
    case 'calls':
      return 'the log leaves calls out';
    case 'tools':
      return 'nothing says which tools there were';
    case 'effects':
      return 'nothing says what the tools do';
    case 'policy':
      return 'nothing says what the agent was told';
    default:
      return assertNever(lack);
  }
}

type Told = { message: string; evidence: readonly Evidence[] };
type Tools = {
  /** Names of the tools that were called or offered. */
  known: ReadonlySet<string>;
  /** By the position of a call and of its result. */
  at: ReadonlyMap<number, string>;
};

function toolsIn(transcript: Transcript): Tools {
  const { calls } = trajectoryOf(transcript);
  const start = startOf(transcript);
  const offered = start === undefined || start.tools === 'unknown' ? [] : start.tools;
  return {
    known: new Set([...offered, ...calls].map(({ name }) => name)),
    at: new Map(
      calls.flatMap(({ seq, resultSeq = seq, name }): [number, string][] => [
        [seq, name],
        [resultSeq, name],
      ]),
    ),
  };
}

/** `amount of refund_rental`, or the tool alone; undefined where no tool is meant. */
function aboutOf({ message, evidence }: Told, { known, at }: Tools): string | undefined {
  for (const { kind, seq, pointer = '' } of evidence) {
    if (kind !== 'argument' && kind !== 'json_pointer') continue;
    const tool = at.get(seq);
    if (tool !== undefined) return pointer === '' ? tool : `${placeName(pointer)} of ${tool}`;
  }
  return toolIn(message, known) ?? evidence.flatMap(({ seq }) => at.get(seq) ?? [])[0];
}

/** The first tool that a sentence names: one of those that are known, or what is written as a call. */
function toolIn(message: string, known: ReadonlySet<string>): string | undefined {
  for (const [, quoted = ''] of message.slice(0, 2000).matchAll(/`([^`]+)`/g)) {
    const [, name, isCall] = /^([\w.:/-]+)(\()?/.exec(quoted) ?? [];
    if (name !== undefined && (isCall !== undefined || (known.has(name) && name === quoted))) return name;
  }
  return undefined;
}

/** `/items/0/id` → `items[].id`: which of them it was differs from one conversation to the next. */
function placeName(pointer: string): string {
  const parts = pointer.slice(1).split('/');
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.map((part, index) => (/^\d+$/.test(part) ? '[]' : index === 0 ? part : `.${part}`)).join('');
}

/** A sentence without quoted values and numbers, so that two conversations of one kind have the same. */
function withoutValues(text: string): string {
  return text
    .slice(0, MAX_ABOUT)
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/\b[\w.-]*\d[\w.,-]*\b/g, '…');
}
