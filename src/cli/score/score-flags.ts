import type { ImportFormat } from '../../importers/imported.ts';

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
  report?: string[];
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  concurrency?: number;
  config?: string;
};
