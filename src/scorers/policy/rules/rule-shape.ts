import { listText } from '../../text/value-text.ts';
import { type ClosedRule, FORMS, type FormName } from './policy-rule.ts';

type Mistake = { at: string; message: string; hint?: string | undefined };
type Key = keyof ClosedRule;

/** Keys that go with a form: those it cannot do without, and those it may have. */
const KEYS: Readonly<Record<FormName, { needs: readonly Key[]; takes: readonly Key[] }>> = {
  never: { needs: [], takes: [] },
  atMost: { needs: ['of'], takes: ['per'] },
  atLeast: { needs: ['of'], takes: ['per'] },
  exactly: { needs: ['of'], takes: ['per'] },
  requires: { needs: ['when'], takes: ['oneToOne', 'since', 'order'] },
  leadsTo: { needs: ['when'], takes: ['within', 'unless'] },
  immediately: { needs: ['when'], takes: [] },
  immediatelyBefore: { needs: ['when'], takes: [] },
  noneAfter: { needs: [], takes: ['of', 'until', 'within'] },
  only: { needs: [], takes: [] },
  first: { needs: [], takes: [] },
  last: { needs: [], takes: [] },
  together: { needs: [], takes: [] },
  notBoth: { needs: [], takes: [] },
  all: { needs: [], takes: [] },
  any: { needs: [], takes: [] },
  not: { needs: [], takes: [] },
};
const ALWAYS: ReadonlySet<string> = new Set(['id', 'say', 'values', 'stop', 'prevent']);

/** What contradicts itself in the keys of a rule. */
export function ruleShapeProblems(rule: ClosedRule): Mistake[] {
  const [form, second] = FORMS.filter((name) => rule[name] !== undefined);
  if (form === undefined) {
    const forms = listText(
      FORMS.map((name) => `\`${name}\``),
      'or',
    );
    return [{ at: '', message: `the rule asks nothing: it needs one of ${forms}` }];
  }
  if (second !== undefined) {
    const hint = 'write two rules, or put both into `all`.';
    return [{ at: second, message: `a rule has one form, and this one has \`${form}\` and \`${second}\``, hint }];
  }
  const { needs, takes } = KEYS[form];
  const missing = needs.filter((key) => rule[key] === undefined);
  const known = new Set<string>([form, ...needs, ...takes, ...ALWAYS]);
  const surplus = Object.keys(rule).filter((key) => rule[key as Key] !== undefined && !known.has(key));
  return [
    ...missing.map((key) => ({ at: form, message: `\`${form}\` needs \`${key}\` beside it` })),
    ...surplus.map((key) => ({ at: key, message: `\`${key}\` means nothing beside \`${form}\`` })),
    ...orderProblems(rule),
  ];
}

function orderProblems({ order, since, oneToOne, within, requires }: ClosedRule): Mistake[] {
  if (requires === undefined || order !== 'any') return [];
  const surplus = Object.entries({ since, oneToOne, within }).filter(([, value]) => value !== undefined);
  return surplus.map(([key]) => ({
    at: key,
    message: `\`${key}\` needs an order: it means nothing with \`order: any\``,
  }));
}
