import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import { UsageError } from '../../domain/errors.ts';
import { secretRedactor } from '../../domain/redaction.ts';
import { isSecretField, isSecretName } from '../../domain/values/secret-shapes.ts';
import { fillTemplate, templateNames } from '../../domain/values/template.ts';
import type { Environment } from '../environment.ts';

/** A header's value: text in which `{{env.NAME}}` is taken from the environment, or a function that is asked each time. */
export type HeaderValue = string | (() => string);

/** Headers as they are sent, and a way to take their values out of texts that are shown. */
export type ReadyHeaders = { values: Readonly<Record<string, string>>; redact(text: string): string };

/** These say what a request is; their values are no secrets, and common words. */
const PUBLIC_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/** Throws UsageError for a placeholder that is not of the environment. */
export function checkHeaders(headers: Readonly<Record<string, HeaderValue>>, option: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'function') continue;
    const unknown = templateNames(String(value)).find((placeholder) => !/^env\.\w+$/.test(placeholder));
    if (unknown === undefined) continue;
    throw new UsageError(
      `${option}.${name}: unknown placeholder \`{{${unknown}}}\`: a header may use \`{{env.NAME}}\` only.\n  Hint: \`sessionHeader\` names the header for the session's id.`,
    );
  }
}

/** Throws ModelUnavailableError for a value that is missing from the environment, or that no header can hold. */
export function fillHeaders(headers: Readonly<Record<string, HeaderValue>>, env: Environment): ReadyHeaders {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const filled = typeof value === 'function' ? value() : fromEnvironment(value, { name, env });
    if (typeof filled !== 'string' || /[^\t\u0020-\u007e\u0080-\u00ff]/.test(filled)) {
      throw new ModelUnavailableError(`the header \`${name}\` has a value that no header can hold`, []);
    }
    values[name.toLowerCase()] = filled;
    if (!PUBLIC_HEADERS.has(name.toLowerCase())) secrets.push(filled, filled.replace(/^\S+\s+/, ''));
  }
  return { values, redact: secretRedactor(secrets).redact };
}

/**
 * What must not be kept of these headers, should the agent repeat it: what the environment holds, what a function gives,
 * and the values of headers whose name says so (`authorization`, `x-api-key`). What cannot be known yet is left out.
 */
export function secretsOfHeaders(headers: Readonly<Record<string, HeaderValue>>, env: Environment): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (PUBLIC_HEADERS.has(name.toLowerCase())) return [];
    if (typeof value !== 'function' && !isSecretName(name) && !isSecretField(name))
      return templateNames(value).flatMap((placeholder) => env[placeholder.slice('env.'.length)] ?? []);
    try {
      const filled = typeof value === 'function' ? value() : fromEnvironment(value, { name, env });
      return [filled, filled.replace(/^\S+\s+/, '')];
    } catch {
      // Whoever opens a session is told why.
      return [];
    }
  });
}

function fromEnvironment(template: string, { name, env }: { name: string; env: Environment }): string {
  const known: Record<string, string> = {};
  for (const placeholder of templateNames(template)) {
    const value = env[placeholder.slice('env.'.length)];
    if (value !== undefined && value !== '') known[placeholder] = value;
  }
  const { text, missing } = fillTemplate(template, known);
  if (missing.length === 0) return text;
  const variables = missing.map((placeholder) => `\`${placeholder.slice('env.'.length)}\``).join(', ');
  throw new ModelUnavailableError(
    `the header \`${name}\` needs ${variables} from the environment, which is not set`,
    [],
  );
}
