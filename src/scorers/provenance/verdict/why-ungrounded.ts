import type { AcceptsSource } from '../sources/source.ts';
import { isKnown } from '../sources/source.ts';
import { type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict, UngroundedReason } from './leaf-verdict.ts';
import { lookUpText } from './look-up.ts';

const placeholder =
  /^(?:x{3,}|[ymd]{2,4}[-/. ][ymd]{2,4}[-/. ][ymd]{2,4}.*|hh:mm.*|<.*>|\{.*\}|\[.*\]|string|value|placeholder|example|sample|test|foo|bar|your[_ -].*|.*@(?:example|test|domain|email)\.(?:com|org|net)|(?:john|jane)[_ .]doe|lorem ipsum.*|n\/?a|none|null|undefined|unknown|todo|tbd|[\p{L}_-]*[-_#]?(?:0{4,}|12345\d*|x{3,})|1234)$/iu;

/**
 * Why nothing speaks for a value, or for the part of it that is `quoted`: it is an example of the documentation, a
 * placeholder, and so on down to `nowhere`.
 */
export function whyUngrounded(quoted: string, context: LeafContext, whole = quoted): LeafVerdict {
  const { evidence, launchedAt, index, seen } = context;
  const ungrounded = (why: UngroundedReason, accepts: AcceptsSource): LeafVerdict | undefined => {
    const places = lookUpText(quoted, evidence, accepts);
    return places.length === 0 ? undefined : { verdict: 'ungrounded', why, quote: quoted, parts: [originsOf(places)] };
  };
  const bare = (why: UngroundedReason): LeafVerdict => ({ verdict: 'ungrounded', why, quote: quoted, parts: [] });
  const isNone = isPlaceholder(quoted) || isPlaceholder(whole);
  const wasBuilt = isPutTogether(quoted, context);
  return (
    ungrounded('documentation_example', ({ kind }) => kind === 'documentation') ??
    (!(wasBuilt && quoted.includes('@')) && isNone ? bare('placeholder') : undefined) ??
    ungrounded('echo_of_error', (source) => source.kind === 'error' && seen(source)) ??
    ungrounded('unseen_result', (source) => {
      const { kind, call } = source;
      // What came later, or of the call itself, only gives back what was made up.
      return (
        kind === 'tool' && call !== undefined && !seen(source) && call.index !== index && call.launchedAt <= launchedAt
      );
    }) ??
    ungrounded('self_only', (source) => source.kind === 'agent' && isKnown(source, launchedAt)) ??
    bare(wasBuilt ? 'put_together' : 'nowhere')
  );
}

/** Whether a text only fills the form: `TBD`, `<id>`, `YYYY-MM-DD`, `gift_card_0000000`. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text.trim());
}

/** An id or an e-mail address made of words that were seen, such as `ava.moore@example.com` of Ava Moore. */
function isPutTogether(text: string, { evidence, seen }: LeafContext): boolean {
  const [local = '', ...domain] = text.split('@');
  if (domain.length === 0 && !/[_-]/.test(local)) return false;
  const words = local.match(/\p{L}{2,}/gu) ?? [];
  return (
    words.length >= 2 &&
    words.every((word) => evidence.find(word, (source) => source.kind !== 'documentation' && seen(source)).length > 0)
  );
}
