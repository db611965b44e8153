import type { ImportFormat } from '../../importers/imported.ts';
import type { CassetteMode } from '../../llm/cassette/cassette-mode.ts';

/** The options of `rehearsal score`, as the command line gives them. */
export type ScoreFlags = {
  expect: string;
  tools?: string;
  policy?: string[];
  now?: string;
  language?: string;
  format?: ImportFormat;
  observation?: 'recorded' | 'sequential';
  /** Ids of the conversations to score; all where absent. */
  only?: string[];
  /** File or folder with recorded answers of judges. */
  cassette?: string;
  cassetteMode?: CassetteMode;
  strict?: boolean;
  report?: string[];
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  concurrency?: number;
  config?: string;
};
