import type { FileFormat, RunPlan } from '../../domain/contracts/reporter.ts';

/** What `--report` knows beside the terminal report. */
export async function printedFormats(
  reports: ReadonlySet<string>,
  look: { columns: number; colors: boolean; replay: RunPlan['replay'] },
): Promise<readonly FileFormat[]> {
  const grounding = reports.has('grounding')
    ? [(await import('../../reporters/grounding-table.ts')).groundingTable(look)]
    : [];
  const routing = reports.has('routing')
    ? [(await import('../../reporters/routing-table.ts')).routingReport(look)]
    : [];
  const json = reports.has('json') ? [(await import('../../reporters/json-reporter.ts')).jsonReporter()] : [];
  return [...grounding, ...routing, ...json];
}
