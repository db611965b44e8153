import type { JsonValue } from '../../domain/values/json-value.ts';

/** A tool as far as names go: `parameters` is the JSON Schema of its arguments. */
export type KnownTool = { name: string; parameters: JsonValue };

/** What is known of a scenario before it runs. */
export type Surroundings = {
  /** Absent when the scenario has no world, or one that could not be opened. */
  world?:
    | {
        tools: readonly KnownTool[];
        /** There is no world: somebody wrote down which tools the agent had. */
        isListed?: boolean | undefined;
        /** Before the first message. */
        state: JsonValue;
        /**
         * JSON Pointers that tools may write to, `{{…}}` in a part standing for any key; absent when that is not known,
         * because the tools are code.
         */
        writable?: readonly string[] | undefined;
      }
    | undefined;
  /** The agent may call tools of its own, which it reports and the world does not have. */
  mayReportTools: boolean;
  /** Names of the config's models. */
  models: readonly string[];
  /** How many turns there can be at most, and what says so: `the script has 2 messages`. */
  turns?: { most: number; because: string } | undefined;
};
