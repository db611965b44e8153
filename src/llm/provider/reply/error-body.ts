/** An error as a provider writes it into a body or a stream, as far as it could be understood. */
export type ErrorBody = {
  message?: string | undefined;
  /** Its word for what happened: `rate_limit_exceeded`, `overloaded_error`. */
  code?: string | undefined;
  httpStatus?: number | undefined;
};

/** The error that a body of JSON holds: `{"error": {…}}`, `{"error": "…"}`, `{"message": "…"}` or `{"detail": "…"}`. */
export function errorIn(body: string): ErrorBody | undefined {
  try {
    return errorOf(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** The same for a body that is parsed already; undefined for one that holds no error. */
export function errorOf(body: unknown): ErrorBody | undefined {
  // Some gateways put the object into a list.
  const object = Array.isArray(body) ? body[0] : body;
  if (!isObject(object)) return undefined;
  const { error, message, detail, type } = object;
  if (typeof error === 'string') return { message: error, ...codesOf(object) };
  if (isObject(error)) return { message: textIn(error.message), ...codesOf(error) };
  if (typeof detail === 'string') return { message: detail, ...codesOf(object) };
  if (typeof message === 'string' && (type === 'error' || object.object === 'error'))
    return { message, ...codesOf(object) };
  return undefined;
}

function codesOf({ code, type, status }: Record<string, unknown>): ErrorBody {
  const word = [code, type, status].find(
    (one): one is string => typeof one === 'string' && one !== '' && one !== 'error',
  );
  const number = [code, status].map(Number).find((one) => Number.isInteger(one) && one >= 400 && one <= 599);
  return {
    ...(word === undefined ? {} : { code: word }),
    ...(number === undefined ? {} : { httpStatus: number }),
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
