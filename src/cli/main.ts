#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// Asked for alone, the version needs nothing of what a run needs.
const [first, ...others] = process.argv.slice(2);
if (others.length === 0 && (first === '--version' || first === '-V')) {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  process.stdout.write(`${version}\n`);
} else {
  const { isSwitchedOn } = await import('./environment-switch.ts');
  const isBlocked = isSwitchedOn('REHEARSAL_BLOCK_NET', process.env);
  if (typeof isBlocked === 'object') {
    process.stderr.write(`${isBlocked.problem}\n`);
    process.exit(2);
  }
  const network = isBlocked
    ? (await import('../network/block/block-network.ts')).blockNetwork('the network is blocked by REHEARSAL_BLOCK_NET')
    : undefined;
  const { processTerminal } = await import('./terminal.ts');
  const terminal = processTerminal({ moreProblems: network?.refusals });
  const { runCommandLine } = await import('./run-command-line.ts');
  const code = await runCommandLine(process.argv.slice(2), terminal);
  // What an agent left running must not keep the command alive; what was printed must still arrive.
  await terminal.flush();
  terminal.guard.leave(code);
}
