import type { Finding } from '../../domain/verdicts/evidence.ts';

/** How many things were checked, how many of them were right, and what was wrong. */
export type WorldCheck = { checked: number; right: number; findings: Finding[] };
