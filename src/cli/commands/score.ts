import { withoutLogCommands } from '../../domain/display/log-commands.ts';
import { StoreError, UsageError } from '../../domain/errors.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { stableHash } from '../../domain/values/hash.ts';
import { exitCodeOf } from '../../domain/verdicts/exit-code.ts';
import type { ReadTranscript } from '../../importers/text/read-transcript.ts';
import { readTranscripts } from '../../importers/text/read-transcripts.ts';
import { shellWord } from '../../reporters/replay-command.ts';
import { builtInScorers } from '../../scorers/built-in-scorers.ts';
import { closingNotes } from '../score/closing-notes.ts';
import { lackFinder } from '../score/find-lacks.ts';
import { findMisnamed } from '../score/find-misnamed.ts';
import { type ListedTools, listedTools } from '../score/listed-tools.ts';
import { findLogs, type LogFile, readLog, sizeOf } from '../score/log-files.ts';
import { openScoreCassette, type ScoreCassette } from '../score/open-cassette.ts';
import { openJudges } from '../score/open-judges.ts';
import { checkPicker } from '../score/pick-checks.ts';
import { scoreCommand } from '../score/score-again.ts';
import { nameOf, type ScoringContext, scoreConversation } from '../score/score-conversation.ts';
import type { ScoreFlags } from '../score/score-flags.ts';
import { type ScoreJson, scoreJson } from '../score/score-json.ts';
import { type ScoreProgress, scoreProgress } from '../score/score-progress.ts';
import { type ScoreReport, scoreReport } from '../score/score-report.ts';
import { openScoring, type ScoreSetup } from '../score/score-setup.ts';
import { gateOf, type ScoreTotals, totalsFold } from '../score/score-totals.ts';
import type { ConversationPlace, ScoredConversation } from '../score/scored-conversation.ts';
import type { Terminal } from '../terminal.ts';

const DEFAULT_CONCURRENCY = 8;

/** Scores recorded conversations by rules; returns the exit code. One that cannot be used never stops the others. */
export async function scoreLogs(given: readonly string[], flags: ScoreFlags, terminal: Terminal): Promise<number> {
  const { cwd, guard } = terminal;
  const setup = await openScoring(flags, cwd);
  const logs = await findLogs(given, cwd);
  const redactor = secretRedactor([...secretsFromEnvironment(terminal.env), ...(setup.config.secrets ?? [])]);
  for (const reason of redactor.refused) terminal.err(`warning: ${reason}\n`);
  // Scoring holds up the event loop, and that is what it takes: a clock that leaves such time out would say nothing.
  const begin = performance.now();
  const progress = openProgress(logs, terminal);
  const { report, json } = openReports(given, flags, { terminal, redactor, hasOneLog: logs.length === 1, progress });
  const checks = checkPicker(setup.rules, [...builtInScorers, ...(setup.config.scorers ?? [])]);
  const cassette = await openScoreCassette(given, flags, { root: setup.root, cwd, env: terminal.env, redactor });
  const judges = await openJudges(setup.config, { root: setup.root, cwd, cassette });
  const context = { checks, distinct: distinctKeys(), judges, findLacks: lackFinder(), signal: guard.interrupted };
  const fold = totalsFold();
  const listed = listedTools();
  let current = '';
  guard.enter({ at: 'sessions', open: () => [current] });
  let recordings: Awaited<ReturnType<ScoreCassette['finish']>> | undefined;
  try {
    for await (const conversation of scoreAll(readAll(logs, { setup, flags, progress, listed }), context, flags)) {
      current = conversation.name;
      report.add(conversation, fold.add(conversation));
      json?.add(conversation);
      progress?.add(conversation);
    }
    recordings = await cassette?.finish();
  } finally {
    progress?.clear();
    await cassette?.letGo();
  }
  const totals = fold.totals();
  refuseNothing(totals, flags);
  const names = findMisnamed(listed, { setup, flags, called: totals.called });
  const areToolsListed = listed.share() === 'all';
  const notes = [
    ...names.notes,
    ...closingNotes(totals, setup, { areToolsListed }),
    ...judges.notes(),
    ...(recordings?.notes ?? []),
  ];
  const strange = [
    ...unmatchedCases(checks.unmatched(), flags),
    ...names.mistakes,
    ...(recordings?.strange ?? []),
    ...guard.problems(),
  ];
  const minPassRate = setup.rules.gate?.minPassRate ?? setup.config.gate?.minPassRate ?? 1;
  const gate = gateOf(totals, { minPassRate, strange, isInterrupted: guard.interrupted.aborted });
  report.end(totals, gate, { problems: strange, notes, durationMs: performance.now() - begin });
  json?.end(totals, gate, notes);
  return exitCodeOf(gate);
}

