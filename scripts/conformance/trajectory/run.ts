import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../src/domain/errors.ts';
import type { Answer, CaseAnswer, TrajectoryCase } from './case.ts';
import { type Peer, peers } from './peers.ts';

/** What came of the cases of one tool. */
type Tally = { agreed: number; disagreements: string[] };

/** Judges the cases of a folder as other tools do; 0 when all agree, 1 when one does not, 2 when there is nothing to read. */
export async function run(args: readonly string[]): Promise<number> {
  const [folder] = args;
  const file = folder === undefined ? undefined : join(folder, 'cases.jsonl');
  if (file === undefined || !existsSync(file)) {
    console.error('usage: npm run conformance -- trajectory DIR, where DIR holds cases.jsonl');
    return 2;
  }
  const cases = readCases(file);
  if (cases.length === 0) {
    console.error(`${file} holds no case`);
    return 2;
  }
  const tallies = judgeCases(cases);
  return print(tallies);
}

export function readCases(file: string): TrajectoryCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as TrajectoryCase);
}

export function judgeCases(cases: readonly TrajectoryCase[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const one of cases) {
    const tally = tallies.get(one.peer) ?? { agreed: 0, disagreements: [] };
    tallies.set(one.peer, tally);
    const problem = disagreementOf(one);
    if (problem === undefined) tally.agreed += 1;
    else tally.disagreements.push(`${one.id}: ${problem}`);
  }
  return tallies;
}

/** How our answer differs from the one that is wanted, in words. */
export function disagreementOf(one: TrajectoryCase): string | undefined {
  const peer = Object.hasOwn(peers, one.peer) ? peers[one.peer] : undefined;
  if (peer === undefined) return `unknown peer \`${one.peer}\``;
  const wanted = one.ours ?? one.expect;
  const got = answerOf(peer, one);
  if (got === undefined) return `unknown mode \`${one.mode}\` with arguments \`${one.args_mode}\``;
  return agrees(wanted, got, toleranceOf(one, wanted)) ? undefined : `wanted ${textOf(wanted)}, got ${textOf(got)}`;
}

function answerOf(peer: Peer, one: TrajectoryCase): Answer | undefined {
  try {
    return peer(one);
  } catch (error) {
    if (error instanceof UsageError) return { error: error.message };
    throw error;
  }
}

/** mastra rounds to two decimals. */
function toleranceOf({ peer }: TrajectoryCase, { approx }: CaseAnswer): number {
  return approx ?? (peer === 'mastra' ? 0.006 : 1e-9);
}

/** A mistake of the author is no pass either. */
function agrees(wanted: CaseAnswer, got: Answer, tolerance: number): boolean {
  if (wanted.error !== undefined) return 'error' in got;
  const { pass, score } = 'error' in got ? { pass: false, score: 0 } : got;
  if (wanted.pass === undefined && wanted.score === undefined) return false;
  return (
    (wanted.pass === undefined || wanted.pass === pass) &&
    (wanted.score === undefined || Math.abs(wanted.score - score) <= tolerance)
  );
}

function textOf(answer: object): string {
  return JSON.stringify(answer);
}

function print(tallies: ReadonlyMap<string, Tally>): number {
  let [agreed, all] = [0, 0];
  for (const [peer, tally] of [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const count = tally.agreed + tally.disagreements.length;
    console.log(`${peer.padEnd(14)} ${tally.agreed}/${count}`);
    for (const line of tally.disagreements) console.log(`  ${line}`);
    agreed += tally.agreed;
    all += count;
  }
  console.log(`${agreed} of ${all} cases agree`);
  return agreed === all ? 0 : 1;
}
