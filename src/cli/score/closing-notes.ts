import { assertNever } from '../../domain/values/assert-never.ts';
import { compileGlob } from '../../domain/values/glob.ts';
import { quotedNames } from '../../scorers/mentions/mistake.ts';
import type { Lack } from './find-lacks.ts';
import type { ScoreSetup } from './score-setup.ts';
import type { ScoreTotals } from './score-totals.ts';

/** What would let the checks that could not be made be made, each thing once, and what else is worth a look. */
export function closingNotes(
  totals: ScoreTotals,
  { rules, importing, toolsInRules }: ScoreSetup,
  { areToolsListed }: { areToolsListed: boolean },
): string[] {
  const { lacks, called, passed, failed } = totals;
  const isTold = importing.tools !== undefined || rules.effects !== undefined;
  const holdsNoCall = passed + failed > 0 && called.size === 0;
  const isCalled = (named: string): boolean => [...called].some(compileGlob(named));
  const uncalled =
    importing.tools === undefined && !areToolsListed ? toolsInRules.filter((tool) => !isCalled(tool)) : [];
  return [
    ...ORDER.flatMap((lack) => (lacks.has(lack) ? remedyFor(lack, totals) : [])),
    ...(holdsNoCall && isTold && rules.toolCalls !== 'hidden'
      ? ['no conversation holds a tool call: if these logs leave them out, say `toolCalls: hidden` in the rules']
      : []),
    ...(called.size > 0 && uncalled.length > 0
      ? [
          `no conversation calls ${quotedNames(uncalled)}, which the rules name: see whether that is spelt right, or give \`--tools\``,
        ]
      : []),
  ];
}

const ORDER: readonly Lack[] = ['calls', 'tools', 'effects', 'policy'];

function remedyFor(lack: Lack, { unknownEffects }: ScoreTotals): string {
  switch (lack) {
    case 'calls':
      return 'checks of calls cannot be made where calls were left out: if the logs hold all of them, say `toolCalls: visible` in the rules';
    case 'tools':
      return 'say which tools the agent had with `--tools`, or what they do with `effects` in the rules';
    case 'effects':
      return `say what ${quotedNames([...unknownEffects])} ${unknownEffects.size === 1 ? 'does' : 'do'}, read or write: with \`effects\` in the rules, or \`effect\` in the list of \`--tools\``;
    case 'policy':
      return 'say what the agent was told with `--policy`, or `policy: none` in the rules where that was nothing';
    default:
      return assertNever(lack);
  }
}
