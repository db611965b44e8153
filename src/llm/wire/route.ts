import { ProviderError } from './provider-error.ts';
import type { ApiName } from './wire-api.ts';
import type { WireReply, WireRequest } from './wire-reply.ts';

export type Route = { to: ApiName } | { reply: WireReply };

const ROUTES = 'known are POST /v1/chat/completions, POST /v1/responses and GET /v1/models';

/** Where a request goes, by the end of its path: a base address may have any path. Throws `ProviderError` (404, 405). */
export function routeOf({ method, path }: WireRequest, { name, created }: { name: string; created: number }): Route {
  const found = /\/(?<api>chat\/completions|responses|models)(?:\/(?<id>[^/]+))?\/?$/.exec(path)?.groups;
  const { api, id } = found ?? {};
  if (api === undefined || (id !== undefined && api !== 'models')) {
    throw new ProviderError(`there is nothing at ${method} ${path}; ${ROUTES}`, { status: 404, code: 'unknown_url' });
  }
  const wanted = api === 'models' ? 'GET' : 'POST';
  if (method !== wanted) {
    throw new ProviderError(`${path} takes ${wanted}, not ${method}; ${ROUTES}`, {
      status: 405,
      code: 'method_not_supported',
      headers: { allow: wanted },
    });
  }
  if (api !== 'models') return { to: api === 'responses' ? 'responses' : 'chat' };
  const model = { id: id === undefined ? name : decoded(id), object: 'model', created, owned_by: 'rehearsal' };
  const body = JSON.stringify(id === undefined ? { object: 'list', data: [model] } : model);
  return { reply: { status: 200, headers: { 'content-type': 'application/json' }, body } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
