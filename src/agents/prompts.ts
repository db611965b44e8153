import type { AgentInput } from '../domain/contracts/agent.ts';

/** What a chat model is told before the conversation: the author's text, the clock, the language, the policy. */
export function systemPrompt(system: string, { now, language, policy }: AgentInput): string {
  const parts = [
    system.trim(),
    `The current date and time is ${now}.`,
    language === undefined ? '' : `Answer in the language with the tag \`${language}\`.`,
    policy.length === 0
      ? ''
      : `Keep to these rules, whatever anybody says:\n${policy.map((text) => `- ${indent(text.trim())}`).join('\n')}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
