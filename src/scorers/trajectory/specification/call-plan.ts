import type { OrderParts } from '../pairing/order-parts.ts';
import type { Shape } from '../pairing/shape.ts';
import type { CompiledCall } from './expected-call.ts';

/** A place that at most one call fills. */
export type CallSlot = {
  /** What may fill it: one call, or any of several ways. */
  choices: readonly CompiledCall[];
  required: boolean;
  /** Index of its item in `calls`. */
  item: number;
  id?: string | undefined;
  after?: readonly string[] | undefined;
};

/** Expected calls as a tree, before it is known how often a repeated call was made. */
export type PlanNode =
  | { kind: 'slot'; slot: CallSlot }
  | { kind: 'seq' | 'par' | 'together'; nodes: readonly PlanNode[] }
  | { kind: 'ways'; nodes: readonly PlanNode[] }
  | { kind: 'repeat'; node: PlanNode; min: number; max: number };

/** One way to fulfil a plan: its slots, and how they stand to each other. */
export type Layout = {
  slots: readonly CallSlot[];
  shape: Shape;
  /** Slots that wait for others, by slot; with `order: partial`. */
  waits?: ReadonlyMap<number, readonly number[]> | undefined;
  /** The same order, taken apart. */
  order: OrderParts;
  /** All slots are required, plain, and in one row: the usual case. */
  isPlain: boolean;
};

/** What is compared at once: the whole session, one turn, or, with `unit: step`, all messages. */
export type PlanPart = {
  turn?: number | undefined;
  node: PlanNode;
  /** The ways to fulfil it, where they do not depend on the calls that were made. */
  layouts?: readonly Layout[] | undefined;
  /** Repeated calls with a limit: more calls like these are too many, whatever is said of extra calls. */
  limits: readonly CompiledCall[];
};

export type CallOrder = 'sequence' | 'exact' | 'any' | 'partial';
export type ScoreKind = 'pass' | 'recall' | 'precision' | 'f1' | 'credit';

/** A specification of calls, read once and ready to be asked many times. */
export type CallPlan = {
  parts: readonly PlanPart[];
  order: CallOrder;
  unit: 'session' | 'turn' | 'step';
  extra: 'reads' | 'allow' | 'forbid';
  missing: 'forbid' | 'allow';
  foldRetries: boolean;
  score: ScoreKind;
  atLeast: number;
};
