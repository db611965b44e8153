/**
 * The script and the requests do not fit: a request too many, one that is not what its step expects, or steps left over.
 */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
