import type { Alarm, Monitor, SessionMonitor } from '../domain/contracts/monitor.ts';
import type { Scorer } from '../domain/contracts/scorer.ts';
import type { TranscriptEvent, UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import type { Interrupt } from './interrupt.ts';
import type { Recorder } from './recorder.ts';
import type { ToolRun } from './run-tool.ts';
import type { StepBook, StepCall } from './step-book.ts';

/** A check that watches the session; only one that is required may change how the session goes. */
export type Watcher = { monitor: Monitor; mayInterfere: boolean };

/** The checks that watch sessions, ready for `runSession`. */
export function watchersOf(scorers: readonly Scorer[]): Watcher[] {
  return scorers.flatMap(({ monitor, required }) =>
    monitor === undefined ? [] : [{ monitor, mayInterfere: required }],
  );
}

/** Hands every event to the checks that watch, and does what they ask for. */
export type PolicyWatch = {
  take(event: TranscriptEvent): void;
  /** What a call comes to that a rule prevents; undefined for a call that may run. */
  refuse(book: StepBook, entry: StepCall): ToolRun | undefined;
};

type Opened = { session: SessionMonitor; mayInterfere: boolean };

export function createPolicyWatch(
  watchers: readonly Watcher[],
  { recorder, interrupt }: { recorder: Recorder; interrupt: Interrupt },
): PolicyWatch {
  const opened = watchers.map(({ monitor, mayInterfere }): Opened => ({ session: monitor.open(), mayInterfere }));
  return {
    take(event) {
      // Everybody sees the event before anything that follows from it.
      const alarms = opened.flatMap(({ session, mayInterfere }) =>
        session.take(event).map((alarm) => ({ alarm, mayInterfere })),
      );
      for (const { alarm, mayInterfere } of alarms) {
        recordAlarm(recorder, alarm);
        if (alarm.stop && mayInterfere) interrupt.stop({ reason: 'policy_stop', detail: broken(alarm) });
      }
    },
    refuse(book, entry) {
      for (const { session, mayInterfere } of opened) {
        const alarm = mayInterfere ? session.refuse?.(entry.call, eventsAhead(book, entry)) : undefined;
        if (alarm !== undefined) return preventedRun(alarm);
      }
      return undefined;
    },
  };
}

function recordAlarm(recorder: Recorder, { rule, message, evidence }: Alarm): void {
  recorder.record({ type: 'policy_violation', source: 'policy', rule, message, evidence: [...evidence] });
}

function broken({ rule, message }: Alarm): string {
  return `the rule \`${rule}\` was broken: ${message}`;
}

/** The agent hears that a rule stands in the way, and which one. */
function preventedRun(alarm: Alarm): ToolRun {
  return {
    outcome: {
      status: 'error',
      kind: 'blocked',
      message: `blocked by the rule \`${alarm.rule}\`: the call was not run`,
    },
    events: [],
    injectedBy: `policy:${alarm.rule}`,
  };
}

/** What would be recorded if the open message ended with this call, and the call succeeded. */
function eventsAhead({ recorder, open }: StepBook, entry: StepCall): readonly TranscriptEvent[] {
  const calls = open?.calls.slice(0, open.calls.indexOf(entry) + 1) ?? [entry];
  const unplaced: UnplacedEvent[] = [
    { type: 'agent_step', callIds: calls.map(({ call }) => call.id), sawResults: open?.saw ?? [] },
    ...(open?.texts ?? []).map(({ text }): UnplacedEvent => ({ type: 'agent_message', text, final: false })),
    ...calls.map(({ call }): UnplacedEvent => ({ type: 'tool_call', call })),
    ...calls.flatMap(({ call, outcome }): UnplacedEvent[] => {
      const assumed = call === entry.call ? ({ status: 'ok', content: null } as const) : outcome;
      if (assumed === undefined) return [];
      return [{ type: 'tool_result', result: { callId: call.id, outcome: assumed, completed: 0 } }];
    }),
  ];
  const seq = recorder.events.length;
  return unplaced.map((event, index) => ({ ...event, seq: seq + index, turn: recorder.turn() }) as TranscriptEvent);
}
