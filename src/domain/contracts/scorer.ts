import type { z } from 'zod';
import type { Scenario } from '../authoring/scenario.ts';
import type { Trajectory } from '../transcript/trajectory.ts';
import type { Transcript } from '../transcript/transcript-event.ts';
import type { Turn } from '../transcript/turns.ts';
import type { Stage } from '../verdicts/evidence.ts';
import type { ScoreOutcome } from '../verdicts/score.ts';
import type { ChatModelSession, ModelCallRecord } from './chat-model.ts';
import type { Monitor } from './monitor.ts';

/** What every scorer looks at. The projections are computed once for all scorers of a session. */
export type ScoreInput = {
  transcript: Transcript;
  /** Tool calls paired with their results, in order. */
  trajectory: Trajectory;
  turns: readonly Turn[];
  /** What is known of the scenario; absent for logs that were not simulated. */
  scenario?: Scenario | undefined;
};

/** A model that may judge, opened for one scorer of one session. */
export type OpenedJudge = {
  /** Name of the model, as its provider knows it. */
  name: string;
  session: ChatModelSession;
  /** What is known of how well this model judges by these instructions; undefined when nobody measured it. */
  calibrationOf(promptHash: string): JudgeCalibration | undefined;
};

/** Agreement of a judge with people's labels, from `rehearsal calibrate`. Rates from 0 to 1. */
export type JudgeCalibration = { labels: number; balancedAccuracy: number; kappa: number };

/** What a scorer that waits is handed. */
export type ScoreOptions = {
  signal: AbortSignal;
  /** The model of this name; without a name the project's judge. Undefined when the project has no such model. */
  openJudge?: ((name?: string) => OpenedJudge | undefined) | undefined;
  /** Told of each request to a judge, for totals and costs. */
  onModelCall?: ((call: ModelCallRecord) => void) | undefined;
  /** Told what a reader of the run should know and what decides nothing. */
  onNote?: ((note: string) => void) | undefined;
};

/** A question asked of a transcript. */
export type Scorer = {
  /** Unique in the session: the author's id, or the type and a hash of its specification; a suffix names the part. */
  id: string;
  /** Type of the expectation that made it. */
  scorer: string;
  stage: Stage;
  required: boolean;
  needs: { toolCalls: boolean };
  /** Watches the session while it runs. */
  monitor?: Monitor | undefined;
} & (
  | { deterministic: true; score(input: ScoreInput): ScoreOutcome }
  | {
      deterministic: false;
      /** The most requests that a session of so many turns takes; absent where nobody can say. */
      mostRequests?: ((turns: number) => number) | undefined;
      score(input: ScoreInput, options: ScoreOptions): Promise<ScoreOutcome>;
    }
);

/** A scorer before it has a name: what a definition makes of one expectation. */
export type ScorerPart = {
  /** Suffix of the id when an expectation asks several questions: `selection`, `arguments`. */
  part?: string | undefined;
  stage: Stage;
  needs: { toolCalls: boolean };
  /** Watches the session while it runs. */
  monitor?: Monitor | undefined;
} & (
  | { deterministic: true; score(input: ScoreInput): ScoreOutcome }
  | {
      deterministic: false;
      /** The most requests that a session of so many turns takes; absent where nobody can say. */
      mostRequests?: ((turns: number) => number) | undefined;
      score(input: ScoreInput, options: ScoreOptions): Promise<ScoreOutcome>;
    }
);

/**
 * Something outside itself that an expectation names, told so that a misspelt name is found before anything runs.
 * `path` leads to it inside the expectation, in author's notation: `tools[0].arguments.order_id`.
 */
export type Mention = { path: string } & (
  | {
      kind: 'tool';
      tool: string;
      /** The check says something even of a name that no tool has, since an agent may make one up. */
      mayBeMadeUp?: boolean | undefined;
    }
  /** An argument of a tool; `keys` lead to it, outermost first. */
  | { kind: 'argument'; tool: string; keys: readonly string[] }
  /** An argument of whatever tool has it, with dots between its keys; the tool's name may stand before it. */
  | { kind: 'argument_name'; name: string }
  /** A place in the world's state. */
  | {
      kind: 'state';
      keys: readonly string[];
      /** Where nothing ever stands, the check passes. */
      isVacuous: boolean;
      /** In so many of the first keys `*` stands for every member. */
      wild?: number | undefined;
      /** Of what stands there it is only said that it is an object. */
      saysNothing?: boolean | undefined;
      /** The check protects what stands there at the start. */
      isProtected?: boolean | undefined;
    }
  /** From 0. */
  | { kind: 'turn'; turn: number }
  /** A model of the config that judges; without a name, the project's judge. */
  | { kind: 'model'; model?: string | undefined }
);

/** One type of expectation: the words it takes and the questions it asks. */
export type ScorerDefinition<Spec = never> = {
  /** The word after `type:`. */
  type: string;
  /** One sentence that answers "what does it say?"; the documentation's table is made of these. */
  summary: string;
  stages: readonly Stage[];
  metrics: readonly string[];
  /** Reads the keys of the expectation besides `type`, `id` and `required`. A strict object. */
  schema: z.ZodType<Spec>;
  /** Throws `UsageError` when the specification contradicts itself. `id` is the author's name of the expectation. */
  create(spec: Spec, named?: { id?: string | undefined }): readonly ScorerPart[];
  /** The tools, arguments, places and turns that a specification names. */
  mentions?(spec: Spec): readonly Mention[];
};

/** A definition whose specification type is hidden, as lists hold it. */
export type AnyScorerDefinition = Omit<ScorerDefinition, 'schema' | 'create' | 'mentions'> & {
  schema: z.ZodType<unknown>;
  create(spec: never, named?: { id?: string | undefined }): readonly ScorerPart[];
  mentions?(spec: never): readonly Mention[];
};
