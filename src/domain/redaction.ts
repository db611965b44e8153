import type { SecretRedactor } from './contracts/secret-redactor.ts';
import { isList, isObject } from './values/json-shape.ts';
import type { JsonObject, JsonValue } from './values/json-value.ts';
import { type RedactionStream, redactionStream } from './values/redaction-stream.ts';
import { redacted, type SecretFinder, secretFinder } from './values/secret-finder.ts';
import { isSecretField, isSecretName } from './values/secret-shapes.ts';

/** Taking out a shorter text would tear holes into texts that hold no secret. */
const minSecretLength = 6;

export type Redactor = SecretRedactor & {
  /** For a text that comes in pieces: finds secrets that two pieces share. One stream for each text. */
  stream(): RedactionStream;
  /** Why some of the given secrets are not taken out, in their order; never the secret itself. */
  readonly refused: readonly string[];
};

/**
 * Puts `[redacted]` in place of the secrets, also where they stand as JSON, in an address or in base64; of what looks
 * like a key whoever issued it (`sk-…`, tokens of the large hosts, JSON Web Tokens, private keys, `Bearer …`, user and
 * password of an address, the values of `Authorization` and `api_key`); and of what the patterns match. Patterns are the
 * project's own: they run as written, and a stream finds their matches up to five words long.
 */
export function secretRedactor(
  secrets: readonly string[],
  { patterns = [] }: { patterns?: readonly RegExp[] } = {},
): Redactor {
  const known = secrets.filter((secret) => secret.trim().length >= minSecretLength);
  const finder = secretFinder(known, patterns);
  return {
    redact: finder.redact,
    redactValue: (value) => redactValue(value, finder),
    stream: () => redactionStream(finder),
    refused: secrets.flatMap(reasonAgainst),
  };
}

function reasonAgainst(secret: string, position: number): string[] {
  const { length } = secret.trim();
  if (length >= minSecretLength) return [];
  return [`secret ${position + 1} has ${length} characters; ${minSecretLength} are needed to tell it from other text`];
}

/**
 * The values of variables whose name says that they are secret (a word of it is `KEY`, `TOKEN`, `SECRET`, `PASSWORD` and
 * the like), and the passwords in variables that hold an address. Each once, in order of the names; switches such as
 * `true` and short values are left out.
 */
export function secretsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = Object.keys(environment)
    .sort()
    .flatMap((name) => {
      const value = environment[name]?.trim() ?? '';
      return isSecretName(name) ? [value] : passwordsIn(value);
    });
  return [...new Set(secrets)].filter(
    (value) => value.length >= minSecretLength && !/^(?:false|disabled|enabled)$/i.test(value),
  );
}

function passwordsIn(value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#:]*:([^\s/?#]+)@/i.exec(value)?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

function redactValue(value: JsonValue, finder: SecretFinder): JsonValue {
  if (typeof value === 'string') return finder.redact(value);
  if (typeof value === 'number') return finder.find(String(value)).length > 0 ? redacted : value;
  if (isList(value)) return redactList(value, finder);
  return isObject(value) ? redactObject(value, finder) : value;
}

function redactList(list: readonly JsonValue[], finder: SecretFinder): JsonValue {
  const items = list.map((item) => redactValue(item, finder));
  return items.every((item, index) => item === list[index]) ? list : Object.freeze(items);
}

function redactObject(object: JsonObject, finder: SecretFinder): JsonValue {
  let isSame = true;
  const members: [string, JsonValue][] = [];
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    const isField = typeof value === 'string' && value !== '' && isSecretField(key);
    const safe = isField ? redacted : redactValue(value, finder);
    const safeKey = finder.redact(key);
    isSame &&= safe === value && safeKey === key;
    members.push([safeKey, safe]);
  }
  return isSame ? object : Object.freeze(Object.fromEntries(withoutDoubles(members)));
}

/** Two keys that held secrets may read the same now; both members stay. */
function withoutDoubles(members: readonly [string, JsonValue][]): [string, JsonValue][] {
  const taken = new Set<string>();
  return members.map(([key, value]) => {
    let free = key;
    for (let number = 2; taken.has(free); number += 1) free = `${key} (${number})`;
    taken.add(free);
    return [free, value];
  });
}