function openReports(
  given: readonly string[],
  flags: ScoreFlags,
  { terminal, redactor, hasOneLog, progress }: Place & { redactor: Redactor; hasOneLog: boolean },
): { report: ScoreReport; json: ScoreJson | undefined } {
  const reports = new Set(flags.json === true ? ['json'] : (flags.report ?? ['terminal']));
  const wantsJson = reports.has('json');
  // Standard output belongs to the document when one is asked for.
  const write = wantsJson ? terminal.err : terminal.out;
  const report = scoreReport({
    write(text) {
      progress?.clear();
      write(withoutLogCommands(redactor.redact(text)));
    },
    columns: terminal.columns,
    isTty: terminal.isTty && !wantsJson,
    colors: terminal.colors && !wantsJson,
    verbosity: verbosityOf(flags, reports),
    withGrounding: reports.has('grounding'),
    hasOneLog,
    again: ({ name, place }) => commandFor(name, { given, place, flags }),
  });
  return { report, json: wantsJson ? scoreJson(terminal.out, redactor) : undefined };
}

type Place = { terminal: Terminal; progress: ScoreProgress | undefined };

/** Shows how far it is where somebody watches. What scorers print steps in above the line. */
function openProgress(logs: readonly LogFile[], terminal: Terminal): ScoreProgress | undefined {
  if (terminal.isErrTty !== true) return undefined;
  let isOwn = false;
  const progress = scoreProgress({
    write(text) {
      isOwn = true;
      terminal.err(text);
      isOwn = false;
    },
    columns: terminal.columns,
    size: sizeOf(logs),
    now: () => performance.now(),
  });
  terminal.onForeignWrite?.((_text, write) => {
    if (!isOwn) progress.clear();
    write();
  });
  return progress;
}

/** A document alone is accompanied by the totals only. */
function verbosityOf(
  { quiet = false, verbose = false }: ScoreFlags,
  reports: ReadonlySet<string>,
): 'quiet' | 'normal' | 'verbose' {
  if (quiet) return 'quiet';
  if (verbose) return 'verbose';
  return reports.has('json') && !reports.has('terminal') ? 'quiet' : 'normal';
}

function commandFor(
  name: string,
  { given, place, flags }: { given: readonly string[]; place: ConversationPlace; flags: ScoreFlags },
): string {
  const file = given.includes('-') ? '-' : place.file;
  const mode = flags.cassetteMode === undefined ? [] : ['--cassette-mode', flags.cassetteMode];
  return scoreCommand([file], flags, [...mode, '--only', shellWord(name), '--verbose']);
}

type Found = { read: ReadTranscript; place: ConversationPlace };

/** The conversations of all logs, in their order. A log that cannot be read to its end is told like a conversation. */
async function* readAll(
  logs: readonly LogFile[],
  {
    setup: { importing },
    flags: { only },
    progress,
    listed,
  }: { setup: ScoreSetup; flags: ScoreFlags; progress: ScoreProgress | undefined; listed: ListedTools },
): AsyncGenerator<Found, void, undefined> {
  for (const log of logs) {
    try {
      const bytes = readLog(log, (count) => progress?.read(count));
      for await (const read of readTranscripts(bytes, { ...importing, source: log.name })) {
        listed.add(read);
        const { line, position } = read;
        const place = { file: log.name, line, ...(position === undefined ? {} : { position }) };
        if (only === undefined || only.includes(nameOf(read, place))) yield { read, place };
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const problem = { severity: 'error' as const, code: 'unreadable-file', path: '', message: error.message };
      yield { read: { status: 'refused', problems: [problem], line: 1 }, place: { file: log.name, line: 1 } };
    }
  }
}

/** Scores several at a time, since judges are waited for, and tells them in the order of the logs. */
async function* scoreAll(
  found: AsyncIterable<Found>,
  context: ScoringContext,
  { concurrency = DEFAULT_CONCURRENCY }: ScoreFlags,
): AsyncGenerator<ScoredConversation, void, undefined> {
  const running: Promise<ScoredConversation>[] = [];
  for await (const { read, place } of found) {
    if (context.signal.aborted) break;
    running.push(scoreConversation(read, place, context));
    if (running.length >= concurrency) yield await (running.shift() as Promise<ScoredConversation>);
  }
  for (const one of running) yield await one;
}

/** Conversations of one id are told apart as trials are. */
function distinctKeys(): (key: SessionKey) => SessionKey {
  const counts = new Map<string, number>();
  return (key) => {
    // A part of a text keeps the whole text in memory; a hash keeps nothing.
    const name = stableHash(sessionPath(key));
    const earlier = counts.get(name) ?? 0;
    counts.set(name, earlier + 1);
    return earlier === 0 ? key : { ...key, trial: key.trial + earlier };
  };
}

function refuseNothing({ conversations }: ScoreTotals, { only }: ScoreFlags): void {
  if (conversations > 0 || only === undefined) return;
  throw new UsageError(
    `nothing was scored: no conversation is called ${only.map((name) => `\`${name}\``).join(' or ')}`,
  );
}

/** A case that nothing matches was probably misspelt; with `--only` most match nothing. */
function unmatchedCases(patterns: readonly string[], { only }: ScoreFlags): string[] {
  if (only !== undefined) return [];
  return patterns.map((pattern) => `no conversation matches the case \`${pattern}\``);
}
