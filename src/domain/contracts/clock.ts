/** Time as the rest of the code may know it. */
export type Clock = {
  /** Milliseconds since an arbitrary moment; never goes back. A clock may leave out time in which nobody could act. */
  now(): number;
  /**
   * Milliseconds for which the event loop stood still since somebody last asked. Asked right before some code and right
   * behind it, the second answer is that code's doing. 0 where a clock does not watch.
   */
  takeBlockedMs(): number;
  /** Wall-clock time, ISO 8601, UTC. Only for artefacts that are not byte-stable. */
  timestamp(): string;
  /** Calls `fire` once after at least `ms` milliseconds; the returned function cancels. */
  setTimer(ms: number, fire: () => void): () => void;
};
