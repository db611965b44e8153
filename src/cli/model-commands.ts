import type { Command } from 'commander';
import { UsageError } from '../domain/errors.ts';
import type { CalibrateOptions } from './commands/calibrate.ts';
import type { ServeModelFlags } from './commands/serve-model.ts';
import { duration, nonNegativeInteger, positiveInteger, share } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

/** Commands around models that run no scenario. */
export function addModelCommands(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('serve-model')
    .summary('serve a model’s script to agents in any language')
    .description('Serve a script as an OpenAI-compatible endpoint on this machine, and print its address.')
    .argument('<script>', 'a YAML file of what the model says')
    .option('-p, --port <number>', 'the port (default: a free one)', nonNegativeInteger)
    .option('--once', 'stop after one request')
    .option('--max-requests <count>', 'stop after so many requests', positiveInteger)
    .option('--for <time>', 'stop after this time, such as 60s or 10m', duration)
    .option('--json-log <file>', 'write each request here, as a line of JSON')
    .addHelpText('after', '\nExit codes: 0 the script was used up   1 it did not fit, or something of it is left')
    .action(async (script: string, options: ServeModelFlags) => {
      const { serveModelFile } = await import('./commands/serve-model.ts');
      done(await serveModelFile(script, options, terminal));
    });
  program
    .command('calibrate')
    .summary('measure a judge by labels of people')
    .description('Ask a judge about talks that people have labelled, and say how often it agrees with them.')
    .argument('<labels>', 'a file with one label a line, as JSON')
    .option('-g, --grounding', 'measure the rules of grounding instead, by answers labelled faithful or unfaithful')
    .option('-m, --model <name>', 'the model of the config (default: its judge)')
    .option('-o, --out <file>', 'where to write (default: the config’s `calibration`, or calibration.json)')
    .option('--votes <count>', 'votes on each label, an odd number (default: 1)', positiveInteger)
    .option('-c, --concurrency <count>', 'talks at the same time (default: 4)', positiveInteger)
    .option('--min-kappa <number>', 'exit with 1 below this agreement', share)
    .option('--json', 'print the figures as JSON')
    .option('--config <file>', 'the config')
    .action(async (labels: string, options: CalibrateOptions & { grounding?: boolean }) => {
      if (options.grounding === true) {
        const stray = (['model', 'out', 'votes', 'concurrency', 'config'] as const).filter(
          (name) => options[name] !== undefined,
        );
        if (stray.length > 0)
          throw new UsageError(`\`--grounding\` asks no model, so \`--${stray.join('`, `--')}\` says nothing here`);
        const { calibrateGrounding } = await import('./commands/calibrate-grounding.ts');
        done(await calibrateGrounding(labels, options, terminal));
        return;
      }
      const { calibrateJudge } = await import('./commands/calibrate.ts');
      done(await calibrateJudge(labels, options, terminal));
    });
}
