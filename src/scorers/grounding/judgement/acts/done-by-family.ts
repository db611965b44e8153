import { familiesOfVerb } from '../../claims/acts/act-families.ts';
import type { ActionClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';

/** A write of the same family of deeds was made: `schedule_visit` books. Its thing is judged elsewhere. */
export function isDoneByFamily({ text, answer, things }: ActionClaim, ledger: EvidenceLedger): boolean {
  const families = familiesOfVerb(text);
  return ledger
    .acts()
    .writes.some(
      ({ name, acts, stems, visibleFrom }) =>
        visibleFrom < answer.seq &&
        familiesInName(name).some((family) => families.has(family) && acts.has(family)) &&
        things.some((stem) => stems.has(stem)),
    );
}

function familiesInName(name: string): readonly string[] {
  return name.split(/[^a-z]+/i).flatMap((part) => [...familiesOfVerb(part)]);
}
