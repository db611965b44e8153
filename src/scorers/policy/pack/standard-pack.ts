import type { Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { listText } from '../../text/value-text.ts';
import { noneAfterForm } from '../forms/none-after.ts';
import { requiresForm } from '../forms/requires.ts';
import type { CompiledForm } from '../monitor/rule-monitor.ts';
import { compileEvents, joinTests } from '../patterns/compile-events.ts';
import { agreementTest } from '../patterns/word-test.ts';
import type { PackSettings } from '../rules/policy-rule.ts';
import { errorSeenForm } from './error-seen.ts';
import { identicalWriteForm } from './identical-write.ts';
import { lookedUpForm } from './looked-up.ts';
import { repeatedFailureForm } from './repeated-failure.ts';

/** A rule that comes with the package. */
type PackRule = {
  say: string;
  /** Settings that it takes. */
  takes: readonly (keyof PackSettings)[];
  form(settings: PackSettings): CompiledForm;
};

/** Tools that hand the talk to somebody else, by the names that are usual for them. */
const HAND_OFF_TOOLS = ['transfer_to_human*', 'transfer_to_agent*', 'hand_off*', 'handoff*', 'escalate_to_human*'];

const RULES = {
  'lookup-same-id-before-write': {
    say: 'What is written to was looked up first',
    takes: ['tools', 'ids', 'inResults'],
    form: (settings: PackSettings) => lookedUpForm(settings),
  },
  'confirm-before-write': {
    say: 'The user agreed before anything was written',
    takes: ['tools', 'agrees'],
    form: confirmForm,
  },
  'no-identical-write-twice': {
    say: 'Nothing is written twice',
    takes: ['tools', 'values'],
    form: (settings: PackSettings) => identicalWriteForm(settings),
  },
  'nothing-after-hand-off': {
    say: 'After a hand-off the agent does nothing more',
    takes: ['tools'],
    form: ({ tools = HAND_OFF_TOOLS }: PackSettings) =>
      noneAfterForm({
        after: compileEvents([{ event: 'handed_off' }, { tool: tools, ok: true }], 'strict'),
        of: compileEvents('*', 'strict'),
        equality: 'strict',
      }),
  },
  'no-call-after-repeated-failure': {
    say: 'A call that keeps failing is not made again',
    takes: ['tools', 'failures'],
    form: (settings: PackSettings) => repeatedFailureForm(settings),
  },
  'error-seen-before-next-choice': {
    say: 'The agent sees an error before it decides what to do next',
    takes: ['tools'],
    form: (settings: PackSettings) => errorSeenForm(settings),
  },
} satisfies Readonly<Record<string, PackRule>>;

export type PackRuleName = keyof typeof RULES;
export const PACK_RULES: readonly string[] = Object.keys(RULES);

export type PackForm = { id: string; say: string; form: CompiledForm };

/** The rules of the pack but those left out, with their settings. Mistakes are added to `problems`. */
export function standardPack(
  {
    except = [],
    settings = {},
  }: { except?: readonly string[] | undefined; settings?: Readonly<Record<string, PackSettings>> | undefined },
  problems: Problem[],
): PackForm[] {
  const add = (path: string, message: string, hint?: string): void => {
    problems.push({ severity: 'error', code: 'invalid-rule', path, message, hint });
  };
  for (const [index, name] of except.entries()) checkName(name, `except[${index}]`, add);
  for (const [name, wanted] of Object.entries(settings)) {
    const rule = checkName(name, `settings.${name}`, add);
    const surplus =
      rule === undefined ? [] : Object.keys(wanted).filter((key) => !(rule.takes as readonly string[]).includes(key));
    for (const key of surplus) {
      const known = listText((rule?.takes ?? []).map((one) => `\`${one}\``));
      add(`settings.${name}.${key}`, `\`${name}\` takes no \`${key}\`; it takes ${known}`);
    }
  }
  return Object.entries<PackRule>(RULES).flatMap(([id, rule]) => {
    if (except.includes(id)) return [];
    try {
      return [{ id, say: rule.say, form: rule.form(settings[id] ?? {}) }];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      add(`settings.${id}`, error.message);
      return [];
    }
  });
}

function checkName(
  name: string,
  path: string,
  add: (path: string, message: string, hint?: string) => void,
): PackRule | undefined {
  if (Object.hasOwn(RULES, name)) return RULES[name as PackRuleName];
  const near = nearestName(name, PACK_RULES);
  const known = listText(PACK_RULES.map((one) => `\`${one}\``));
  add(
    path,
    `the pack has no rule \`${name}\`; it has ${known}`,
    near === undefined ? undefined : `did you mean \`${near}\`?`,
  );
  return undefined;
}

/** The agreement must be the user's last word, and must come after what the agent asked last. */
function confirmForm({ tools = ['*'], agrees }: PackSettings): CompiledForm {
  const reading = {
    agrees: agrees === undefined ? undefined : readAgreement(agrees),
    wayOut: 'in `settings.confirm-before-write.agrees` what agrees in it',
  };
  const asked = compileEvents({ asked: true }, 'strict').alternatives;
  return requiresForm({
    when: compileEvents({ tool: [...tools], effect: 'write' }, 'strict'),
    need: joinTests([agreementTest(true, reading)]),
    since: joinTests([...asked, agreementTest(false, reading)]),
    sinceText: 'the last question or objection',
    oneToOne: false,
    order: 'observed',
    equality: 'strict',
  });
}

function readAgreement(source: string): (text: string) => boolean {
  const compiled = compilePattern(source);
  if (compiled.status === 'problem') throw new UsageError(`\`agrees\` cannot be used: ${compiled.problem}`);
  return compiled.pattern.test;
}
