/** The options of `rehearsal run`, as the command line gives them. */
export type RunOptions = {
  tag?: string[];
  agent?: string;
  trials?: number;
  repeat?: number;
  trial?: number;
  seed?: number;
  concurrency?: number;
  bail?: number | true;
  out?: string;
  /** False for `--no-store`. */
  store?: boolean;
  report?: string[];
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  config?: string;
};
