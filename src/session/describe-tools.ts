import type { WorldSession } from '../domain/contracts/world.ts';
import type { ToolDescription } from '../domain/transcript/tool-call.ts';

/** The tools of a world as the agent is offered them and as the transcript lists them. */
export function describeTools(world: WorldSession | undefined): ToolDescription[] {
  return (world?.tools ?? []).map(({ name, description, parameters, effect }) => ({
    name,
    description,
    parameters,
    effect,
  }));
}
