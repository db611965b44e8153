import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { forJson } from '../../domain/display/json.ts';
import type { GateOutcome } from '../../domain/verdicts/run-result.ts';
import { redactRecord } from '../../store/redact-record.ts';
import type { ConversationName, FailureGroup } from './failure-groups.ts';
import type { ScoreTotals } from './score-totals.ts';
import type { ScoredConversation } from './scored-conversation.ts';

/** Version of the report's format. */
const VERSION = 1;

/** Writes the report as one JSON document, a conversation at a time, in the order of the logs; totals come last. */
export type ScoreJson = {
  add(conversation: ScoredConversation): void;
  end(totals: ScoreTotals, gate: GateOutcome, notes: readonly string[]): void;
};

export function scoreJson(write: (text: string) => void, redactor: SecretRedactor): ScoreJson {
  let separator = `{"version":${VERSION},"conversations":[\n`;
  return {
    add(conversation) {
      write(`${separator}${forJson(redactRecord(entryOf(conversation), redactor))}`);
      separator = ',\n';
    },
    end(totals, gate, notes) {
      const { checks, groups, ungrouped, problems, formats, grounding, conversations, passed, failed, invalid } =
        totals;
      const rest = {
        totals: { conversations, passed, failed, invalid },
        checks: checks.map((check) => ({ ...check, codes: Object.fromEntries(check.codes) })),
        groups: groups.map(groupOf),
        ungrouped,
        problems,
        formats,
        grounding,
        gate,
        notes,
      };
      const tail = forJson(redactRecord(rest, redactor)).slice(1);
      write(`${separator.startsWith('{') ? separator : '\n'}],${tail}\n`);
    },
  };
}

function groupOf({ verdict, conversations, reasons, example, others }: FailureGroup): object {
  const entry = ({ name, place }: ConversationName): object => ({ id: name, ...place });
  return { verdict, conversations, reasons, example: entry(example), others: others.map(entry) };
}

function entryOf(conversation: ScoredConversation): object {
  const { name, place, format, problems } = conversation;
  const head = { id: name, ...place, ...(format === undefined ? {} : { format }) };
  if (conversation.status === 'unreadable') {
    return { ...head, verdict: 'invalid', reason: conversation.reason, scores: [], problems };
  }
  const { verdict, reason, endReason, turns, failure, scores } = conversation.result;
  return {
    ...head,
    verdict,
    reason,
    endReason,
    turns,
    ...(failure === undefined ? {} : { failure }),
    scores,
    problems,
  };
}
