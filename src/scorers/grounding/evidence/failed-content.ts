import type { JsonValue } from '../../../domain/values/json-value.ts';

const ERROR_TEXT =
  /^\s*(?:(?:error|exception|traceback|failed|failure|fatal)\b|http[ /]?(?:\d\.\d )?[45]\d\d\b|[45]\d\d (?:[A-Z][a-z]+ ?){1,4}|(?:[A-Za-z]+(?:Error|Exception))\b|错误|失败|异常|出错)/i;
const BAD_STATUS =
  /^(?:failed|failure|error|errored|denied|rejected|declined|unauthori[sz]ed|forbidden|timeout|not[_ -]?found|失败|错误|拒绝)$/i;
const EMPTY_TEXT =
  /^\s*(?:no (?:results?|records?|matches|data|items?|entries)\b.{0,40}|(?:(?:the |this |that |sorry,? )?[\p{L}_-]+(?: \S+){0,3} )?(?:(?:was|were|is|are|could|can) ?)?(?:not|cannot) (?:be )?found|(?:there is )?no such [\p{L}_-]+(?: \S+){0,2}|none|null|\[\]|\{\}|没有(?:找到)?(?:结果|记录|数据)|无(?:结果|记录|数据)|未找到.{0,20})?\s*[.!。]?\s*$/iu;

/** What a result that was handed over as fine says of its own failure; undefined when it says nothing of the kind. */
export function failureIn(content: JsonValue): string | undefined {
  if (typeof content === 'string') return ERROR_TEXT.test(content) ? content : failureInText(content);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return undefined;
  const record = content as { readonly [key: string]: JsonValue };
  for (const key of ['error', 'errors', 'exception', '错误']) {
    const told = record[key];
    if (
      told === undefined ||
      told === null ||
      told === false ||
      told === '' ||
      (Array.isArray(told) && told.length === 0)
    )
      continue;
    return typeof told === 'string' ? told : JSON.stringify(told);
  }
  const code = record.status_code ?? record.statusCode ?? record.http_status ?? record.code;
  const hasFailed =
    record.success === false ||
    record.ok === false ||
    record.成功 === false ||
    (typeof record.status === 'string' && BAD_STATUS.test(record.status) && Object.keys(record).length <= 4) ||
    (typeof record.status === 'number' && record.status >= 400 && record.status < 600) ||
    (typeof code === 'number' && code >= 400 && code < 600);
  return hasFailed ? String(record.message ?? record.reason ?? record.detail ?? record.status ?? 'failed') : undefined;
}

function failureInText(text: string): string | undefined {
  if (!/^\s*\{/.test(text) || text.length > 20_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? failureIn(value as JsonValue)
      : undefined;
  } catch {
    return undefined;
  }
}

/** True for a result that found nothing. */
export function isEmptyResult(content: JsonValue): boolean {
  if (content === null) return true;
  if (typeof content === 'string') return EMPTY_TEXT.test(content);
  if (typeof content !== 'object') return false;
  const members = Array.isArray(content) ? content : Object.values(content);
  return (
    members.length === 0 ||
    (!Array.isArray(content) && members.every((member) => Array.isArray(member) && member.length === 0))
  );
}
