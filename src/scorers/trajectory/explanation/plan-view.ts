import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallPlan, CallSlot, PlanNode } from '../specification/call-plan.ts';
import type { CompiledCall } from '../specification/expected-call.ts';

/** How the expectations of a judgement stand to each other, by their rows. */
export type PlanView = {
  /** Whether the order asks for `row` before `other`. */
  isBefore(row: number, other: number): boolean;
  /** The rows that one message must launch together with this one. */
  companionsOf(row: number): readonly number[];
  /** The rows that this one waits for, with `order: partial`. */
  needsOf(row: number): readonly number[];
  /** The calls of which any will do; one, where nothing else is said. */
  choicesOf(row: number): readonly CompiledCall[];
};

/** The nodes around a slot, from the root, each with the place taken in it. */
type Way = readonly { node: PlanNode; at: number }[];
type Place = { slot: CallSlot; way: Way };

/** Without a plan, expectations stand in the order of the list. */
export function viewPlan(judgement: CallsJudgement<MadeCall>, plan?: CallPlan): PlanView {
  const { expected, order } = judgement;
  const isFree = order === 'any' || order === 'partial';
  const places = plan?.parts.flatMap(({ node }) => placesIn(node, [])) ?? [];
  const placeOf = expected.map((wanted, row) => findPlace(wanted, judgement.items[row], places));
  const rowsOf = (accepts: (place: Place) => boolean): number[] =>
    placeOf.flatMap((place, row) => (place !== undefined && accepts(place) ? [row] : []));
  return {
    isBefore(row, other) {
      if (isFree) return false;
      const [here, there] = [placeOf[row], placeOf[other]];
      return here === undefined || there === undefined ? row < other : standsBefore(here, there, row < other);
    },
    companionsOf(row) {
      const group = placeOf[row]?.way.find(({ node }) => node.kind === 'together')?.node;
      if (group === undefined) return [];
      return rowsOf(({ way }) => way.some(({ node }) => node === group)).filter((other) => other !== row);
    },
    needsOf(row) {
      const after = order === 'partial' ? (placeOf[row]?.slot.after ?? []) : [];
      return after.length === 0 ? [] : rowsOf(({ slot }) => slot.id !== undefined && after.includes(slot.id));
    },
    choicesOf: (row) => placeOf[row]?.slot.choices ?? [expected[row] as CompiledCall],
  };
}

function placesIn(node: PlanNode, way: Way): Place[] {
  if (node.kind === 'slot') return [{ slot: node.slot, way }];
  const parts = node.kind === 'repeat' ? [node.node] : node.nodes;
  return parts.flatMap((part, at) => placesIn(part, [...way, { node, at }]));
}

/** An expectation is one of its slot's choices, or, where none was made, all of them in words. */
function findPlace(wanted: CompiledCall, item: number | undefined, places: readonly Place[]): Place | undefined {
  const here = places.filter(({ slot }) => slot.item === item);
  const isSame = ({ slot }: Place): boolean => slot.choices.includes(wanted);
  return (
    here.find(isSame) ?? here.find(({ slot }) => slot.choices.map(({ text }) => text).join(' or ') === wanted.text)
  );
}

/** By the innermost node that holds both: in a row the places decide, elsewhere nothing does. */
function standsBefore(here: Place, there: Place, isListedBefore: boolean): boolean {
  // Rounds of one repeated call.
  if (here.slot === there.slot) return isListedBefore;
  const depth = here.way.findIndex(({ at }, index) => there.way[index]?.at !== at);
  const [mine, other] = [here.way[depth], there.way[depth]];
  if (mine === undefined || other === undefined) return isListedBefore;
  if (mine.node !== other.node || mine.node.kind === 'seq') return mine.at < other.at;
  return mine.node.kind === 'repeat' && isListedBefore;
}
