import type { ToolDescription, ToolOutcome } from '../../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import type { Known, KnownCall, KnownText } from '../evidence/known.ts';
import type { ReadGroundingInput } from './grounding-input.ts';

type Item = ReadGroundingInput['evidence'][number];

/** Where evidence handed over as a list stands among events: item 0 is event 1, and the answer comes after the last. */
export const seqOfItem = (index: number): number => index + 1;

/** What a list of evidence told the agent. */
export function knownFromEvidence({
  evidence,
  tools,
  policy = [],
  clock,
}: ReadGroundingInput): Known & { turn: number } {
  const rules = typeof policy === 'string' ? [policy] : policy;
  const texts: KnownText[] = rules.map((text) => ({ source: 'policy', text, turn: 0, seq: 0, visibleFrom: -1 }));
  const calls: KnownCall[] = [];
  let turn = 0;
  let users = 0;
  for (const [index, item] of evidence.entries()) {
    const seq = seqOfItem(index);
    if (item.kind === 'user') users += 1;
    turn = item.turn ?? Math.max(turn, users - 1);
    if (item.kind === 'tool_result') calls.push(callOf(item, { index: calls.length, turn, seq }));
    else if (item.kind !== 'assistant') texts.push(textOf(item, { turn, seq }));
  }
  return { now: clock, tools: tools?.map(toolOf) ?? 'unknown', texts, calls, turn };
}

function textOf({ kind, content }: Item, { turn, seq }: { turn: number; seq: number }): KnownText {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (kind === 'system') return { source: 'policy', text, turn: 0, seq, visibleFrom: -1 };
  return { source: kind === 'user' ? 'user' : 'document', text, turn, seq, visibleFrom: seq };
}

function callOf(item: Item, { index, turn, seq }: { index: number; turn: number; seq: number }): KnownCall {
  const outcome: ToolOutcome =
    item.is_error === true
      ? { status: 'error', kind: 'tool_error', message: messageOf(item.content) }
      : { status: 'ok', content: item.content };
  const callId = item.call_id ?? `item-${index}`;
  return {
    index,
    name: item.name ?? '',
    ...(item.args === undefined ? {} : { arguments: item.args }),
    turn,
    seq,
    resultSeq: seq,
    seenAt: seq,
    effect: 'unknown',
    result: { callId, outcome, completed: 0 },
  };
}

function messageOf(content: JsonValue): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function toolOf(tool: NonNullable<ReadGroundingInput['tools']>[number]): ToolDescription {
  if (typeof tool === 'string') return { name: tool, description: '', parameters: {}, effect: 'unknown' };
  const { name, description = '', parameters = {}, effect = 'unknown' } = tool;
  return { name, description, parameters, effect };
}
