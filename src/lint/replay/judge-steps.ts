import type { ReferenceWay } from '../../domain/authoring/reference-solution.ts';
import type { Fault } from '../../domain/authoring/tool-stub.ts';
import type { ToolOutcome } from '../../domain/transcript/tool-call.ts';
import { type TrajectoryCall, trajectoryOf } from '../../domain/transcript/trajectory.ts';
import type { EventOf, Transcript } from '../../domain/transcript/transcript-event.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import { brokenRules } from './broken-rules.ts';
import type { TimedStep } from './reference-agent.ts';
import type { Replay } from './replay.ts';
import { choiceDetails, type WayFinding } from './replay-finding.ts';

/** The mistakes of the steps of one way, in order; what hangs on a step that was left out is a note. */
export function judgeSteps(way: ReferenceWay, replay: Replay): WayFinding[] {
  const { steps, made, transcript } = replay;
  const { calls } = trajectoryOf(transcript);
  const findings: WayFinding[] = [];
  const gaps: TimedStep[] = [];
  for (const step of steps) {
    if (step.arguments.status === 'open') {
      findings.push(leftOut(step, step.arguments.why));
      gaps.push(step);
      continue;
    }
    const at = made.indexOf(step);
    const call = at < 0 ? undefined : calls[at];
    const mistake = call === undefined ? undefined : mistakeOf(step, call, replay);
    if (mistake === undefined) continue;
    findings.push(hangsOn(gaps, { step, mistake, replay }) ? afterGap(mistake) : mistake);
    if (mistake.severity === 'error') gaps.push(step);
  }
  return [...findings, ...brokenRules(replay, calls), ...stopped(replay, calls)].map((finding) => ({
    ...finding,
    ...choiceDetails(way),
    severity: way.choice?.kind === 'without' && finding.severity === 'error' ? 'warning' : finding.severity,
  }));
}

/** A planted fault answers in the place of the tool, so that a failure of it is no question to the world. */
export function isPlanted({ tool, outcome }: TimedStep, faults: readonly Fault[]): boolean {
  return outcome === 'error' && faults.some((fault) => fault.tool === tool);
}

/**
 * Whether a mistake may come of a call before it that was not carried out as expected: a precondition of that very tool, or
 * a state that a write should have changed.
 */
function hangsOn(
  gaps: readonly TimedStep[],
  { step, mistake, replay }: { step: TimedStep; mistake: WayFinding; replay: Replay },
): boolean {
  switch (mistake.code) {
    case 'precondition-not-met':
      return gaps.some(({ tool }) => replay.requires(step.tool).includes(tool));
    case 'refused-call':
    case 'expected-failure':
    case 'changes-nothing':
      return mistake.severity === 'error' && gaps.some(({ tool }) => effectOf(tool, replay.transcript) !== 'read');
    default:
      return false;
  }
}

function leftOut({ tool, path }: TimedStep, why: string): WayFinding {
  return {
    severity: 'note',
    code: 'not-replayed',
    path,
    message: `\`${tool}\` was not carried out: ${why}`,
  };
}

function afterGap({ hint: _, ...mistake }: WayFinding): WayFinding {
  const reason = 'a call before it was not carried out as expected, which may be why';
  return { ...mistake, severity: 'note', message: `${mistake.message} (${reason})` };
}

function mistakeOf(step: TimedStep, { call, result, outcome }: TrajectoryCall, replay: Replay): WayFinding | undefined {
  if (result === undefined || step.origin === 'needed') return crashOf(step, result?.outcome);
  const came = result.outcome;
  if (came.status === 'error') return crashOf(step, came) ?? refusalOf(step, came);
  if (step.outcome === 'error') return succeeded(step, outcome);
  const effect = effectOf(step.tool, replay.transcript);
  const isChange = replay.transcript.some((event) => event.type === 'world_change' && event.callId === call.id);
  if (effect !== 'write' || isChange || replay.watched.notified.has(call.id)) return undefined;
  return changesNothing(step, replay);
}

