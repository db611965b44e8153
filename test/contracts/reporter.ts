import { describe, expect, test } from 'vitest';
import type { FileFormat, Reporter } from '../../src/domain/contracts/reporter.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { combineReporters } from '../../src/reporters/multiplexer.ts';
import { findingOf, keyOf, planOf, resultOf, runOf, scoreOf, streamOf } from '../fixtures/results.ts';
import { agent, call, ended, event, failed, result, transcriptOf, user } from '../fixtures/transcripts.ts';

type Sink = { write(text: string): void };
type MakeReporter = (sink: Sink) => Reporter;

/** Strings that must reach nobody as they are: terminal codes, carriage returns, bidi, NUL, lone surrogates, separators. */
export const HOSTILE =
  '\u001b[2J\u001b]0;pwn\u0007\u001b]8;;http://x\u001b\\\u009b31m \r over x\u202egpj.exe \u0000 \ud83d \u2028 \u200b \ufeff </script>\n::add-mask::x';

/** What every reporter does, whatever it is told. `make` gets the sink that its text goes to. */
export function reporterContract(name: string, make: MakeReporter): void {
  describe(`${name} as a reporter`, () => {
    test('[F52] hostile text in any place comes out visible and harmless', async () => {
      const results = [hostileResult()];
      expect(unsafeIn(await tell(make, results, hostileRun(results)))).toBeUndefined();
    });

    test('a message of a megabyte is cut, and quickly', async () => {
      const big = 'word '.repeat(200_000);
      const transcript = transcriptOf(
        user(big),
        call('read', { big }),
        result({ big }),
        agent(big),
        ended('user_done'),
      );
      const finding = findingOf({
        message: big,
        evidence: [{ kind: 'text_span', seq: 5, start: 900_000, end: 900_004 }],
      });
      const text = await tell(make, [
        resultOf(keyOf('big'), { transcript, title: big, scores: [scoreOf('said', [finding])] }),
      ]);
      expect(text.length).toBeLessThan(20_000);
    });

    test('a run without sessions is told', async () => {
      expect((await tell(make, [])).length).toBeGreaterThan(0);
    });

    test('an interrupted run is told with what did not run', async () => {
      const results = [resultOf(keyOf('a'))];
      const run = runOf(results, { gate: { status: 'interrupted', reasons: [] }, missing: ['run/b/default/0'] });
      expect(await tell(make, results, run)).toMatch(/interrupted[\s\S]*run\/b\/default\/0/);
    });

    test('an empty transcript and evidence that points nowhere are told', async () => {
      const finding = findingOf({
        turn: 7,
        evidence: (['event', 'text_span', 'json_pointer', 'argument', 'state', 'criterion'] as const).map((kind) => ({
          kind,
          seq: 99,
          start: 5,
          end: 2,
          pointer: '/~x',
        })),
      });
      const results = [resultOf(keyOf('a'), { transcript: [], scores: [scoreOf('said', [finding])] })];
      expect((await tell(make, results)).length).toBeGreaterThan(0);
    });

    test('results that nobody announced are told', async () => {
      const text = collect();
      const reporter = make(text.sink);
      await reporter.onSessionEnd?.(resultOf(keyOf('a')));
      await reporter.onRunEnd?.(runOf([resultOf(keyOf('a'))]));
      expect(text.read().length).toBeGreaterThan(0);
    });

    test('a sink that throws becomes a problem of the run and stops nobody else', async () => {
      const problems: string[] = [];
      const heard: string[] = [];
      const broken = make({
        write: () => {
          throw new Error('the pipe is closed');
        },
      });
      const witness: Reporter = {
        name: 'witness',
        onSessionEnd: ({ id }) => void heard.push(id),
        onRunEnd: ({ id }) => void heard.push(id),
      };
      const results = [resultOf(keyOf('a'))];
      await drive(
        combineReporters([broken, witness], (problem) => problems.push(problem)),
        results,
        runOf(results),
      );
      expect(heard).toEqual(['run/a/default/0', 'run']);
      expect(problems.at(-1)).toBe(`the reporter \`${broken.name}\` failed in \`onRunEnd\`: the pipe is closed`);
    });
  });
}

