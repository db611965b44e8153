/**
 * The conversation that every program here plays: six user turns, two tool calls in each, a short JSON result for each
 * call, one closing sentence a turn. Everything follows from the number of the session, so all do the same work.
 */
export const TURNS = 6;

export type PlannedCall = { name: string; args: Record<string, string>; result: Record<string, string | number> };

export function orderOf(session: number, turn: number): string {
  return `A-${1000 + ((session * 7 + turn) % 9000)}`;
}

export function question(session: number, turn: number): string {
  return `Customer ${session}, question ${turn + 1}: where is order ${orderOf(session, turn)}?`;
}

export function callsOf(session: number, turn: number): readonly [PlannedCall, PlannedCall] {
  const order = orderOf(session, turn);
  return [
    { name: 'lookup_order', args: { order_id: order }, result: lookUp(order) },
    { name: 'get_refund_policy', args: { order_id: order, lang: 'en' }, result: policyOf(turn) },
  ];
}

export function lookUp(order: string): Record<string, string | number> {
  return { order_id: order, status: 'delivered', total: '49.90' };
}

export function policyOf(turn: number): Record<string, string | number> {
  return { days: 30 + (turn % 3), fee: 0 };
}

export function answer(session: number, turn: number): string {
  return `Order ${orderOf(session, turn)} was delivered; refunds are open for ${30 + (turn % 3)} days.`;
}

/** Plays `count` sessions after a warm-up, and prints one line of JSON with CPU and wall time, in seconds. */
export async function measure(name: string, playOne: (session: number) => Promise<boolean>): Promise<void> {
  const count = Number(process.env.SESSIONS ?? 2000);
  for (let session = 0; session < Math.min(20, count); session += 1) await playOne(session);
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  for (let session = 0; session < count; session += 1) {
    if (!(await playOne(session))) throw new Error(`${name}: session ${session} did not pass its check`);
  }
  report(name, { count, cpu, begin });
}

export function report(
  name: string,
  { count, cpu, begin }: { count: number; cpu: NodeJS.CpuUsage; begin: bigint },
): void {
  const wall = Number(process.hrtime.bigint() - begin) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ name, count, wall, cpu: (user + system) / 1e6, peakMb })}\n`);
}
