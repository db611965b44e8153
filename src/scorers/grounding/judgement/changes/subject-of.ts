import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type RecordNode, recordsOf } from '../../evidence/records.ts';
import { relateToAny } from '../binding.ts';
import { type EvidenceTable, evidenceTables, type TableRecord } from '../tables/evidence-tables.ts';
import { type Reference, referencesIn } from '../tables/references.ts';
import type { Change } from './changes.ts';

/** A stretch of a sentence; positions are those of its text. */
export type Stretch = { start: number; end: number };

/** So many sentences back, a record that was named is still the one that is spoken of. */
const MAX_BACK = 3;

/**
 * Whether the words at a place speak of the record of a change: of the records beside it, the one named last before them
 * in the sentence, else right behind them, else in the lines above. A record that has none beside it is meant unless
 * another one is named.
 */
export function speaksOf(
  change: Change,
  { start, end }: Stretch,
  { answer, sentence, ledger }: { answer: Answer; sentence: AnswerSentence; ledger: EvidenceLedger },
): boolean {
  const nodes = nodesOf(change, ledger);
  const tables = evidenceTables(ledger, answer.seq).filter(
    ({ records }) => records.length > 1 && records.some((record) => isOneOf(record, { nodes, ledger })),
  );
  if (tables.length === 0) return isAlone(change, sentence, ledger);
  return tables.some((table) => {
    const found = referencesIn(sentence, table).filter((other) => other.end <= start || other.start >= end);
    const named = found.findLast((other) => other.end <= start) ?? found[0] ?? namedAbove(table, { answer, sentence });
    return named !== undefined && isOneOf(named.record, { nodes, ledger });
  });
}

function nodesOf({ old, now }: Change, ledger: EvidenceLedger): ReadonlySet<RecordNode> {
  const records = recordsOf(ledger);
  return new Set(
    [old, now].flatMap((entry) => {
      const node = entry.source === 'tool' ? records.of(entry) : undefined;
      return node === undefined ? [] : [node];
    }),
  );
}

function isOneOf(
  { cells }: TableRecord,
  { nodes, ledger }: { nodes: ReadonlySet<RecordNode>; ledger: EvidenceLedger },
): boolean {
  const records = recordsOf(ledger);
  for (const cell of cells.values()) {
    const node = records.of(cell);
    if (node !== undefined && nodes.has(node)) return true;
  }
  return false;
}

/** The record that the lines before name last. */
function namedAbove(
  table: EvidenceTable,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): Reference | undefined {
  for (let back = 1; back <= MAX_BACK; back += 1) {
    const other = answer.sentences[sentence.index - back];
    if (other === undefined || (other.indent >= sentence.indent && sentence.layout === 'bullet' && back > 1))
      return undefined;
    const last = referencesIn(other, table).at(-1);
    if (last !== undefined) return last;
  }
  return undefined;
}

/** No code in the sentence is that of a record elsewhere. */
function isAlone({ now, old }: Change, { anchors }: AnswerSentence, ledger: EvidenceLedger): boolean {
  const codes = anchors.filter(
    ({ key, entries }) => /\d/.test(key) && entries.some(({ source }) => source === 'tool' || source === 'argument'),
  );
  return codes.length === 0 || [now, old].some((entry) => relateToAny(entry, codes, ledger) === 'same_record');
}
