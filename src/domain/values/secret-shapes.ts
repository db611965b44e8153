/**
 * Texts that look like a secret whoever issued them. Of a match, what the first group holds is no secret and stays. Each
 * takes time linear in the text: no start lies inside what another start may scan without bound.
 */
export const secretShapes: readonly RegExp[] = [
  // OpenAI, Anthropic and all who follow them. Words alone (`sk-learn-contrib`) are no key.
  /\bsk-(?=[a-z_-]{0,40}[A-Z0-9])[A-Za-z0-9_-]{8,}/g,
  // GitHub, GitLab, npm, Hugging Face, Slack.
  /\b(?:gh[oprsu]_|github_pat_|glpat-|npm_|hf_|xox[abeoprs]-)[A-Za-z0-9_-]{16,}/g,
  // AWS and Google.
  /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  // JSON Web Tokens.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{4,}){1,2}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(\bBearer[ \t]{1,4})[A-Za-z0-9._~+/=-]{8,}/g,
  // User and password of an address.
  /(:\/\/)[^\s/?#"'<>]{1,1024}(?=@)/g,
  // Headers, settings and parameters by name, bare or quoted, in JSON and in JSON inside JSON.
  /((?:authorization|api[_-]?key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?:(?:bearer|basic|digest|token)\s{1,4})?)[^\s"'\\,;&<>]{6,}/gi,
];

/** True for the name of a header or field whose whole value is a secret, such as `X-Api-Key`. */
export function isSecretField(name: string): boolean {
  return /^(?:(?:proxy-)?authorization|(?:x-)?api[_-]?key)$/i.test(name);
}

/**
 * True when a variable of this name probably holds a secret: one of its words is `KEY`, `TOKEN` and the like, and it
 * does not end in a word that says otherwise (`…_KEY_PATH`).
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  if (/^(?:PATH|FILE|DIR|SOCK|URL|ID|NAME|TTL)$/.test(words.at(-1) ?? '')) return false;
  return words.some((word, index) => SECRET_WORD.test(word) || (word === 'PWD' && index > 0));
}

const SECRET_WORD =
  /^(?:(?:API|ACCESS|AUTH|PRIVATE|SECRET)?KEYS?|\w*TOKENS?|\w*SECRETS?|\w*PASSWORDS?|PASSWD|PASS|PASSPHRASE|CREDENTIALS?|CREDS|AUTH|COOKIE|SAS|DSN)$/;
