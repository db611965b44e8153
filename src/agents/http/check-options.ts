import { UsageError } from '../../domain/errors.ts';
import { createAddressGuard } from '../../network/address-guard.ts';
import { checkOptionNames } from './check-option-names.ts';
import type { HttpAgentOptions, HttpRequestOptions } from './http-options.ts';
import { parseReplyPath } from './reply/reply-path.ts';
import { checkHeaders } from './request-headers.ts';
import { checkAddressTemplate, checkBodyTemplate } from './request-template.ts';

/** Throws UsageError for options that no request could be made of, naming the option. */
export function checkHttpOptions(options: HttpAgentOptions): void {
  checkOptionNames(options);
  const { start, end, sessionHeader } = options;
  checkRequest(options, { prefix: '', options });
  if (start !== undefined) checkRequest(start, { prefix: 'start.', options });
  if (end !== undefined) checkRequest(end, { prefix: 'end.', options });
  if (start?.sessionId !== undefined) parseReplyPath(start.sessionId, 'start.sessionId');
  if (sessionHeader !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(sessionHeader)) {
    throw new UsageError(`sessionHeader: \`${sessionHeader}\` is no name of a header.`);
  }
}

function checkRequest(
  { url, method = 'POST', headers = {}, body }: HttpRequestOptions,
  { prefix, options }: { prefix: string; options: HttpAgentOptions },
): void {
  checkAddressTemplate(String(url), `${prefix}url`);
  checkAddress(String(url), { option: `${prefix}url`, options, isMain: prefix === '' });
  checkHeaders(headers, `${prefix}headers`);
  checkBodyTemplate(body, `${prefix}body`);
  if (!/^[a-z]+$/i.test(method)) throw new UsageError(`${prefix}method: \`${method}\` is no method of HTTP.`);
  if (method.toUpperCase() === 'GET' && body !== undefined) {
    throw new UsageError(`${prefix}body: a GET carries no body: put the message into \`${prefix}url\`, or use POST.`);
  }
}

/** Placeholders may stand in the path and the query only: whatever is put in, the request goes to the same host. */
function checkAddress(
  url: string,
  { option, options, isMain }: { option: string; options: HttpAgentOptions; isMain: boolean },
): void {
  const base = isMain ? undefined : options.url;
  if (!URL.canParse(url, base)) {
    throw new UsageError(
      `${option}: expected an address such as \`https://agent.example/chat\`${isMain ? '' : ', or a path on the same host such as `/sessions`'}.`,
    );
  }
  const parsed = new URL(url, base);
  if (/%7b%7b|\{\{/i.test(parsed.host)) {
    throw new UsageError(`${option}: a placeholder may stand in the path or the query, not in the host.`);
  }
  const refusal = createAddressGuard({ allow: options.allowAddresses }).refusalOf(parsed);
  if (refusal === undefined) return;
  throw new UsageError(`${option}: ${refusal.message.replace(/allow (`.*`)\.$/, 'add $1 to `allowAddresses`.')}`);
}
