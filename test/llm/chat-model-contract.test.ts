import { functionModel } from '../../src/llm/function-model.ts';
import type { AnsweredCall } from '../../src/llm/model-answer.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { chatModelContract, HANGS, type ModelScript } from '../contracts/chat-model.ts';

const answer = (step: ModelScript[number]): string | AnsweredCall[] =>
  typeof step === 'string' ? step : step.map(({ name, rawArguments }) => ({ name, arguments: rawArguments }));

chatModelContract('the scripted model', (script) =>
  scriptedModel(script.map((step) => (step === HANGS ? { text: 'Late.', delayMs: 3_600_000 } : answer(step)))),
);
chatModelContract('the function model', (script) =>
  functionModel(({ call, signal }) => {
    const step = script[call] ?? 'no more';
    return step === HANGS ? untilAborted(signal) : answer(step);
  }),
);

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
