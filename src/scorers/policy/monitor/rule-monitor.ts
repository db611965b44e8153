import type { CallMoment, Moment, TextMoment } from './moment.ts';

/**
 * How a rule stands. `open`: something is still owed, the rule would be broken if the session ended now · `satisfied`: it
 * would hold if the session ended now. `isFinal`: nothing that may come changes it; `violated` always is.
 */
export type RuleStatus = { status: 'satisfied' | 'open'; isFinal: boolean } | { status: 'violated'; isFinal: true };

/** One way in which a rule was broken. */
export type Violation = {
  /** The event that broke it; absent for what never came. */
  moment?: Moment | undefined;
  /** Only what was still owed when the session ended. */
  isOwed: boolean;
  /** What happened and what nearly would have done, with all that is known by now. */
  explain(): Explanation;
};
export type Explanation = { text: string; near?: Moment | undefined };

/** An event of which nobody can tell whether the rule speaks of it, and which would matter. */
export type Doubt = { moment: Moment; why: string };

/** One rule over one session. Moments come in order, and all that the rule asks of them is known. */
export type RuleMonitor = {
  take(moment: Moment): void;
  /** The agent's model has now been told what came of a call. */
  see?(call: CallMoment): void;
  /** The session is over. */
  finish(): void;
  state(): RuleStatus;
  /** Grows and never shrinks. */
  violations: readonly Violation[];
  /** What keeps it open whether the rule holds; absent where nothing can. */
  doubts?(): readonly Doubt[];
  /** Whether it holds without having said anything; absent where that is so when there was nothing it speaks about. */
  isVacuous?(): boolean;
  /** How often there was something that the rule speaks about, and how often it was as it should be. */
  counts(): { activations: number; fulfilled: number };
};

/** What happened so far, and what is known of the session. */
export type History = {
  calls: readonly CallMoment[];
  texts: readonly TextMoment[];
  /** Names of arguments by which tools look something up: those of the tools that only read, and of such calls so far. */
  lookupArguments: ReadonlySet<string>;
};

/** A rule read once, for any number of sessions. */
export type CompiledForm = {
  /** True for moments that the rule has to see. Asked once for each name of a tool. */
  concerns(kind: Moment['kind'], tool?: string): boolean;
  /** Whether the rule has to wait until it is known what came of this call. */
  isPending(moment: Moment): boolean;
  /** Whether the rule depends on what this call does to the world, where the session does not say. */
  isUndecided(moment: Moment): boolean;
  /** Whether it speaks of calls at all. */
  asksCalls: boolean;
  /** The rule speaks only of what may not be: no activation is nothing to worry about. */
  isProhibition: boolean;
  open(history: History): RuleMonitor;
};

export const SATISFIED: RuleStatus = { status: 'satisfied', isFinal: false };
export const HELD: RuleStatus = { status: 'satisfied', isFinal: true };
export const OPEN: RuleStatus = { status: 'open', isFinal: false };
export const VIOLATED: RuleStatus = { status: 'violated', isFinal: true };
