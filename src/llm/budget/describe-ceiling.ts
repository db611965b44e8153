import type { Budget, Budgets, Prices } from '../../domain/authoring/budgets.ts';
import type { Limits } from '../../domain/authoring/limits.ts';
import type { ChatRole } from '../../domain/contracts/chat-model.ts';
import { formatCount, formatDurationMs, formatUsd } from '../../domain/values/quantities.ts';

/** What one session may ask of models. */
export type PlannedModels = {
  limits: Pick<Limits, 'maxTurns' | 'maxSteps' | 'maxTokens' | 'maxCostUsd'>;
  /** The models by name, for each role that asks one. `unknown`: code of the author's own, which may ask anything. */
  models: { agent?: string | undefined; user?: string | undefined; judge?: string | undefined };
  /** Requests of all judges of the session; Infinity where nobody can say. Default: 0. */
  judgeCalls?: number | undefined;
};

export type CeilingOptions = { sessions: readonly PlannedModels[]; budgets?: Budgets; prices?: Prices };

const ROLES: readonly ChatRole[] = ['agent', 'user', 'judge'];
/** A persona's message may be asked for twice: a reply that breaks the rules gets one more try. */
const USER_CALLS_A_TURN = 2;

/**
 * The most that a run may ask, spend and cost, as lines for people. Pure: nothing is asked. Limits are checked before a
 * request, so each may be passed by the one that was under way.
 */
export function describeCeiling({ sessions, budgets = {}, prices = {} }: CeilingOptions): string[] {
  const asked = ROLES.filter((role) => sessions.some(({ models }) => models[role] !== undefined));
  const head = `${count(sessions.length, 'session')}, ${asked.length === 0 ? 'no model is asked' : 'at most:'}`;
  const wallMs = budgets.run?.maxWallMs;
  const wall = wallMs === undefined ? [] : [`  after ${formatDurationMs(wallMs)} no more requests of agents and users`];
  const unpriced = unpricedModels({ sessions, budgets, prices });
  if (asked.length === 0) return [head];
  const ceilings = asked.map((role) => ceilingOf(role, { sessions, budgets, prices }));
  const isBounded = ceilings.every(({ tokens, costUsd }) => Math.min(tokens, costUsd) < Number.POSITIVE_INFINITY);
  return [
    head,
    ...describeShared(budgets.run ?? {}),
    ...ceilings.map(describeRole),
    ...wall,
    ...unpriced,
    ...(isBounded ? [] : ['  Nothing limits what is UNBOUNDED: set `budgets` in the config']),
  ];
}

type Ceiling = { role: ChatRole; models: string[]; calls: number; tokens: number; costUsd: number };

function ceilingOf(role: ChatRole, { sessions, budgets, prices }: Required<CeilingOptions>): Ceiling {
  const own = sessions.filter(({ models }) => models[role] !== undefined);
  const models = [...new Set(own.map((session) => session.models[role] ?? ''))].sort();
  // A session's own limits hold for agent and user; judges have none there.
  const limits: Budget[] = [budgets[role] ?? {}, ...(role === 'judge' ? [] : [budgets.run ?? {}, sumOfLimits(own)])];
  const calls = least([sum(own.map((session) => callsOf(role, session))), ...limits.map(({ maxCalls }) => maxCalls)]);
  const tokens = least(limits.map(({ maxTokens }) => maxTokens));
  const dearest = Math.max(...models.map((model) => dearestToken(model, prices)));
  const bought = Number.isFinite(tokens) ? tokens * dearest : Number.POSITIVE_INFINITY;
  const costUsd = least([bought, ...limits.map(({ maxCostUsd }) => maxCostUsd)]);
  return { role, models, calls, tokens, costUsd };
}

function callsOf(role: ChatRole, { limits, models, judgeCalls = 0 }: PlannedModels): number {
  if (models[role] === 'unknown') return Number.POSITIVE_INFINITY;
  if (role === 'judge') return judgeCalls;
  return limits.maxTurns * (role === 'agent' ? limits.maxSteps : USER_CALLS_A_TURN);
}

function sumOfLimits(sessions: readonly PlannedModels[]): Budget {
  const total = (key: 'maxTokens' | 'maxCostUsd'): number =>
    sum(sessions.map(({ limits }) => limits[key] ?? Number.POSITIVE_INFINITY));
  return { maxTokens: total('maxTokens'), maxCostUsd: total('maxCostUsd') };
}

function dearestToken(model: string, prices: Prices): number {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  return price === undefined ? Number.POSITIVE_INFINITY : Math.max(price.inputUsd, price.outputUsd) / 1_000_000;
}

/** What agent and user share is no sum of what each may take. */
function describeShared({ maxCalls, maxTokens, maxCostUsd }: Budget): string[] {
  const parts = [
    ...(maxCalls === undefined ? [] : [count(maxCalls, 'call')]),
    ...(maxTokens === undefined ? [] : [count(maxTokens, 'token')]),
    ...(maxCostUsd === undefined ? [] : [formatUsd(maxCostUsd)]),
  ];
  return parts.length === 0 ? [] : [`  run    ${parts.join(', ')}  (agent and user together)`];
}

function describeRole({ role, models, calls, tokens, costUsd }: Ceiling): string {
  const names = models.map((model) => (model === 'unknown' ? 'unknown models' : `\`${model}\``));
  const parts = [
    bounded(calls, (value) => count(value, 'call')) ?? 'UNBOUNDED calls',
    bounded(tokens, (value) => count(value, 'token')) ?? 'UNBOUNDED tokens',
    bounded(costUsd, formatUsd) ?? 'UNBOUNDED cost',
  ];
  return `  ${role.padEnd(5)}  ${parts.join(', ')}  (${names.join(', ')})`;
}

/** A limit in dollars needs a price for every model, or its requests are refused. */
function unpricedModels({ sessions, budgets, prices }: Required<CeilingOptions>): string[] {
  const limited = ROLES.flatMap((role) => {
    const own = sessions.filter(({ models }) => models[role] !== undefined && models[role] !== 'unknown');
    const hasLimit = (limits: PlannedModels['limits']): boolean =>
      budgets[role]?.maxCostUsd !== undefined ||
      (role !== 'judge' && (budgets.run?.maxCostUsd !== undefined || limits.maxCostUsd !== undefined));
    return own.filter(({ limits }) => hasLimit(limits)).map(({ models }) => models[role] ?? '');
  });
  const missing = [...new Set(limited)].filter((model) => !Object.hasOwn(prices, model)).sort();
  return missing.map((model) => `  \`${model}\` has no price: its requests would be refused. Add it to \`prices\``);
}

function bounded(value: number, write: (value: number) => string): string | undefined {
  return Number.isFinite(value) ? write(value) : undefined;
}

function count(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function least(values: readonly (number | undefined)[]): number {
  return Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY));
}
