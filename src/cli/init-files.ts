/** The files of a first project, by their path in its folder. They run at once. */
export const INIT_FILES: Readonly<Record<string, string>> = {
  'rehearsal.config.ts': `import { defineConfig } from 'rehearsal';
import { agent } from './agent.ts';

export default defineConfig({
  // The first agent is the one that scenarios talk to when they name none.
  agents: { mine: agent },
});
`,
  'agent.ts': `import { functionAgent } from 'rehearsal';

// A stand-in for your agent: it gets the conversation so far and the tools of the scenario's world.
// Replace the body with a call of your own, and keep using \`tools\`, so that the calls are seen.
export const agent = functionAgent<'track_parcel'>(
  async (messages, { tools }) => {
    const parcel = numberOfParcel(messages.map(({ content }) => content));
    if (parcel === undefined) return 'Which parcel do you mean? Its number looks like P-100.';
    try {
      const { status, arrives } = await tools.track_parcel<{ status: string; arrives: string }>({ parcel_id: parcel });
      return \`Parcel \${parcel} is \${status} and arrives on \${arrives}.\`;
    } catch (error) {
      return \`I could not track parcel \${parcel}: \${(error as Error).message}. Please check the number.\`;
    }
  },
  { name: 'mine' },
);

// The last number that anybody named.
function numberOfParcel(texts: readonly (string | null)[]): string | undefined {
  return texts.join(' ').match(/P-\\d+/g)?.at(-1);
}
`,
  'personas/hurried-customer.yaml': `id: hurried-customer
name: A hurried customer
description: Waits for a parcel, writes between two meetings and wants one clear answer.
language: en
traits: [hurried, friendly]
style: Short messages without greetings.
behaviours:
  - instruction: Write at most fifteen words.
    check: { maxWords: 15 }
`,
  'scenarios/where-is-my-parcel.yaml': `id: where-is-my-parcel
title: A customer asks for a parcel, and for a second one that does not exist
persona: hurried-customer
facts:
  parcel: P-100
# Who talks. A list is a script; \`machine:\` is a user that reacts to what it hears.
user:
  - Where is my parcel?
  - It is {{parcel}}.
  - And where is P-999?
# What the agent acts on: tools that answer from this file. Worlds can also be written in TypeScript.
world:
  tools:
    - name: track_parcel
      description: Looks up where a parcel is and when it arrives.
      effect: read
      parameters:
        parcel_id: { type: string, pattern: '^P-[0-9]+$', description: 'Number of the parcel, such as P-100.' }
      answers:
        - when: { parcel_id: P-100 }
          result: { parcel_id: P-100, status: on its way, arrives: '2026-01-17' }
        - error: there is no parcel of that number
# What must be true afterwards. \`rehearsal lint\` says what is missing here.
expect:
  - type: calls
    calls:
      - { tool: track_parcel, arguments: { parcel_id: P-100 }, turn: 1 }
      - { tool: track_parcel, arguments: { parcel_id: P-999 }, turn: 2, outcome: error }
  - type: said
    text: '2026-01-17'
    turn: 1
  - type: grounded
  - type: error-honesty
  - type: answered
tags: [first]
`,
};
