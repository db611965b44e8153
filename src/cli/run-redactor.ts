import type { Config } from '../domain/authoring/config.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../domain/redaction.ts';
import type { PlannedSession } from '../runs/plan-run.ts';
import type { Terminal } from './terminal.ts';

/** Knows the secrets of the environment, of the config, and of what the agents of these sessions send. */
export function openRedactor(
  sessions: readonly PlannedSession[],
  { config, terminal }: { config: Config; terminal: Terminal },
): Redactor {
  const agents = [...new Set(sessions.map(({ agent }) => agent))];
  const ofAgents = new Set(agents.flatMap((agent) => agent.secrets?.() ?? []));
  const redactor = secretRedactor([...secretsFromEnvironment(terminal.env), ...(config.secrets ?? []), ...ofAgents]);
  for (const reason of redactor.refused) terminal.err(`warning: ${reason}\n`);
  return redactor;
}
