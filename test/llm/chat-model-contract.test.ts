import { functionModel } from '../../src/llm/function-model.ts';
import type { AnsweredCall } from '../../src/llm/model-answer.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { chatModelContract, type ModelScript } from '../contracts/chat-model.ts';

const answer = (step: ModelScript[number]): string | AnsweredCall[] =>
  typeof step === 'string' ? step : step.map(({ name, rawArguments }) => ({ name, arguments: rawArguments }));

chatModelContract('the scripted model', (script) => scriptedModel(script.map(answer)));
chatModelContract('the function model', (script) => functionModel(({ call }) => answer(script[call] ?? 'no more')));
