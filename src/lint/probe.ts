import type { Problem } from '../domain/authoring/problem.ts';
import type { Scenario } from '../domain/authoring/scenario.ts';
import type { Agent, IncomingMessage } from '../domain/contracts/agent.ts';
import type { Verdict } from '../domain/verdicts/verdict.ts';
import type { LintedScenario } from './lint-project.ts';
import { probePhrases } from './probe-phrases.ts';

export type ProbeFinding = {
  scenario: string;
  /** Names of the worthless agents that pass, in the order of `worthlessAgents`. */
  passedBy: readonly string[];
  problem: Problem;
};

/**
 * Runs agents that help nobody against every scenario and tells which scenarios one of them passes: those prove
 * nothing. Scenarios go one after the other, each with its three agents; `isAborted` is asked in between.
 */
export async function probeScenarios<S extends LintedScenario>(
  scenarios: readonly S[],
  runScenario: (scenario: S, agent: Agent) => Promise<{ verdict: Verdict }>,
  { isAborted = () => false }: { isAborted?: () => boolean } = {},
): Promise<readonly ProbeFinding[]> {
  const findings: ProbeFinding[] = [];
  for (const loaded of scenarios) {
    if (isAborted()) break;
    const agents = worthlessAgents(languageOf(loaded));
    const results = await Promise.all(agents.map((agent) => runScenario(loaded, agent)));
    const passedBy = agents.filter((_agent, index) => results[index]?.verdict === 'passed').map(({ name }) => name);
    if (passedBy.length > 0) findings.push(findingOf(loaded, passedBy));
  }
  return findings;
}

function languageOf({ scenario, persona }: LintedScenario): Scenario['language'] {
  return scenario.language ?? persona?.language;
}

function findingOf({ scenario, placeOf }: LintedScenario, passedBy: readonly string[]): ProbeFinding {
  const names = passedBy.map((name) => `\`${name}\``).join(', ');
  const problem: Problem = {
    severity: 'error',
    code: 'proves-nothing',
    place: placeOf('expect', 'key'),
    path: 'expect',
    message: `\`${scenario.id}\` proves nothing: it is passed by ${names}`,
    hint: 'ask for a call that must happen, or for words that only a right answer holds',
  };
  return { scenario: scenario.id, passedBy, problem };
}

/** Three agents that help nobody: they speak the language, call no tool and know nothing. */
export function worthlessAgents(language?: string): readonly Agent[] {
  const phrases = probePhrases(language);
  return [
    talker('says-nothing-useful', () => phrases.polite),
    talker('echoes-the-user', ({ text }) => (text.trim() === '' ? phrases.polite : text)),
    talker('claims-all-is-done', (_message, heard) => {
      const values = valuesOf(heard);
      return values.length === 0 ? phrases.done : `${phrases.done} ${phrases.about(values.join(', '))}`;
    }),
  ];
}

function talker(name: string, say: (message: IncomingMessage, heard: readonly string[]) => string): Agent {
  return {
    name,
    adapter: 'function',
    toolCallsVisible: true,
    fixed: ['model'],
    open: () => {
      const heard: string[] = [];
      return {
        async *reply(message) {
          heard.push(message.text);
          yield { type: 'step_started' };
          yield { type: 'text', text: say(message, heard), final: true };
        },
      };
    },
  };
}

/** What looks like a value in the user's words: ids, numbers, amounts, quoted words. At most twelve, each once. */
function valuesOf(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => [
    ...(text.match(/[\p{L}\p{N}_#@.+/-]*\p{Nd}(?:[\p{L}\p{N}_#@.,:+/-]*[\p{L}\p{N}])?/gu) ?? []),
    ...[...text.matchAll(/["“「『]([^"”」』]{1,60})["”」』]/gu)].map((match) => match[1] ?? ''),
  ]);
  return [...new Set(found)].slice(0, 12);
}
