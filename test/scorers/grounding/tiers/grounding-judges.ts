import type { ChatMessage, ChatModel } from '../../../../src/domain/contracts/chat-model.ts';
import type { ShownEvidence } from '../../../../src/domain/prompts/grounding-prompt.ts';
import { functionModel } from '../../../../src/llm/function-model.ts';

/** A request to a judge of grounding, read as a model would read it. */
export type ReadRequest = {
  evidence: readonly ShownEvidence[];
  statements: readonly { id: string; statement: string }[];
  whole: string;
};
export type Verdict = 'supported' | 'contradicted' | 'unsupported' | 'not_checkable';
export type RawOpinion = { id: string; reason: string; evidence: { id: string; quote: string }[]; verdict: Verdict };

export function readRequest(messages: readonly ChatMessage[]): ReadRequest {
  const asked = messages[1]?.content ?? '';
  const fence = /^<(record-[0-9a-f]+)>/.exec(asked)?.[1] ?? '';
  const record = asked.slice(fence.length + 3, asked.indexOf(`\n</${fence}>`));
  return {
    ...(JSON.parse(record) as Omit<ReadRequest, 'whole'>),
    whole: messages.map(({ content }) => content).join('\n'),
  };
}

/** Knows the control statements by what they say of a field, and looks them up. */
export function controlOpinion(
  { id, statement }: ReadRequest['statements'][number],
  { evidence }: ReadRequest,
): RawOpinion | undefined {
  for (const { id: where, about, says } of evidence) {
    if (about === undefined) continue;
    const head = `${about.replace(/^\S+/, (key) => key.replaceAll(/[_-]/g, ' '))}: `;
    if (!statement.startsWith(head)) continue;
    const isTrue = statement === `${head}${says}`;
    return {
      id,
      reason: 'looked up',
      evidence: isTrue ? [{ id: where, quote: says }] : [],
      verdict: isTrue ? 'supported' : 'unsupported',
    };
  }
  return undefined;
}

/** A judge that answers controls rightly and all else by `say`. `requests` collects what it was asked. */
export function groundingJudge(
  say: (statement: string, request: ReadRequest) => Omit<RawOpinion, 'id' | 'reason'>,
  requests: ReadRequest[] = [],
): ChatModel {
  return functionModel(
    ({ messages }) => {
      const request = readRequest(messages);
      requests.push(request);
      return replyOf(
        request.statements.map(
          (one) => controlOpinion(one, request) ?? { id: one.id, reason: 'as told', ...say(one.statement, request) },
        ),
      );
    },
    { name: 'test judge' },
  );
}

export function replyOf(answers: readonly RawOpinion[]): string {
  return JSON.stringify({ answers, supported: answers.filter(({ verdict }) => verdict === 'supported').length });
}
