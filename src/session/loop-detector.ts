import type { ToolCall } from '../domain/transcript/tool-call.ts';
import { equalJson } from '../domain/values/canonical.ts';

/** Counts how often the same call is made in a row. */
export type LoopDetector = {
  /** How many times in a row this call has now been made, this one included. */
  count(call: ToolCall): number;
  beginTurn(): void;
};

export function createLoopDetector(): LoopDetector {
  let last: ToolCall | undefined;
  let run = 0;
  return {
    count(call) {
      run = last !== undefined && isSameCall(last, call) ? run + 1 : 1;
      last = call;
      return run;
    },
    beginTurn() {
      last = undefined;
      run = 0;
    },
  };
}

function isSameCall(a: ToolCall, b: ToolCall): boolean {
  if (a.name !== b.name) return false;
  if (a.arguments.status === 'parsed' && b.arguments.status === 'parsed')
    return equalJson(a.arguments.value, b.arguments.value);
  return a.rawArguments === b.rawArguments;
}
