/** Time as the rest of the code may know it. */
export type Clock = {
  /** Milliseconds since an arbitrary moment; never goes back. */
  now(): number;
  /** Wall-clock time, ISO 8601, UTC. Only for artefacts that are not byte-stable. */
  timestamp(): string;
  /** Calls `fire` once after at least `ms` milliseconds; the returned function cancels. */
  setTimer(ms: number, fire: () => void): () => void;
};
