import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Evidence, Finding } from '../../domain/verdicts/evidence.ts';
import { cutText, listText, valueText } from '../text/value-text.ts';
import { argumentEvidence } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import type { JudgedLeaf } from './judge-call.ts';
import type { SourceRule } from './rules.ts';
import type { LeafVerdict, Origin, UngroundedReason, WeakReason } from './verdict/leaf-verdict.ts';

const made: Readonly<Record<UngroundedReason, string>> = {
  documentation_example: 'it is an example from the description of a tool',
  placeholder: 'it is a placeholder',
  echo_of_error: 'it stands only in an error message',
  unseen_result: 'it stands only in a result that the agent had not seen yet',
  self_only: 'only the agent itself had said it',
  put_together: 'it is put together from words that were said; as a whole nobody had said it',
  not_as_derived: 'it does not come out of the numbers that it is to be reckoned from',
  nowhere: 'nobody had said it and no result held it',
};

const weakly: Readonly<Record<WeakReason, string>> = {
  small_number: 'so small a number stands anywhere by chance',
  short: 'so short a value stands anywhere by chance',
  derived: 'it may be reckoned from numbers that were seen',
  shifted_date: 'it may be a named day, moved as the user said',
  about_then: 'the day was only named roughly',
  year_unknown: 'its year was not said, and the log tells no clock',
  today: 'it is today by the clock of the session, which nobody had said',
  code: 'it is a code, and no table says of what',
  abbreviation: 'it may be another form of what was said',
  accents: 'it was written with other accents',
  spelling: 'it is one letter off from what was seen',
  digits_only: 'its digits were seen, with other letters or none',
  reworded: 'it is put together from words of the user',
  other_script: 'it may be a name that the user wrote in another script',
  accepted_proposal: 'the agent proposed it, and the user agreed',
};

export type ExplainedLeaf = JudgedLeaf & { call: TrajectoryCall };

type Told = { code: string; severity: Finding['severity']; why: string; at?: readonly Origin[] };

/** What is wrong with a value, as a finding that points at it and at where it stands. */
export function findingOf(
  { call, pointer, leaf, verdict }: ExplainedLeaf,
  { severity, rule }: { severity: Finding['severity']; rule?: SourceRule | undefined },
): Finding | undefined {
  const told = tell(verdict, severity, rule);
  if (told === undefined) return undefined;
  const place = `\`${pointerName(pointer)}\``;
  const part = 'quote' in verdict && verdict.quote !== String(leaf) ? verdict.quote : undefined;
  const subject = part === undefined ? `${place} = ${valueText(leaf)}` : `${valueText(part)} in ${place}`;
  return {
    turn: call.turn,
    stage: 'arguments',
    code: told.code,
    severity: told.severity,
    message: `${subject} of \`${call.name}\` ${told.why}`,
    evidence: [
      argumentEvidence(call, pointer, valueText(leaf)),
      ...(told.at ?? []).flatMap((origin) => evidenceOfOrigin(origin)),
    ],
  };
}

function tell(verdict: LeafVerdict, severity: Finding['severity'], rule: SourceRule | undefined): Told | undefined {
  switch (verdict.verdict) {
    case 'ungrounded': {
      const code = verdict.why === 'nowhere' ? 'not_from_evidence' : verdict.why;
      return { code, severity, why: `is not from evidence: ${made[verdict.why]}`, at: verdict.parts.flat() };
    }
    case 'weak':
      return {
        code: 'weak_evidence',
        severity,
        why: `has only weak evidence: ${weakly[verdict.why]}`,
        at: verdict.parts.flat(),
      };
    case 'forbidden': {
      const origins = verdict.parts.flat();
      const where = listText([...new Set(origins.map(placeText))]);
      return {
        code: 'forbidden_source',
        severity: 'failure',
        why: `comes only from ${where}: ${ruleText(rule)}`,
        at: origins,
      };
    }
    default:
      return undefined;
  }
}

function ruleText(rule: SourceRule | undefined): string {
  if (rule === undefined) return 'that is no source for it';
  const names = ('from' in rule ? rule.from : rule.notFrom).map(sourceName);
  return 'from' in rule
    ? `it may only come from ${listText(names, 'or')}`
    : `it may not come from ${listText(names, 'or')}`;
}

function sourceName(name: string): string {
  if (name === 'user') return 'the user';
  if (name === 'policy') return 'the policy';
  return name === 'tools' ? 'a result' : `the result of \`${name}\``;
}

/** A source as people read it: `the user (turn 0)`, `the result of \`read_mail\` (turn 1, body)`. */
export function placeText({ kind, turn = 0, tool = '', pointer }: Origin): string {
  switch (kind) {
    case 'user':
      return `the user (turn ${turn})`;
    case 'tool':
    case 'error': {
      const place = pointer === undefined || pointer === '' ? '' : `, \`${cutText(pointerName(pointer))}\``;
      return `the ${kind === 'tool' ? 'result' : 'error'} of \`${tool}\` (turn ${turn}${place})`;
    }
    case 'policy':
      return 'the policy';
    case 'agent':
      return `the agent itself (turn ${turn})`;
    case 'documentation':
      return `the description of \`${tool}\``;
  }
}

function evidenceOfOrigin({ seq, pointer, start, end, quote }: Origin): Evidence[] {
  if (seq === undefined) return [];
  if (pointer !== undefined) return [{ kind: 'json_pointer', seq, pointer, quote }];
  return [{ kind: 'text_span', seq, start, end, quote }];
}
