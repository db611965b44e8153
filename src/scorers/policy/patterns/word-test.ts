import { UsageError } from '../../../domain/errors.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { cutText, valueText } from '../../text/value-text.ts';
import { asksUser } from '../language/asks-user.ts';
import { isForeign, mayBeForeign } from '../language/foreign-words.ts';
import { readReply } from '../language/read-reply.ts';
import type { Moment, TextMoment } from '../monitor/moment.ts';
import type { EventPattern } from '../rules/event-pattern.ts';
import type { Binding } from './bound-values.ts';
import { variableIn } from './compile-shape.ts';
import type { Bound, EventTest, LookUp } from './event-test.ts';
import { saysValue } from './find-value.ts';

type Simple = {
  kind: EventTest['kind'];
  text: string | ((bound: Bound) => string);
  test(moment: Moment): boolean;
  borrowed?: string | undefined;
  doubt?: EventTest['doubt'];
  remark?: EventTest['remark'];
  asLast?: string | undefined;
};

/** Reads a pattern of words, questions, turns and events. Throws `UsageError` for a pattern that cannot be used. */
export function compileWordTest(pattern: EventPattern): EventTest {
  if (pattern.user !== undefined) return compileWords('user', pattern.user);
  if (pattern.said !== undefined) return compileWords('said', pattern.said);
  if (pattern.agreed !== undefined) return agreementTest(pattern.agreed);
  if (pattern.asked !== undefined) return questionTest();
  if (pattern.turnStart !== undefined) {
    return simple({ kind: 'turn', text: 'the beginning of the turn', test: (moment) => moment.kind === 'turn' });
  }
  const { event = '' } = pattern;
  return simple({
    kind: 'event',
    text: `the event \`${event}\``,
    test: (moment) => moment.kind === 'event' && moment.name === event,
  });
}

/** What reads the user's words in place of the built-in reading, or what to write in order to have that. */
type Agreeing = { agrees?: ((text: string) => boolean) | undefined; wayOut?: string };

/** Words of the user that agree, or all others. */
export function agreementTest(agreed: boolean, { agrees, wayOut = '`{ user: "/…/" }`' }: Agreeing = {}): EventTest {
  const read = agrees === undefined ? readAgreement() : (moment: TextMoment) => agrees(moment.text);
  const advice = `only English and Chinese are read; for another language say ${wayOut}`;
  return simple({
    kind: 'user',
    text: agreed ? "the user's plain agreement" : 'words of the user that do not agree',
    asLast: agreed ? undefined : "the user's last words that did not agree",
    test: (moment) => moment.kind === 'user' && read(moment) === agreed,
    doubt: (moment) =>
      moment.kind === 'user' && read(moment) === undefined
        ? `whether the user's words ${valueText(cutText(moment.text, 80))} agree cannot be told: ${advice}`
        : undefined,
    remark: (moment) => (agrees === undefined && moment.kind === 'user' && mayBeForeign(moment) ? advice : undefined),
  });
}

/** What agrees in many languages. */
const SAID_EVERYWHERE = /^[\s\p{P}]*(?:ok|okay|yes(?:,? please)?)[\s\p{P}]*$/iu;

/** Reads the same words once for all who ask in a row; undefined for words of a language that is not read. */
function readAgreement(): (moment: TextMoment) => boolean | undefined {
  let last: { moment: TextMoment; agrees: boolean | undefined } | undefined;
  return (moment) => {
    if (last?.moment === moment) return last.agrees;
    const isUnread = isForeign(moment);
    const agrees = isUnread ? SAID_EVERYWHERE.test(moment.text) : readReply(moment.text, moment) === 'agrees';
    last = { moment, agrees: isUnread && !agrees ? undefined : agrees };
    return last.agrees;
  };
}

function questionTest(): EventTest {
  return simple({
    kind: 'said',
    text: 'a question of the agent',
    asLast: "the agent's last question",
    test: (moment) => moment.kind === 'said' && asksUser(moment.text),
  });
}

function compileWords(kind: 'user' | 'said', words: NonNullable<EventPattern['user']>): EventTest {
  const who = kind === 'user' ? "the user's" : "the agent's";
  if (typeof words === 'object') {
    const borrowed = variableIn(words.contains);
    const wanted = words.contains;
    const nameOf = (bound: Bound): string =>
      borrowed === undefined ? valueText(wanted) : (bound?.get(borrowed) ?? `$${borrowed}`);
    return simple({
      kind,
      borrowed,
      text: (bound) => `${who} words with ${nameOf(bound)}`,
      test: (moment) => moment.kind === kind && (borrowed !== undefined || saysValue(moment.text, wanted)),
    });
  }
  const compiled = compilePattern(words);
  if (compiled.status === 'problem') throw new UsageError(`the pattern cannot be used: ${compiled.problem}`);
  const { pattern } = compiled;
  const shown = /^\/.*\/[a-z]*$/s.test(words) ? words : `/${words}/`;
  return simple({
    kind,
    text: `${who} words matching ${shown}`,
    test: (moment) => moment.kind === kind && pattern.test(moment.text),
  });
}

const NOTHING: Binding = [];

function simple({ kind, text, test, borrowed, doubt = () => undefined, remark, asLast }: Simple): EventTest {
  const match = (moment: Moment): Binding | undefined => (test(moment) ? NOTHING : undefined);
  return {
    kind,
    variables: [],
    borrowed: borrowed === undefined ? [] : [borrowed],
    asksOutcome: false,
    asksEffect: false,
    names: () => false,
    match,
    matchAttempt: match,
    trigger: match,
    doubt,
    asLast,
    ...(remark === undefined ? {} : { remark }),
    holds: (moment: Moment, lookUp: LookUp) => {
      if (borrowed === undefined) return true;
      const value = lookUp(borrowed);
      return value !== undefined && (moment.kind === 'user' || moment.kind === 'said') && saysValue(moment.text, value);
    },
    describe: (bound) => (typeof text === 'string' ? text : text(bound)),
  };
}
