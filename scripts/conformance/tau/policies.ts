import { UsageError } from '../../../src/domain/errors.ts';
import { checkPolicies } from '../../../src/scorers/policy/check-policies.ts';
import { readRecording } from './recorded-calls.ts';
import { alignedTable, percent } from './report.ts';
import { readSimulations, readToolKinds, type Simulation, type ToolKinds } from './simulation.ts';
import { groupBy } from './trial-sets.ts';

/** How often a rule was broken among recorded talks: those that the benchmark rewarded, and the others. */
export type RuleRow = { rule: string; spoke: number; brokenInPassed: number; brokenInFailed: number };
export type RuleTable = { passed: number; failed: number; rows: readonly RuleRow[] };

/** What the package has no rule for: it measures the harness rather than the agent. */
const oneCallPerMessage = 'one-call-per-message';

/**
 * Holds the standard pack of policies against recorded conversations, `DIR`, and tells how often each rule was broken in
 * rewarded and in other talks. Decides nothing: it resolves to 0.
 */
export async function run(
  args: readonly string[],
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  const [folder] = args;
  if (folder === undefined || args.length > 1)
    throw new UsageError('expected one folder with recordings: tau-policies DIR');
  const files = readSimulations(folder);
  const kinds = readToolKinds(folder, files);
  const dialogues = files.flatMap(({ simulations }) => simulations).filter(({ mode }) => mode !== 'solo');
  for (const [domain, simulations] of groupBy(dialogues, ({ domain: name }) => name)) {
    write(`${domain}\n${ruleText(ruleTable(simulations, kinds))}\n\n`);
  }
  return 0;
}

export function ruleTable(simulations: readonly Simulation[], kinds: ToolKinds): RuleTable {
  const rows = new Map<string, RuleRow>();
  let passed = 0;
  for (const simulation of simulations) {
    const isPassed = simulation.official_reward === 1;
    if (isPassed) passed += 1;
    for (const { rule, speaks, isBroken } of verdictsOn(simulation, kinds)) {
      const row = rows.get(rule) ?? { rule, spoke: 0, brokenInPassed: 0, brokenInFailed: 0 };
      rows.set(rule, {
        rule,
        spoke: row.spoke + (speaks ? 1 : 0),
        brokenInPassed: row.brokenInPassed + (isBroken && isPassed ? 1 : 0),
        brokenInFailed: row.brokenInFailed + (isBroken && !isPassed ? 1 : 0),
      });
    }
  }
  return { passed, failed: simulations.length - passed, rows: [...rows.values()] };
}

function verdictsOn(simulation: Simulation, kinds: ToolKinds): { rule: string; speaks: boolean; isBroken: boolean }[] {
  const { transcript } = readRecording(simulation, kinds);
  const { verdicts } = checkPolicies(transcript, { pack: 'standard' });
  const launches = transcript.flatMap((event) => (event.type === 'agent_step' ? [event.callIds.length] : []));
  return [
    ...verdicts.map(({ rule, activations, status }) => ({
      rule,
      speaks: activations > 0,
      isBroken: status === 'violated',
    })),
    {
      rule: oneCallPerMessage,
      speaks: launches.some((count) => count > 0),
      isBroken: launches.some((count) => count > 1),
    },
  ];
}

function ruleText({ passed, failed, rows }: RuleTable): string {
  const cell = (broken: number, of: number) => `${broken} / ${of}${of === 0 ? '' : ` (${percent(broken / of)})`}`;
  return alignedTable([
    ['rule', 'talks it speaks of', 'broken in rewarded', 'broken in others'],
    ...rows.map(({ rule, spoke, brokenInPassed, brokenInFailed }) => [
      rule,
      String(spoke),
      cell(brokenInPassed, passed),
      cell(brokenInFailed, failed),
    ]),
  ]);
}
