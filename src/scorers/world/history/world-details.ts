import type { WorldChange, WorldHistory } from '../../../domain/transcript/world-by-turn.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { describeCall } from '../../trajectory/explanation/describe-call.ts';

/** Changes after the first so many are counted and not listed: the transcript has them all. */
const MAX_CHANGES = 200;

/** What a score keeps of a world's history: the changes of each turn, and whether they add up. */
export function worldDetails({ turns, sum }: WorldHistory): JsonValue {
  let room = MAX_CHANGES;
  const listed = turns.flatMap(({ turn, changes }): JsonObject[] => {
    const shown = changes.slice(0, room);
    room -= shown.length;
    const left = changes.length - shown.length;
    if (changes.length === 0) return [];
    return [{ turn, changes: shown.map(detailOf), ...(left > 0 ? { leftOut: left } : {}) }];
  });
  return {
    world: {
      turns: listed,
      ...(sum.addsUp === 'yes' ? { addsUp: 'yes' } : { ...sum, problems: [...sum.problems].slice(0, 20) }),
    },
  };
}

function detailOf({ op, pointer, before, after, call }: WorldChange): JsonObject {
  return {
    op,
    pointer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    // A change without a call is one that no recorded call made.
    ...(call === undefined ? {} : { callId: call.call.id, call: describeCall(call) }),
  };
}
