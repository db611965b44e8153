import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { verdictOfEnd } from '../../domain/transcript/end-reason.ts';
import { endOf } from '../../domain/transcript/endings.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { countText, listText } from '../text/value-text.ts';
import { createPolicyMonitor } from './monitor/policy-monitor.ts';
import { type PolicyVerdict, type PolicyViolation, verdictOf } from './policy-verdicts.ts';
import type { CompiledPolicy } from './rules/compile-policy.ts';

/** What every rule says of a transcript, by the same monitor that watches sessions while they run. */
export function verdictsOf({ rules, effects }: CompiledPolicy, transcript: Transcript): PolicyVerdict[] {
  const monitor = createPolicyMonitor(rules, effects);
  for (const event of transcript) monitor.take(event);
  monitor.finish();
  const turn = transcript.at(-1)?.turn ?? 0;
  return monitor.outcomes().map((outcome) => verdictOf(outcome, turn));
}

export function scorePolicy({ transcript }: ScoreInput, policy: CompiledPolicy): ScoreOutcome {
  const verdicts = verdictsOf(policy, transcript);
  const cut = cutBy(transcript);
  const findings = [...verdicts.flatMap((verdict) => findingsOf(verdict, cut)), ...vacuousFindings(verdicts, policy)];
  const unknown = verdicts.filter(({ status }) => status === 'unscored');
  const hasFailed = findings.some(({ severity }) => severity === 'failure');
  if (unknown.length > 0 && !hasFailed) {
    return unscored(unknown.map(({ rule, reason }) => `\`${rule}\`: ${reason}`).join('; '));
  }
  const counts = verdicts.map((verdict) => countsOf(verdict, cut));
  const sum = (key: keyof Counts): number => counts.reduce((total, count) => total + count[key], 0);
  const [judged, broken] = [sum('judged'), sum('broken')];
  if (judged === 0 && !hasFailed) return notApplicable(nothingText(verdicts, cut));
  const kept = verdicts.filter(({ status, vacuous }) => status === 'satisfied' && !vacuous).length;
  return scoreFindings({
    right: Math.max(0, judged - broken),
    judged: Math.max(1, judged),
    findings,
    praise: `${kept === 1 ? 'the rule was' : `${kept} rules were`} kept`,
    metrics: {
      rules: verdicts.length,
      activations: sum('activations'),
      fulfilled: sum('fulfilled'),
      violations: sum('broken'),
      vacuous: verdicts.filter(({ vacuous }) => vacuous).length,
      open: sum('owed'),
    },
  });
}

type Counts = { judged: number; broken: number; owed: number; activations: number; fulfilled: number };

/** A prohibition that nothing spoke against was checked once: against the whole session. */
function countsOf(verdict: PolicyVerdict, cut: string | undefined): Counts {
  const { activations, fulfilled, vacuous, violations, status } = verdict;
  const owed = cut === undefined ? 0 : violations.filter(({ isOwed }) => isOwed).length;
  const broken = violations.length - owed;
  const nothing = status === 'unscored' || vacuous || owed > 0;
  const judged = Math.max(vacuous ? 0 : activations - owed, broken, nothing ? 0 : 1);
  return { judged, broken: Math.min(broken, judged), owed, activations, fulfilled };
}

/** Why the session ended before it was over; what was still owed then is nobody's failure. */
function cutBy(transcript: Transcript): string | undefined {
  const reason = endOf(transcript)?.reason;
  if (reason === undefined) return undefined;
  return reason === 'policy_stop' || verdictOfEnd(reason) !== 'scored' ? reason : undefined;
}

function findingsOf(verdict: PolicyVerdict, cut: string | undefined): Finding[] {
  const { rule, status, violations, reason } = verdict;
  const found = violations.map((violation) => findingOf(violation, cut));
  if (reason === undefined || status === 'unscored') return found;
  return [...found, plainFinding('cannot_tell', 'warning', `\`${rule}\`: ${reason}`)];
}

/** Rules that say nothing are told together, except where each of them is a failure. */
function vacuousFindings(verdicts: readonly PolicyVerdict[], { failOnVacuous }: CompiledPolicy): Finding[] {
  const names = verdicts.filter(({ vacuous }) => vacuous).map(({ rule }) => `\`${rule}\``);
  const severity = failOnVacuous ? 'failure' : 'note';
  if (names.length > 1 && !failOnVacuous) {
    return [
      plainFinding(
        'vacuous_rule',
        severity,
        `${names.length} rules speak of nothing in this session: ${listText(names)}`,
      ),
    ];
  }
  return names.map((name) =>
    plainFinding('vacuous_rule', severity, `the rule ${name} speaks of nothing in this session`),
  );
}

function plainFinding(code: string, severity: Finding['severity'], message: string): Finding {
  return { turn: 0, stage: 'execution', code, severity, message, evidence: [] };
}

function findingOf({ turn, isOwed, message, evidence }: PolicyViolation, cut: string | undefined): Finding {
  const isCut = isOwed && cut !== undefined;
  return {
    turn,
    stage: 'execution',
    code: isOwed ? 'rule_not_fulfilled' : 'rule_broken',
    severity: isCut ? 'note' : 'failure',
    message: isCut ? `${message}; the session was cut short first (\`${cut}\`)` : message,
    evidence: [...evidence],
  };
}

function nothingText(verdicts: readonly PolicyVerdict[], cut: string | undefined): string {
  const names = listText(verdicts.slice(0, 3).map(({ rule }) => `\`${rule}\``));
  const more = verdicts.length > 3 ? ` and ${countText(verdicts.length - 3, 'more rule')}` : '';
  const why = cut === undefined ? '' : ` before it was cut short (\`${cut}\`)`;
  return `nothing happened${why} that ${names}${more} could be held against`;
}
