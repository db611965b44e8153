import { trajectoryOf } from '../../../src/domain/transcript/trajectory.ts';
import type { JsonValue } from '../../../src/domain/values/json-value.ts';
import { judgeCalls } from '../../../src/scorers/provenance/argument-provenance.ts';
import { evidenceOf } from '../../../src/scorers/provenance/index/evidence.ts';
import { judgeCall } from '../../../src/scorers/provenance/judge-call.ts';
import { readRules } from '../../../src/scorers/provenance/rules.ts';
import { isEvidence } from '../../../src/scorers/provenance/sources/source.ts';
import { sourcesOfSession } from '../../../src/scorers/provenance/sources/sources-of-session.ts';
import type { LeafVerdict } from '../../../src/scorers/provenance/verdict/leaf-verdict.ts';
import type { RecordedSession } from './recorded-session.ts';

export type MeasuredLeaf = {
  session: RecordedSession;
  tool: string;
  pointer: string;
  value: JsonValue;
  verdict: LeafVerdict;
  launchedAt: number;
};

/**
 * Judges every argument of recorded conversations. Where a recorder put several messages of the model into one, a later
 * call uses what only an earlier result of its own message holds: then each call had seen the results before it.
 */
export function measureLeaves(sessions: readonly RecordedSession[]): MeasuredLeaf[] {
  return sessions.flatMap((session) => {
    const input = { transcript: session.transcript, trajectory: trajectoryOf(session.transcript) };
    const recorded = judgeCalls(input, readRules());
    const isMerged = recorded.some(({ leaves }) =>
      leaves.some(({ leaf, verdict }) => {
        const isUnseen = verdict.verdict === 'ungrounded' && verdict.why === 'unseen_result';
        return isUnseen && typeof leaf === 'string' && /\d{3}|\d.*\p{L}|\p{L}.*\d/u.test(leaf);
      }),
    );
    const calls = isMerged ? judgeCalls(input, readRules({ observation: 'sequential' })) : recorded;
    return calls.flatMap(({ call, leaves }) =>
      leaves.map(({ pointer, leaf, verdict }) => {
        return { session, tool: call.name, pointer, value: leaf, verdict, launchedAt: call.launchedAt };
      }),
    );
  });
}

/**
 * Verdicts by what was swapped: how many were flagged, how many only weak. `collides`: the conversation holds the very
 * same text, so that there is nothing to find.
 */
export type Detection = { kind: string; swapped: number; collides: number; flagged: number; weak: number };

/**
 * Puts a value of another conversation, of the same tool and parameter, in the place of each grounded value, and counts
 * how often that is found. The other conversation is about another task, since conversations about one share their values.
 */
export function measureDetection(leaves: readonly MeasuredLeaf[]): Detection[] {
  const byPlace = new Map<string, MeasuredLeaf[]>();
  for (const leaf of leaves) {
    const place = placeOf(leaf);
    const others = byPlace.get(place);
    if (others === undefined) byPlace.set(place, [leaf]);
    else others.push(leaf);
  }
  const counts = new Map<string, Detection>();
  for (const session of new Set(leaves.map((leaf) => leaf.session))) {
    const { transcript } = session;
    const evidence = evidenceOf(sourcesOfSession({ transcript, trajectory: trajectoryOf(transcript) }), undefined);
    const own = leaves.filter((leaf) => leaf.session === session && leaf.verdict.verdict !== 'exempt');
    const held = evidence.entries
      .filter(({ source }) => isEvidence(source))
      .map(({ spot }) => JSON.stringify(spot.text))
      .join('\n');
    const values = new Set(own.map(({ value }) => value));
    for (const [index, leaf] of own.entries()) {
      const value = otherValue(leaf, byPlace.get(placeOf(leaf)) ?? [], { seed: index, own: values });
      if (value === undefined) continue;
      const swapped = {
        ...argumentsWith(leaf.pointer, value),
        name: leaf.tool,
        launchedAt: leaf.launchedAt,
        index: 0,
        step: 0,
      };
      const kind = isChoice(byPlace.get(placeOf(leaf)) ?? []) ? 'choice' : kindOf(leaf);
      const count = counts.get(kind) ?? { kind, swapped: 0, collides: 0, flagged: 0, weak: 0 };
      counts.set(kind, count);
      count.swapped += 1;
      if (typeof value === 'string' && held.includes(JSON.stringify(value).slice(1, -1))) {
        count.collides += 1;
        continue;
      }
      const [judged] = judgeCall(swapped, evidence, readRules());
      if (judged?.verdict.verdict === 'ungrounded') count.flagged += 1;
      if (judged?.verdict.verdict === 'weak') count.weak += 1;
    }
  }
  return [...counts.values()].sort((a, b) => b.swapped - a.swapped);
}

/** A parameter of few values is a choice, which the tool's schema would list. */
function isChoice(leaves: readonly MeasuredLeaf[]): boolean {
  return leaves.every(({ value }) => typeof value === 'string') && new Set(leaves.map(({ value }) => value)).size <= 4;
}

function placeOf({ tool, pointer }: MeasuredLeaf): string {
  return `${tool}${pointer.replaceAll(/\/\d+/g, '/*')}`;
}

function otherValue(
  leaf: MeasuredLeaf,
  others: readonly MeasuredLeaf[],
  { seed, own }: { seed: number; own: ReadonlySet<JsonValue> },
): JsonValue | undefined {
  const start = (seed * 7919 + leaf.launchedAt * 104_729) % Math.max(others.length, 1);
  for (let step = 0; step < others.length; step += 1) {
    const other = others[(start + step) % others.length];
    if (other !== undefined && other.session.task !== leaf.session.task && !own.has(other.value)) return other.value;
  }
  return undefined;
}

/** An object that holds one value at a pointer. */
function argumentsWith(pointer: string, value: JsonValue): { arguments: JsonValue } {
  const built = pointer
    .split('/')
    .slice(1)
    .reduceRight<JsonValue>((inner, part) => (/^\d+$/.test(part) ? [inner] : { [part]: inner }), value);
  return { arguments: built };
}

function kindOf({ pointer, value }: MeasuredLeaf): string {
  if (typeof value === 'number') return Math.abs(value) < 10 ? 'number below 10' : 'number';
  const text = String(value);
  if (/dob|birth/.test(pointer)) return 'birth date';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  if (/^[A-Z]{2,3}$/.test(text)) return 'code';
  if (/@/.test(text)) return 'e-mail';
  if (/\d/.test(text)) return /\s/.test(text) ? 'short text' : 'id';
  return /^[A-Z0-9]{6}$/.test(text) ? 'id' : 'short text';
}