/** What every file format does; `check` reads the whole text again and throws when it is not well formed. */
export function fileFormatContract(name: string, make: () => FileFormat, check: (text: string) => void): void {
  const textOf = async (results: readonly SessionResult[], run = runOf(results)): Promise<string> => {
    let text = '';
    for await (const piece of make().write(run, streamOf(results))) text += piece;
    return text;
  };
  describe(`${name} as a file format`, () => {
    test('[F52] hostile text in any place keeps the document well formed, and harmless on a terminal', async () => {
      const results = [hostileResult()];
      const text = await textOf(results, hostileRun(results));
      check(text);
      expect(unsafeIn(text)).toBeUndefined();
    });
    test('a message of a megabyte keeps the document well formed', async () => {
      check(await textOf([resultOf(keyOf('big'), { title: 'x'.repeat(1_000_000) })]));
    });
    test('a run without sessions is a document', async () => check(await textOf([])));
    test('an interrupted run is a document', async () => {
      const results = [resultOf(keyOf('a'))];
      check(
        await textOf(
          results,
          runOf(results, { gate: { status: 'interrupted', reasons: [] }, missing: ['run/b/default/0'] }),
        ),
      );
    });
    test('a reader that has enough ends the stream', async () => {
      for await (const piece of make().write(runOf([]), streamOf([]))) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
    });
  });
}

async function tell(make: MakeReporter, results: readonly SessionResult[], run = runOf(results)): Promise<string> {
  const text = collect();
  await drive(make(text.sink), results, run);
  return text.read();
}

async function drive(reporter: Reporter, results: readonly SessionResult[], run: RunResult): Promise<void> {
  await reporter.onRunStart?.(planOf(results, { directory: run.id === 'run' ? 'runs/run' : run.id }));
  for (const one of results) {
    reporter.onSessionStart?.(one.key);
    for (const recorded of one.transcript) reporter.onEvent?.(one.key, recorded);
    await reporter.onSessionEnd?.(one);
  }
  await reporter.onRunEnd?.(run);
}

/** Hostile text in every field that somebody else fills; the key is what our own readers would refuse. */
function hostileResult(): SessionResult {
  const transcript = transcriptOf(
    user(HOSTILE),
    call(HOSTILE, { [HOSTILE]: HOSTILE }, { text: HOSTILE }),
    result({ [HOSTILE]: HOSTILE }),
    call(HOSTILE, HOSTILE),
    failed(HOSTILE),
    event({ type: 'notice', text: HOSTILE, from: HOSTILE }),
    event({ type: 'agent_event', name: HOSTILE, data: HOSTILE }),
    event({ type: 'policy_violation', source: 'policy', rule: HOSTILE, message: HOSTILE, evidence: [] }),
    event({ type: 'late_reply_ignored', what: HOSTILE }),
    agent(HOSTILE),
    ended('agent_error', { [HOSTILE]: HOSTILE }),
  );
  const answer = transcript.findIndex(({ type }) => type === 'agent_message');
  const evidence = (['event', 'text_span', 'json_pointer', 'argument', 'state', 'criterion'] as const).map((kind) => ({
    kind,
    seq: answer,
    start: 0,
    end: 30,
    pointer: `/${HOSTILE}`,
    quote: HOSTILE,
  }));
  const finding = findingOf({ code: HOSTILE, message: HOSTILE, evidence });
  return resultOf(keyOf(HOSTILE, 3, HOSTILE), {
    transcript,
    title: HOSTILE,
    tags: [HOSTILE],
    scores: [
      scoreOf(HOSTILE, [finding]),
      { id: HOSTILE, scorer: HOSTILE, stage: 'generation', required: true, status: 'errored', message: HOSTILE },
    ],
    error: { message: HOSTILE, stack: `Error: ${HOSTILE}\n    at ${HOSTILE}` },
  });
}

function hostileRun(results: readonly SessionResult[]): RunResult {
  const grounding = {
    run: [{ turn: 0, supported: 1, checkable: 2 }],
    scenarios: [{ scenario: HOSTILE, turns: [{ turn: 0, supported: 1, checkable: 2 }] }],
  };
  return runOf(results, {
    id: HOSTILE,
    gate: { status: 'lost', reasons: [HOSTILE] },
    missing: [HOSTILE],
    problems: [HOSTILE],
    notes: [HOSTILE],
    grounding,
  });
}

function collect(): { sink: Sink; read(): string } {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  return { sink: { write }, read: () => text };
}

/** The first character that a terminal acts on, or that hides what stands there; not counting the reporter's own codes. */
function unsafeIn(text: string): string | undefined {
  const styles = [0, 1, 2, 22, 31, 32, 33, 39].map((code) => `\u001b[${code}m`);
  const foreign = ['\r\u001b[2K', ...styles].reduce((rest, code) => rest.replaceAll(code, ''), text);
  return Array.from(foreign).find((character) => isUnsafe(character.codePointAt(0) ?? 0));
}

function isUnsafe(code: number): boolean {
  const isWithin = (first: number, last: number): boolean => code >= first && code <= last;
  if (code === 0x0a) return false;
  if (isWithin(0, 0x1f) || isWithin(0x7f, 0x9f) || isWithin(0xd800, 0xdfff)) return true;
  return isWithin(0x200b, 0x200f) || isWithin(0x2028, 0x202e) || isWithin(0x2060, 0x206f) || code === 0xfeff;
}
