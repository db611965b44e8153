import { isLoopbackAddress } from '../../network/refused-ranges.ts';
import { isKey, mistakesOfAddress, type OpenaiModelOptions } from './openai-options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where requests go and what they carry to be let in; `apiKey` is undefined where none is sent. */
export type Access = { baseURL: string; apiKey: string | undefined } | { problem: string };

const OPENAI = 'https://api.openai.com/v1';
/** Headers that let a request in as a key does. */
const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'api-key', 'x-api-key']);

/** Works out address and key from the options and the environment. A problem names what to set, never a value. */
export function findAccess(options: OpenaiModelOptions, environment: Environment): Access {
  const baseURL = addressOf(options, environment);
  const [mistake] = mistakesOfAddress(baseURL);
  // The options are checked when the model is made, so this one comes from the environment.
  if (mistake !== undefined) return { problem: mistake.replace('`baseURL`', 'the address in `OPENAI_BASE_URL`') };
  const { apiKeyEnv = 'OPENAI_API_KEY', headers = {} } = options;
  const apiKey = options.apiKey ?? environment[apiKeyEnv]?.trim() ?? '';
  if (!isKey(apiKey)) return { problem: `the key in \`${apiKeyEnv}\` has characters that HTTP cannot carry` };
  if (apiKey !== '') return { baseURL, apiKey };
  const needsNone =
    options.apiKey === '' ||
    Object.keys(headers).some((name) => KEY_HEADERS.has(name.toLowerCase())) ||
    isThisMachine(new URL(baseURL).hostname);
  if (needsNone) return { baseURL, apiKey: undefined };
  return {
    problem: `no credentials for ${baseURL}: set the environment variable \`${apiKeyEnv}\`, or \`apiKey: ''\` where none are needed`,
  };
}

/** The address of the API, without a slash at its end. */
export function addressOf({ baseURL }: OpenaiModelOptions, { OPENAI_BASE_URL }: Environment): string {
  return (baseURL ?? (OPENAI_BASE_URL?.trim() || OPENAI)).replace(/\/+$/, '');
}

/** OpenAI's own address: only there do its organisation and project mean something. */
export function isOpenAi(baseURL: string): boolean {
  return new URL(baseURL).hostname.endsWith('.openai.com');
}

/** Whether a host is this machine itself. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
}
