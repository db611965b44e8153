import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { CallDiff } from '../../domain/verdicts/call-diff.ts';
import type { Stage } from '../../domain/verdicts/evidence.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';

/** Text that may have been cut. */
export type Preview = {
  text: string;
  /** Length of the whole text in UTF-16 code units; absent when all of it is here. */
  wholeLength?: number | undefined;
};

/** What something rests on, in words and as a place to go to. */
export type EvidenceView = {
  /** Event of the transcript; absent where a sentence of the specification is meant. */
  seq?: number | undefined;
  /** `the result of get_order (turn 1), /items/0/price: 49.9`. */
  text: string;
};

export type FindingView = {
  turn: number;
  stage: Stage;
  code: string;
  severity: 'failure' | 'warning' | 'note';
  message: string;
  evidence: readonly EvidenceView[];
};

export type ScoreView = {
  id: string;
  scorer: string;
  stage: Stage;
  required: boolean;
  status: 'scored' | 'not_applicable' | 'unscored' | 'errored';
  value?: number | undefined;
  passed?: boolean | undefined;
  reason: string;
  findings: readonly FindingView[];
  turns: readonly { turn: number; value?: number | undefined }[];
};

/** A statement of an answer, judged. */
export type ClaimView = {
  text: string;
  start: number;
  end: number;
  verdict: 'supported' | 'contradicted' | 'unsupported' | 'not_checkable';
  reason: string;
  message: string;
  evidence: readonly EvidenceView[];
};

/** Words of an answer that a finding points at. */
export type SpanView = { start: number; end: number; message: string };

export type CallView = {
  kind: 'call';
  seq: number;
  name: string;
  arguments: Preview;
  /** Where the arguments could not be read. */
  problem?: string | undefined;
  /** The agent told of it; it did not run in the world of the scenario. */
  isReported: boolean;
  result?:
    | {
        seq: number;
        content: Preview;
        error?: string | undefined;
        injectedBy?: string | undefined;
        ms?: number | undefined;
      }
    | undefined;
};

/** Something that happened, in the order of the talk. */
export type ItemView =
  | { kind: 'user'; seq: number; text: Preview; isSilent: boolean }
  | {
      kind: 'agent';
      seq: number;
      text: Preview;
      isFinal: boolean;
      claims: readonly ClaimView[];
      spans: readonly SpanView[];
    }
  | CallView
  | { kind: 'user_step'; seq: number; lines: readonly string[] }
  | { kind: 'world'; seq: number; lines: readonly string[] }
  /** What stands between the speakers: notices, faults, broken rules. */
  | { kind: 'note'; seq: number; label: string; text: Preview; isLoud: boolean };

/** A machine that spoke for the user, as far as it is known. */
export type MachineView = {
  states: readonly { id: string; ends: boolean }[];
  edges: readonly { from: string; to: string; isTaken: boolean }[];
  /** The way that the talk took; `via` is the transition that led there. */
  path: readonly { turn: number; state: string; via?: string | undefined }[];
  /** Ways that the talk did not take are known as well. */
  isWhole: boolean;
};

/** One session, made ready to be shown. */
export type SessionView = {
  key: SessionKey;
  title: string;
  verdict: Verdict;
  reason: string;
  endReason: string;
  endDetail?: string | undefined;
  error?: string | undefined;
  replay: string;
  file?: string | undefined;
  durationMs: number;
  /** Short facts about the session, as name and value. */
  facts: readonly (readonly [name: string, value: string])[];
  turns: readonly { turn: number; items: readonly ItemView[] }[];
  scores: readonly ScoreView[];
  callTables: readonly { score: string; diff: CallDiff }[];
  machine?: MachineView | undefined;
  /** Values in answers that the evidence supports. */
  grounding: readonly { turn: number; supported: number; checkable: number }[];
  userNotes: readonly string[];
};
