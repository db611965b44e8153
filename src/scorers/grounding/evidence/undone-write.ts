import type { JsonValue } from '../../../domain/values/json-value.ts';
import { isPastForm } from '../claims/acts/verb-forms.ts';

const REASON = /^(?:reason|message|detail|details|error|why|note|cause|原因|说明|消息|提示)$/i;
const CHINESE_STATE = /^(?:状态|结果|执行结果|处理结果)$/;
const CHINESE_FAILED = /^(?:失败|错误|拒绝|被拒绝?|未成功|不成功|异常|超时)$/;
const FAILED_LIST = /^(?:failed|failures|errors|rejected|skipped|refused|失败|失败项)$/i;

/**
 * What the result of a write says of a deed that was not done: `saved: false` with a reason, a list of failures with no
 * success beside it. In a look-up the same fields tell of a record (`paid: false`), so this is asked of writes only.
 */
export function undoneIn(content: JsonValue): string | undefined {
  const value = typeof content === 'string' ? parsed(content) : content;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value as { readonly [key: string]: JsonValue });
  if (fields.length > MAX_FIELDS) return undefined;
  const reason = fields.find(([key, told]) => REASON.test(key) && typeof told === 'string' && told !== '');
  const text = reason === undefined ? undefined : String(reason[1]);
  if (fields.some(([key, told]) => CHINESE_STATE.test(key) && CHINESE_FAILED.test(String(told)))) return text ?? '失败';
  const isRefused = fields.some(([key, told]) => told === false && (isPastForm(key) || /^(?:已|是否|成功)/.test(key)));
  if (isRefused && text !== undefined) return text;
  const failures = fields.some(([key, told]) => FAILED_LIST.test(key) && Array.isArray(told) && told.length > 0);
  const isPartly = fields.some(
    ([key, told]) => !FAILED_LIST.test(key) && (told === true || (Array.isArray(told) && told.length > 0)),
  );
  return failures && !isPartly ? (text ?? 'failed') : undefined;
}

/** The answer to a write that was not done is short. */
const MAX_FIELDS = 6;

function parsed(text: string): JsonValue | undefined {
  if (!/^\s*\{/.test(text) || text.length > 4000) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
