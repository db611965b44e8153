import { parseArgs } from 'node:util';
import { UsageError } from '../../../src/domain/errors.ts';
import { agreementOf, judgeFiles, percent, rewardReport } from './report.ts';
import { readSimulations, readToolKinds } from './simulation.ts';

type Write = (text: string) => void;

/**
 * Recomputes the official rewards of recorded tau-bench and tau2-bench conversations: `DIR [--at-least 0.99]`. Resolves to
 * 0 when we agree with at least that share of them, else to 1. Throws `UsageError` for a folder that cannot be read so.
 */
export async function run(
  args: readonly string[],
  write: Write = (text) => process.stdout.write(text),
): Promise<number> {
  const { values, positionals } = readArguments(args);
  const bound = Number(values['at-least']);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new UsageError('expected one folder with recordings: tau DIR');
  if (!(bound >= 0 && bound <= 1)) throw new UsageError('`--at-least` takes a share from 0 to 1, such as 0.99');
  const files = readSimulations(folder);
  const judged = judgeFiles(files, readToolKinds(folder, files));
  const agreement = agreementOf(judged.flatMap(({ judged: ofFile }) => ofFile));
  const isEnough = agreement >= bound;
  write(`${rewardReport(judged)}\n`);
  write(`Agreement ${percent(agreement)}, ${isEnough ? 'at least' : 'less than'} the ${percent(bound)} asked for.\n`);
  return isEnough ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  try {
    const options = { 'at-least': { type: 'string', default: '0.99' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    // biome-ignore lint/style/useErrorCause: an author's mistake is told in a sentence, without a stack
    throw new UsageError(
      `expected tau DIR [--at-least 0.99]: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
