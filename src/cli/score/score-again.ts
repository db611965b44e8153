import { shellWord } from '../../reporters/replay-command.ts';
import type { ScoreFlags } from './score-flags.ts';

/** The command that scores the same again by the same rules; `more` are the words that follow. */
export function scoreCommand(logs: readonly string[], flags: ScoreFlags, more: readonly string[]): string {
  const words = (flag: string, value: string | undefined): string[] =>
    value === undefined ? [] : [flag, shellWord(value)];
  return [
    ['rehearsal score', ...logs.map(shellWord)].join(' '),
    ...words('--expect', flags.expect),
    ...words('--tools', flags.tools),
    ...(flags.policy ?? []).flatMap((policy) => words('--policy', policy)),
    ...words('--now', flags.now),
    ...words('--language', flags.language),
    ...words('--format', flags.format),
    ...words('--observation', flags.observation),
    ...words('--config', flags.config),
    ...words('--cassette', flags.cassette),
    ...more,
  ].join(' ');
}
