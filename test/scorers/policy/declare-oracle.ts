/**
 * The templates of DECLARE on finite traces, evaluated straight from their LTLf formulas (De Giacomo and Vardi 2013): slow,
 * and with nothing in common with the monitor that it is held against.
 */
type Formula = (trace: readonly string[], at: number) => boolean;

const is =
  (name: string): Formula =>
  (trace, at) =>
    trace[at] === name;
const not =
  (f: Formula): Formula =>
  (trace, at) =>
    !f(trace, at);
const and =
  (...fs: readonly Formula[]): Formula =>
  (trace, at) =>
    fs.every((f) => f(trace, at));
const or =
  (...fs: readonly Formula[]): Formula =>
  (trace, at) =>
    fs.some((f) => f(trace, at));
const implies = (f: Formula, g: Formula): Formula => or(not(f), g);
const next =
  (f: Formula): Formula =>
  (trace, at) =>
    at + 1 < trace.length && f(trace, at + 1);
const until =
  (f: Formula, g: Formula): Formula =>
  (trace, at) => {
    for (let here = at; here < trace.length; here += 1) {
      if (g(trace, here)) return true;
      if (!f(trace, here)) return false;
    }
    return false;
  };
const eventually = (f: Formula): Formula => until(() => true, f);
const always = (f: Formula): Formula => not(eventually(not(f)));
const weakUntil = (f: Formula, g: Formula): Formula => or(until(f, g), always(f));
const last: Formula = (trace, at) => at === trace.length - 1;

function atLeast(n: number, f: Formula): Formula {
  return n === 0 ? () => true : eventually(and(f, n === 1 ? () => true : next(atLeast(n - 1, f))));
}

/** By template; `n` is the number that some of them take. */
export const ORACLE: Readonly<Record<string, (a: Formula, b: Formula, n: number) => Formula>> = {
  existence: (a, _b, n) => atLeast(n, a),
  absence: (a, _b, n) => not(atLeast(n, a)),
  exactly: (a, _b, n) => and(atLeast(n, a), not(atLeast(n + 1, a))),
  init: (a) => a,
  end: (a) => eventually(and(last, a)),
  'responded-existence': (a, b) => implies(eventually(a), eventually(b)),
  'co-existence': (a, b) => and(implies(eventually(a), eventually(b)), implies(eventually(b), eventually(a))),
  response,
  precedence,
  succession: (a, b) => and(response(a, b), precedence(a, b)),
  'alternate-response': alternateResponse,
  'alternate-precedence': alternatePrecedence,
  'alternate-succession': (a, b) => and(alternateResponse(a, b), alternatePrecedence(a, b)),
  'chain-response': chainResponse,
  'chain-precedence': chainPrecedence,
  'chain-succession': (a, b) => and(chainResponse(a, b), chainPrecedence(a, b)),
  'not-co-existence': (a, b) => not(and(eventually(a), eventually(b))),
  'not-responded-existence': (a, b) => implies(eventually(a), not(eventually(b))),
  'not-succession': notResponse,
  'not-response': notResponse,
  'not-precedence': notResponse,
  'not-chain-succession': notChainResponse,
  'not-chain-response': notChainResponse,
  'not-chain-precedence': notChainResponse,
  choice: (a, b) => or(eventually(a), eventually(b)),
  'exclusive-choice': (a, b) => and(or(eventually(a), eventually(b)), not(and(eventually(a), eventually(b)))),
};

/** What the formula of a template says of a trace of names. */
export function oracle(template: string, { n, trace }: { n: number; trace: readonly string[] }): boolean {
  const build = ORACLE[template];
  if (build === undefined) throw new Error(`no template ${template}`);
  return build(is('a'), is('b'), n)(trace, 0);
}

function response(a: Formula, b: Formula): Formula {
  return always(implies(a, eventually(b)));
}

function precedence(a: Formula, b: Formula): Formula {
  return weakUntil(not(b), a);
}

function alternateResponse(a: Formula, b: Formula): Formula {
  return always(implies(a, next(until(not(a), b))));
}

/** After each `b`, the next one waits for another `a`. */
function alternatePrecedence(a: Formula, b: Formula): Formula {
  return and(precedence(a, b), always(implies(b, or(last, next(precedence(a, b))))));
}

function chainResponse(a: Formula, b: Formula): Formula {
  return always(implies(a, next(b)));
}

function chainPrecedence(a: Formula, b: Formula): Formula {
  return and(not(b), always(implies(next(b), a)));
}

function notResponse(a: Formula, b: Formula): Formula {
  return always(implies(a, not(eventually(b))));
}

function notChainResponse(a: Formula, b: Formula): Formula {
  return always(implies(a, not(next(b))));
}
