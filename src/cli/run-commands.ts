import { type Command, Option } from 'commander';
import { FAIL_ON } from '../domain/authoring/gate.ts';
import { addComparison } from './compare-command.ts';
import {
  collect,
  count,
  dollars,
  duration,
  nonNegativeInteger,
  positiveInteger,
  shardPart,
  share,
} from './flag-values.ts';
import { addReportFiles } from './report-command.ts';
import type { RunOptions } from './run-options.ts';
import type { Terminal } from './terminal.ts';

const SCENARIOS = 'files, folders or ids; all scenarios of the project where none is given';

export function addRun(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const command = program
    .command('run')
    .summary('run scenarios and judge them')
    .description('Run scenarios: simulated users talk to the agent, and scorers judge what it did.')
    .argument('[scenarios...]', SCENARIOS);
  addSelection(command).option('--resume [run]', 'go on with a run that was stopped (default: the newest)');
  addModels(command)
    .option('--cassette <path>', 'take the answers of models from this file or folder of recordings')
    .addOption(
      new Option(
        '--cassette-mode <mode>',
        'what a request without a recorded answer means (default: record, and replay under CI)',
      ).choices(['off', 'replay', 'record', 'refresh']),
    )
    .option('--strict', 'ask no model, and find fault with recordings that nobody asked for');
  addGates(command);
  addReports(command);
  command.action(async (paths: string[], options: RunOptions) => {
    const { runScenarios } = await import('./commands/run.ts');
    done(await runScenarios(paths, options, terminal));
  });
}

export function addRecord(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const command = program
    .command('record')
    .summary('run scenarios and record what models answer')
    .description(
      'Run scenarios with the models as they are, and record every answer anew for `rehearsal run --cassette`. To add only what is missing: `rehearsal run --cassette <path> --cassette-mode record`.',
    )
    .argument('[scenarios...]', SCENARIOS);
  addSelection(command);
  addModels(command).requiredOption('--to <path>', 'the file (.json) or folder of recordings');
  addReports(command);
  command.action(async (paths: string[], { to, ...options }: RunOptions & { to: string }) => {
    const { runScenarios } = await import('./commands/run.ts');
    done(await runScenarios(paths, { ...options, cassette: to, cassetteMode: 'refresh' }, terminal));
  });
}

function addSelection(command: Command): Command {
  return command
    .optionsGroup('What runs:')
    .option('-t, --tag <tag...>', 'only scenarios with one of these tags')
    .addOption(
      new Option('--tier <tier>', 'only scenarios that ask no model, or only those that do').choices([
        'scripted',
        'live',
      ]),
    )
    .option('--filter <expression>', 'only scenarios that fit, such as "tag=refund && !live"')
    .option('--only-changed <commit>', 'only scenarios that changed since this commit, branch or tag of git')
    .option('--last-failed', 'only the sessions of the newest run that failed or were invalid')
    .addOption(
      new Option('--only <verdict>', 'only the sessions of the newest run with this verdict').choices([
        'failed',
        'invalid',
      ]),
    )
    .option('--from <run>', 'take these sessions from this run, by its name or folder')
    .option('--shard <part>', 'only this part of the sessions, such as 2/5; `rehearsal merge` joins them', shardPart)
    .option(
      '-a, --agent <name>',
      'this agent of the config instead of the one each scenario names; several compare them',
      collect,
    )
    .option('--matrix <file>', 'each scenario once for each of the agents that this file lists')
    .option('-n, --trials <count>', 'repeat each scenario so many times', positiveInteger)
    .addOption(new Option('--repeat <count>', 'the same as --trials').argParser(positiveInteger).hideHelp())
    .option('--trial <number>', 'only this trial, counted from 0: replays one session', nonNegativeInteger)
    .option('--row <name>', 'only this row of a table of messages')
    .option('--seed <number>', 'seed of the run (default: the config’s, or 0)', nonNegativeInteger)
    .option('-c, --concurrency <count>', 'sessions at the same time (default: 8)', positiveInteger)
    .option(
      '--bail [count]',
      'stop after so many sessions that did not pass (1 where no count is given)',
      positiveInteger,
    )
    .option('--timeout <time>', 'end the run after this time, such as 60s or 10m', duration)
    .option('--config <file>', 'the config (default: the nearest rehearsal.config.ts, .mts, .js or .mjs)');
}

function addModels(command: Command): Command {
  return command
    .optionsGroup('Models:')
    .option('--max-cost <dollars>', 'spend no more on agents and simulated users', dollars)
    .option('--max-tokens <count>', 'use no more tokens for agents and simulated users, such as 20k', count)
    .option('--judge-max-cost <dollars>', 'spend no more on judges', dollars)
    .option('--judge-max-tokens <count>', 'use no more tokens for judges', count)
    .option('--dry-run', 'run nothing, and print the most that models could be asked for');
}

function addGates(command: Command): Command {
  return addComparison(
    command
      .optionsGroup('What must be reached:')
      .option('--min-pass-rate <share>', 'so many of all sessions must pass, from 0 to 1', share)
      .option('--min-scenario-pass-rate <share>', 'so many trials of each scenario without a gate of its own', share)
      .option('--min-score <scorer=mean>', 'a scorer must have this mean over the scenarios', collect)
      .addOption(
        new Option('--fail-on <what...>', 'lose the run by a flaky scenario, or by an invalid session').choices(
          FAIL_ON,
        ),
      )
      .option('--baseline <run>', 'lose the run where it is worse than this one: its folder, name, or JSON report'),
  );
}

function addReports(command: Command): Command {
  command
    .optionsGroup('What is told and kept:')
    .option('-o, --out <folder>', 'write this run’s sessions and result here (default: .rehearsal/runs/<id>)')
    .option('--no-store', 'write nothing')
    .addOption(
      new Option('-r, --report <name...>', 'what to print')
        .choices(['terminal', 'grounding', 'routing', 'json'])
        .default(['terminal']),
    )
    .option('--json', 'the same as --report json');
  return addReportFiles(command)
    .option('--no-annotations', 'mark no lines of scenario files under GitHub Actions')
    .option('--otel-file <file>', 'write OpenTelemetry spans here, as OTLP JSON lines')
    .option('--otel-content', 'put what was said, asked and answered into the spans')
    .option('-q, --quiet', 'only what did not pass, and the summary')
    .option('-v, --verbose', 'every check of every session, and failures with the whole conversation')
    .optionsGroup('Options:');
}
