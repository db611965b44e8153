import { type Message, MODE, measurePairs } from './pairs.ts';

type Call = { name: string; given: object };

/** The same work with nothing around it: both sides parsed, names and arguments compared. */
measurePairs('floor', ({ outputs, reference }) => {
  const [made, wanted] = [callsOf(outputs), callsOf(reference)];
  if (MODE === 'superset') return covers(made, wanted);
  if (made.length !== wanted.length) return false;
  return MODE === 'unordered' ? covers(made, wanted) : made.every((call, index) => isSame(call, wanted[index] as Call));
});

function callsOf(messages: readonly Message[]): Call[] {
  const calls: Call[] = [];
  for (const { tool_calls: launched = [] } of messages) {
    for (const { function: called } of launched)
      calls.push({ name: called.name, given: JSON.parse(called.arguments) as object });
  }
  return calls;
}

function covers(made: readonly Call[], wanted: readonly Call[]): boolean {
  const used = new Set<number>();
  return wanted.every((want) => {
    const found = made.findIndex((call, index) => !used.has(index) && isSame(call, want));
    used.add(found);
    return found >= 0;
  });
}

function isSame(one: Call, other: Call): boolean {
  return one.name === other.name && isEqual(one.given, other.given);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => isEqual(Reflect.get(one, key), Reflect.get(other, key)));
}
