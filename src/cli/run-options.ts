import type { FAIL_ON } from '../domain/authoring/gate.ts';
import type { Tier } from '../domain/authoring/tier.ts';
import type { CassetteMode } from '../llm/cassette/cassette.ts';
import type { ComparisonFlags } from './commands/compare.ts';
import type { ReportFlags } from './reports/report-files.ts';
import type { SelectionFlags } from './selection/selection-flags.ts';

/** The options of `rehearsal run` and `rehearsal record`, as the command line gives them. */
export type RunOptions = ComparisonFlags &
  ReportFlags &
  SelectionFlags & {
    /** A run to hold this one against. */
    baseline?: string;
    /** From 0 to 1. */
    minPassRate?: number;
    minScenarioPassRate?: number;
    failOn?: (typeof FAIL_ON)[number][];
    /** `scorer=0.9`. */
    minScore?: string[];
    tag?: string[];
    tier?: Tier;
    trials?: number;
    repeat?: number;
    trial?: number;
    /** Name of a row. */
    row?: string;
    seed?: number;
    concurrency?: number;
    bail?: number | true;
    /** Milliseconds. */
    timeout?: number;
    cassette?: string;
    cassetteMode?: CassetteMode | 'off';
    strict?: boolean;
    /** US dollars. */
    maxCost?: number;
    maxTokens?: number;
    judgeMaxCost?: number;
    judgeMaxTokens?: number;
    dryRun?: boolean;
    /** Go on with this run; `true` for the newest that was stopped. */
    resume?: string | true;
    out?: string;
    /** False for `--no-store`. */
    store?: boolean;
    report?: string[];
    json?: boolean;
    /** False for `--no-annotations`. */
    annotations?: boolean;
    otelFile?: string;
    otelContent?: boolean;
    quiet?: boolean;
    verbose?: boolean;
    config?: string;
  };
