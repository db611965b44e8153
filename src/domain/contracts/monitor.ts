import type { ToolCall } from '../transcript/tool-call.ts';
import type { TranscriptEvent } from '../transcript/transcript-event.ts';
import type { Evidence } from '../verdicts/evidence.ts';

/** A rule that was broken while a session ran. */
export type Alarm = {
  /** Name of the rule. */
  rule: string;
  message: string;
  evidence: readonly Evidence[];
  /** Whether the rule asks to end the session. */
  stop: boolean;
};

/** Watches one session while it runs. */
export type SessionMonitor = {
  /** Takes the next event of the transcript; returns the rules that it broke. */
  take(event: TranscriptEvent): readonly Alarm[];
  /**
   * The rule that a call would break and that asks to prevent it. `ahead` are the events that would be recorded if it were
   * made now and succeeded. Absent where no rule prevents anything.
   */
  refuse?: ((call: ToolCall, ahead: readonly TranscriptEvent[]) => Alarm | undefined) | undefined;
};

/** What a check brings along to look at sessions while they run; opened once for each session. */
export type Monitor = { open(): SessionMonitor };
