import { UsageError } from '../../../domain/errors.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { valueText } from '../../text/value-text.ts';
import { asksUser } from '../language/asks-user.ts';
import { readReply } from '../language/read-reply.ts';
import type { Moment } from '../monitor/moment.ts';
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

/** Words of the user that agree, or all others. `agrees` stands in for the built-in reading. */
export function agreementTest(agreed: boolean, agrees = saysYes): EventTest {
  return simple({
    kind: 'user',
    text: agreed ? "the user's plain agreement" : "the user's last words, which did not agree",
    test: (moment) => moment.kind === 'user' && agrees(moment.text) === agreed,
  });
}

function saysYes(text: string): boolean {
  return readReply(text) === 'agrees';
}

function questionTest(): EventTest {
  return simple({
    kind: 'said',
    text: "the agent's last question",
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

function simple({ kind, text, test, borrowed }: Simple): EventTest {
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
    holds: (moment: Moment, lookUp: LookUp) => {
      if (borrowed === undefined) return true;
      const value = lookUp(borrowed);
      return value !== undefined && (moment.kind === 'user' || moment.kind === 'said') && saysValue(moment.text, value);
    },
    describe: (bound) => (typeof text === 'string' ? text : text(bound)),
  };
}
