import type { EventOf, Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { canonicalText } from '../../../src/domain/values/canonical.ts';
import { stableHash } from '../../../src/domain/values/hash.ts';
import { type JsonValue, toJsonValue } from '../../../src/domain/values/json-value.ts';
import {
  agent,
  call,
  ended,
  event,
  type Part,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';

type Change = EventOf<'world_change'>['changes'][number];
/** A write of `tool` and what it changes: pointer → before and after, undefined for nothing. */
export type Deed = { tool: string; with?: object; changes: Readonly<Record<string, readonly [unknown, unknown]>> };

const hashOf = (state: unknown): string => stableHash(canonicalText(toJsonValue(state).value));

/** A session of writes, turn by turn, with the hashes that a real one has. */
export function worldSession(
  { start, end }: { start: unknown; end: unknown },
  ...turns: readonly (readonly Deed[])[]
): Transcript {
  const names = [...new Set(turns.flat().map(({ tool }) => tool))];
  let count = 0;
  const transcript = transcriptOf(
    started({
      tools: [toolOf('look'), ...names.map((name) => toolOf(name, 'write'))],
      world: { name: 'shop', hash: hashOf(start) },
    }),
    ...turns.flatMap((deeds, turn): Part[] => [
      user(`Turn ${turn}.`),
      ...deeds.flatMap(({ tool, with: given = {}, changes }): Part[] => [
        call(tool, given),
        event({ type: 'world_change', callId: `c${count++}`, changes: Object.entries(changes).map(changeOf) }),
        result('done'),
      ]),
      agent('Done.'),
    ]),
    ended('user_done', end),
  );
  return transcript.map((one) =>
    one.type === 'session_ended' && one.world !== undefined
      ? { ...one, world: { ...one.world, hash: hashOf(one.world.state) } }
      : one,
  );
}

function changeOf([pointer, [before, after]]: [string, readonly [unknown, unknown]]): Change {
  const values = {
    ...(before === undefined ? {} : { before: before as JsonValue }),
    ...(after === undefined ? {} : { after: after as JsonValue }),
  };
  return { op: before === undefined ? 'add' : after === undefined ? 'remove' : 'replace', pointer, ...values };
}
