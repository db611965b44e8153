import { dateOf, daysOf, employeesOf, type Intent, intentOf, languageOf, numbersOf } from './words.ts';

/** One thing that the user wants, with what they have said for it. */
export type Wish =
  | { kind: 'balance'; employee: string | undefined }
  | { kind: 'multiply'; a: number | undefined; b: number | undefined }
  | { kind: 'request_leave'; employee: string | undefined; days: number | undefined; start: string | undefined }
  | { kind: 'cancel_leave'; request: string | undefined }
  | { kind: 'introduce' | 'not_offered' | 'thanks' | 'greeting' | 'dropped' | 'unclear' };

/** What the talk so far has come to. It is built anew from the messages each time, so nothing is kept between requests. */
export type Talk = {
  wishes: readonly Wish[];
  employee: string | undefined;
  request: string | undefined;
  language: 'zh' | 'en';
};

const NO_TALK: Talk = { wishes: [], employee: undefined, request: undefined, language: 'zh' };
const BETWEEN_CLAUSES = /[,，;；。.!！?？\n](?!\d)|另外|还有(?![几多])|然后|顺便|并且|以及|\band\b|\balso\b/i;

/** Reads everything the user has said, oldest first. `year` completes dates that have none. */
export function understand(said: readonly string[], year: string): Talk {
  return said.reduce((talk, message) => hear(message.normalize('NFKC'), talk, year), NO_TALK);
}

function hear(text: string, before: Talk, year: string): Talk {
  const named = employeesOf(text);
  const employee = named.at(-1) ?? before.employee;
  const request = /L-\d+/i.exec(text)?.[0].toUpperCase() ?? before.request;
  const talk = { employee, request, language: languageOf(text) ?? before.language };
  if (text.trim() === '') return { ...talk, wishes: [{ kind: 'greeting' }] };
  if (/算了|不用了|不请了|never ?mind|forget it/i.test(text)) return { ...talk, wishes: [{ kind: 'dropped' }] };
  const wishes = [...wishesOf(text, { ...talk, wishes: before.wishes }, year)];
  if (wishes.length > 0) return { ...talk, wishes };
  const continued = continueTalk(text, { ...talk, wishes: before.wishes }, year);
  if (continued.length > 0) return { ...talk, wishes: continued };
  if (/谢谢|感谢|再见|好的|明白|thank|bye/i.test(text)) return { ...talk, wishes: [{ kind: 'thanks' }] };
  return { ...talk, wishes: [{ kind: /你好|您好|hello|\bhi\b/i.test(text) ? 'greeting' : 'unclear' }] };
}

/** Clause by clause; a clause that only names employees belongs to the wish before it. */
function wishesOf(text: string, talk: Talk, year: string): Wish[] {
  const allowed = new Set(employeesOf(text));
  const found: { intent: Intent; text: string; employees: string[] }[] = [];
  let unclaimed: string[] = [];
  for (const clause of text.split(BETWEEN_CLAUSES)) {
    const intent = intentOf(clause);
    const employees = employeesOf(clause).filter((id) => allowed.has(id));
    const last = found.at(-1);
    if (intent !== undefined && intent !== last?.intent) {
      found.push({ intent, text: clause, employees: employees.length > 0 ? employees : unclaimed });
      unclaimed = [];
    } else if (last !== undefined) {
      last.employees.push(...employees);
      last.text += ` ${clause}`;
    } else {
      unclaimed.push(...employees);
    }
  }
  const leave = found.some(({ intent }) => intent === 'request_leave');
  return found
    .filter(({ intent }) => !(leave && intent === 'balance'))
    .flatMap(({ intent, text: words, employees }) =>
      wishOf(intent, { words: leave ? text : words, employees, talk, year }),
    );
}

function wishOf(
  intent: Intent,
  { words, employees, talk, year }: { words: string; employees: readonly string[]; talk: Talk; year: string },
): Wish[] {
  const people = employees.length > 0 ? [...new Set(employees)] : [talk.employee];
  switch (intent) {
    case 'balance':
      return people.map((employee) => ({ kind: 'balance', employee }));
    case 'multiply': {
      const [a, b] = numbersOf(words);
      return [{ kind: 'multiply', a, b }];
    }
    case 'request_leave':
      return [{ kind: 'request_leave', employee: people[0], days: daysOf(words), start: dateOf(words, year) }];
    case 'cancel_leave':
      return [{ kind: 'cancel_leave', request: talk.request }];
    case 'introduce':
    case 'not_offered':
      return [{ kind: intent }];
  }
}

/** "那 E003 呢？" asks the last question of somebody else; a bare number or date answers a question of the desk. */
function continueTalk(text: string, talk: Talk, year: string): Wish[] {
  const last = talk.wishes.at(-1);
  const named = employeesOf(text);
  if (last?.kind === 'request_leave') {
    const days = daysOf(text) ?? (dateOf(text, year) === undefined ? numbersOf(text)[0] : undefined);
    const start = dateOf(text, year);
    if (named.length === 0 && days === undefined && start === undefined) return [];
    return [{ ...last, employee: named[0] ?? last.employee, days: days ?? last.days, start: start ?? last.start }];
  }
  if (last?.kind === 'multiply' && named.length === 0) {
    const [first, second] = numbersOf(text);
    if (first === undefined) return [];
    return [
      second === undefined
        ? { kind: 'multiply', a: last.a ?? first, b: first }
        : { kind: 'multiply', a: first, b: second },
    ];
  }
  return named.map((employee) => ({ kind: 'balance', employee }));
}
