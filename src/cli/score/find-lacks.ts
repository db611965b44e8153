import type { Scorer } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import type { EventOf, Transcript } from '../../domain/transcript/transcript-event.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import { scoreTranscript } from '../../scorers/score-transcript.ts';

/**
 * What a log does not say and a check hangs on. `calls`: it leaves calls out · `tools`: which ones the agent had ·
 * `effects`: what they do · `policy`: what the agent was told.
 */
export type Lack = 'calls' | 'tools' | 'effects' | 'policy';

/**
 * Tells what would have to be known for the checks that could not be made, by their ids, by making them as if it were
 * known.
 */
export type LackFinder = (
  transcript: Transcript,
  checks: { scorers: readonly Scorer[]; scores: readonly Score[] },
) => Promise<ReadonlyMap<string, readonly Lack[]>>;

type Start = EventOf<'session_started'>;

/** A check that nothing helped so often hangs on something else. */
const MAX_TRIES = 10;

export function lackFinder(): LackFinder {
  const known = new Map<string, { tries: number; lacks: readonly Lack[] }>();
  return async (transcript, { scorers, scores }) => {
    const start = startOf(transcript);
    const found = new Map<string, readonly Lack[]>();
    if (start === undefined) return found;
    const guesses = guessesOf(start, transcript);
    const open = new Set(scores.flatMap(({ status, id }) => (status === 'unscored' ? id : [])));
    for (const scorer of guesses.size === 0 ? [] : scorers.filter((one) => one.deterministic && open.has(one.id))) {
      const key = JSON.stringify([scorer.id, ...guesses.keys()]);
      const memory = known.get(key) ?? { tries: 0, lacks: [] };
      known.set(key, memory);
      if (memory.lacks.length === 0 && memory.tries < MAX_TRIES) {
        memory.tries += 1;
        memory.lacks = await lacksOf(transcript, scorer, guesses);
      }
      if (memory.lacks.length > 0) found.set(scorer.id, memory.lacks);
    }
    return found;
  };
}

/** What the start of the session could say instead of what it leaves open, the likeliest first. */
type Change = (start: Start) => Start;
type Guesses = ReadonlyMap<Lack, readonly Change[]>;

function guessesOf({ agent, tools, policy }: Start, transcript: Transcript): Guesses {
  const called = new Set(transcript.flatMap((event) => (event.type === 'tool_call' ? event.call.name : [])));
  const listed = tools === 'unknown' ? undefined : new Map(tools.map((tool) => [tool.name, tool.effect]));
  const areEffectsOpen = [...called].some((name) => (listed?.get(name) ?? 'unknown') === 'unknown');
  const guesses = new Map<Lack, Change[]>();
  if (!agent.toolCallsVisible) guesses.set('calls', [(start) => withCalls(start)]);
  if (tools === 'unknown') guesses.set('tools', [(start) => ({ ...start, tools: toolsOf(start, called, 'unknown') })]);
  if (areEffectsOpen) {
    const guess =
      (effect: 'read' | 'write'): Change =>
      (start) => ({ ...start, tools: toolsOf(start, called, effect) });
    guesses.set('effects', [guess('write'), guess('read')]);
  }
  if (policy === 'unknown') guesses.set('policy', [(start) => ({ ...start, policy: [] })]);
  return guesses;
}

function withCalls(start: Start): Start {
  return { ...start, agent: { ...start.agent, toolCallsVisible: true } };
}

function toolsOf({ tools }: Start, called: ReadonlySet<string>, effect: ToolDescription['effect']): ToolDescription[] {
  const listed = tools === 'unknown' ? [] : tools;
  const names = new Set(listed.map(({ name }) => name));
  const added = [...called]
    .filter((name) => !names.has(name))
    .map((name) => ({ name, description: '', parameters: {} }));
  return [
    ...listed.map((tool) => (tool.effect === 'unknown' ? { ...tool, effect } : tool)),
    ...added.map((tool) => ({ ...tool, effect })),
  ];
}

/** The first thing that would do alone, whatever it turned out to be; else what it takes together. */
async function lacksOf(transcript: Transcript, scorer: Scorer, guesses: Guesses): Promise<readonly Lack[]> {
  const isMade = async (changes: readonly Change[]): Promise<boolean> => {
    const changed = transcript.map((event) =>
      event.type === 'session_started' ? changes.reduce((start, change) => change(start), event) : event,
    );
    const { scores } = await scoreTranscript(changed, [scorer]);
    return scores.every(({ status }) => status === 'scored' || status === 'not_applicable');
  };
  const areMade = async (lacks: readonly Lack[]): Promise<boolean> => {
    const choices = lacks.map((lack) => guesses.get(lack) ?? []);
    const most = Math.max(...choices.map(({ length }) => length));
    for (let index = 0; index < most; index += 1) {
      if (!(await isMade(choices.flatMap((changes) => changes[index] ?? changes[0] ?? [])))) return false;
    }
    return true;
  };
  let needed = [...guesses.keys()];
  for (const lack of needed) if (await areMade([lack])) return [lack];
  if (needed.length < 2 || !(await areMade(needed))) return [];
  for (const lack of needed) {
    const others = needed.filter((one) => one !== lack);
    if (others.length > 0 && (await areMade(others))) needed = others;
  }
  return needed;
}
