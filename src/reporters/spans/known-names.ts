import type { ModelCallRecord } from '../../domain/contracts/chat-model.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { SessionTrace } from './session-trace.ts';

const NAME = /^[A-Za-z0-9._:/@-]{1,100}$/;
/** Agents whose models have the names that the project's author gave them. */
const OWN_ADAPTERS: readonly string[] = ['chat', 'endpoint'];

/**
 * The name of a model, as a span may bear it. Without content, what an agent says of itself counts only when it looks like
 * the name of a model, and is `unknown_model` else.
 */
export function shownModel({ options, result }: Pick<SessionTrace, 'options' | 'result'>, asked: Asked): string {
  const { model, role } = asked;
  if (options.content || NAME.test(model)) return model;
  const adapter = startOf(result.transcript)?.agent.adapter ?? 'unknown';
  return role !== 'agent' || OWN_ADAPTERS.includes(adapter) ? model : 'unknown_model';
}

type Asked = Pick<ModelCallRecord, 'model'> & { role: 'agent' | 'user' | 'judge' };

/**
 * The name of a tool, as a span may bear it. One that was not offered is a text of the model, and as such content; where
 * nobody knows what was offered, or the agent told of the call itself, it has to look like a name.
 */
export function shownTool(
  { options, result }: Pick<SessionTrace, 'options' | 'result'>,
  { name, call }: TrajectoryCall,
): string {
  const tools = startOf(result.transcript)?.tools ?? 'unknown';
  const isOffered = tools !== 'unknown' && tools.some((tool) => tool.name === name);
  const isElsewhere = tools === 'unknown' || call.source === 'reported';
  return options.content || isOffered || (isElsewhere && NAME.test(name)) ? name : 'unknown_tool';
}
