import type { CassetteEntry, CassetteReply } from '../../domain/contracts/cassette.ts';
import type { ChatRole } from '../../domain/contracts/chat-model.ts';
import type { CanonicalRequest } from './canonical-request.ts';

/** A request's place in its session, given when it is made, so that it does not depend on when the reply comes. */
export type Slot = {
  role: ChatRole;
  canonical: CanonicalRequest;
  key: string;
  /** Number of the request in its role, from 1. */
  number: number;
  /** Number among all requests of the session. */
  order: number;
};

/** What a session recorded and replays. */
export type Tape = {
  /** Its recording as it was when the session began. */
  loaded: Promise<readonly CassetteEntry[]>;
  reserve(role: ChatRole, canonical: CanonicalRequest): Slot;
  /** Gives the place back: the request got no reply, so the next one like it takes its place. */
  release(slot: Slot): void;
  /** The recorded entry of this place; it counts as used from now on. */
  play(slot: Slot): Promise<CassetteEntry | undefined>;
  record(slot: Slot, reply: CassetteReply, pieces?: readonly string[]): CassetteEntry;
  /** Recorded here and not yet written. */
  readonly added: number;
  /** Requests that were made and got no reply. */
  readonly failed: number;
  /** The recording with what was added, in order: role, then first use; `fresh` leaves out what was there before. */
  entries(options: { fresh: boolean }): Promise<readonly CassetteEntry[]>;
  /** What was recorded and not asked for. */
  unused(): Promise<readonly UnusedEntry[]>;
};

export type UnusedEntry = { key: string; role: ChatRole; number: number };

const ROLES: readonly ChatRole[] = ['agent', 'user', 'judge'];

export function createTape(read: () => Promise<readonly CassetteEntry[]>): Tape {
  const loaded = read();
  // Whoever asks is told; a session that never asks needs not.
  loaded.catch(() => {});
  const byKey = loaded.then((entries) => new Map(entries.map((entry) => [entry.key, entry])));
  byKey.catch(() => {});
  const places = createPlaces();
  const usedAt = new Map<string, number>();
  const added = new Map<string, CassetteEntry>();
  let failed = 0;
  return {
    loaded,
    reserve: places.take,
    release(slot) {
      failed += 1;
      places.giveBack(slot);
    },
    async play(slot) {
      const entry = (await byKey).get(slot.key);
      if (entry !== undefined) usedAt.set(slot.key, slot.order);
      return entry;
    },
    record(slot, reply, pieces) {
      const { role, key, canonical } = slot;
      const entry = { key, role, request: canonical.request, reply, ...(pieces === undefined ? {} : { pieces }) };
      added.set(key, entry);
      usedAt.set(key, slot.order);
      return entry;
    },
    get added() {
      return added.size;
    },
    get failed() {
      return failed;
    },
    async entries({ fresh }) {
      const before = fresh ? [] : (await loaded).filter(({ key }) => !added.has(key));
      const place = ({ key }: CassetteEntry): number => usedAt.get(key) ?? Number.MAX_SAFE_INTEGER;
      const sorted = [...before, ...added.values()].sort(
        (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || place(a) - place(b),
      );
      return closeGaps(sorted);
    },
    async unused() {
      const numbers = new Map<ChatRole, number>();
      return (await loaded).flatMap(({ key, role }) => {
        const number = (numbers.get(role) ?? 0) + 1;
        numbers.set(role, number);
        return usedAt.has(key) ? [] : [{ key, role, number }];
      });
    },
  };
}

/** Gives each request the lowest place that is free among those like it. */
function createPlaces(): { take(role: ChatRole, canonical: CanonicalRequest): Slot; giveBack(slot: Slot): void } {
  const taken = new Map<string, Set<number>>();
  const asked = new Map<ChatRole, number>();
  let order = 0;
  return {
    take(role, canonical) {
      const name = `${role}-${canonical.hash}`;
      const occurrences = taken.get(name) ?? new Set();
      taken.set(name, occurrences);
      let occurrence = 0;
      while (occurrences.has(occurrence)) occurrence += 1;
      occurrences.add(occurrence);
      const number = (asked.get(role) ?? 0) + 1;
      asked.set(role, number);
      order += 1;
      return { role, canonical, key: `${name}-${occurrence}`, number, order };
    },
    giveBack({ key }) {
      taken.get(requestOf(key))?.delete(occurrenceOf(key));
    },
  };
}

/**
 * A request that failed while a later one like it was answered leaves a gap; no replay could get past it, so the
 * occurrences move up.
 */
function closeGaps(entries: readonly CassetteEntry[]): CassetteEntry[] {
  const byRequest = new Map<string, number[]>();
  for (const { key } of entries) {
    const name = requestOf(key);
    byRequest.set(name, [...(byRequest.get(name) ?? []), occurrenceOf(key)]);
  }
  for (const occurrences of byRequest.values()) occurrences.sort((a, b) => a - b);
  return entries.map((entry) => {
    const name = requestOf(entry.key);
    const occurrence = byRequest.get(name)?.indexOf(occurrenceOf(entry.key)) ?? 0;
    return { ...entry, key: `${name}-${occurrence}` };
  });
}

function requestOf(key: string): string {
  return key.slice(0, key.lastIndexOf('-'));
}

function occurrenceOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('-') + 1));
}