function crashOf(step: TimedStep, came: ToolOutcome | undefined): WayFinding | undefined {
  if (came?.status !== 'error' || (came.kind !== 'tool_crash' && came.kind !== 'timeout')) return undefined;
  return {
    severity: 'error',
    code: 'world-crash',
    path: step.path,
    message: `\`${callText(step)}\` broke the world: ${came.message}`,
    hint: 'mend the tool: whatever a call holds, it may answer or refuse, and nothing else',
  };
}

/** What the world said to a call that should have succeeded. */
function refusalOf(step: TimedStep, came: Extract<ToolOutcome, { status: 'error' }>): WayFinding | undefined {
  if (step.outcome !== 'ok') return undefined;
  const head = { severity: 'error', path: step.path } as const;
  const said = `the world refuses \`${callText(step)}\`: ${came.message}`;
  switch (came.kind) {
    case 'unknown_tool':
      return {
        ...head,
        code: 'unknown-tool',
        message: said,
        hint: 'name a tool of the world, or give the world this one',
      };
    case 'invalid_arguments':
      return {
        ...head,
        code: 'refused-arguments',
        message: said,
        hint: "expect arguments that the tool's schema allows",
      };
    case 'blocked':
      return {
        ...head,
        code: 'precondition-not-met',
        message: said,
        hint: 'expect the call that it needs before it, in an earlier message',
      };
    case 'tool_error':
      return {
        ...head,
        code: 'refused-call',
        message: said,
        hint: 'expect other arguments, another order, or `outcome: error`; or let `given` make it possible',
      };
    case 'tool_crash':
    case 'timeout':
    case 'cancelled':
      return undefined;
    default:
      return assertNever(came.kind);
  }
}

function succeeded(step: TimedStep, outcome: TrajectoryCall['outcome']): WayFinding | undefined {
  if (outcome !== 'ok') return undefined;
  return {
    severity: 'error',
    code: 'expected-failure',
    path: step.path,
    message: `\`${callText(step)}\` succeeds, and \`outcome: error\` is expected of it`,
    hint: 'leave `outcome` out, plant a fault for the tool, or let `given` make the call fail',
  };
}

function changesNothing(step: TimedStep, { keepsNothing }: Replay): WayFinding {
  const isStub = keepsNothing.has(step.tool);
  return {
    severity: isStub ? 'warning' : 'error',
    code: 'changes-nothing',
    path: step.path,
    message: isStub
      ? `\`${callText(step)}\` changes nothing: no answer of \`${step.tool}\` has a \`set\`, so the world keeps nothing of it`
      : `\`${callText(step)}\` is a write that changes nothing: the world is the same without it`,
    hint: isStub
      ? 'give its answers a `set`, or say `effect: read`'
      : 'expect no such call, or let `given` begin with something that it changes',
  };
}

function effectOf(tool: string, transcript: Transcript): string {
  const started = transcript[0] as EventOf<'session_started'>;
  const known = started.tools === 'unknown' ? [] : started.tools;
  return known.find(({ name }) => name === tool)?.effect ?? 'unknown';
}

/** A replay that did not come to its end is no proof of anything. */
function stopped({ made, transcript }: Replay, calls: readonly TrajectoryCall[]): WayFinding[] {
  const end = transcript.at(-1);
  const isWhole = end?.type === 'session_ended' && end.reason === 'user_done' && calls.length >= made.length;
  if (isWhole) return [];
  const why =
    end?.type === 'session_ended' ? `\`${end.reason}\`${end.detail === '' ? '' : `: ${end.detail}`}` : 'no end';
  return [
    {
      severity: 'error',
      code: 'replay-stopped',
      path: made[calls.length]?.path ?? 'world',
      message: `the replay stopped with ${why}`,
      hint: 'mend the world first: until then nothing is known of the calls after this',
    },
  ];
}

function callText({ tool, arguments: values }: TimedStep): string {
  if (values.status === 'open') return tool;
  const text = plainJson(values.value);
  return `${tool} ${text.length > 160 ? `${text.slice(0, 160).toWellFormed()}…` : text}`;
}
