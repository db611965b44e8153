import type { LedgerEntry } from './ledger-entry.ts';
import { wordsOf } from './words.ts';

/** A few sentences of a text, or the fields of one record as `key value`: what is looked at as one. */
export type Chunk = {
  /** Where it comes from: the entry of the text, or the first field of the record. */
  entry: LedgerEntry;
  /** Part of the text of the entry; 0 and 0 for a record. */
  start: number;
  end: number;
  text: string;
  /** Stems in their order. */
  words: readonly string[];
  /** In answers after this event. */
  visibleFrom: number;
};

export type ChunkIndex = {
  chunks: readonly Chunk[];
  /** How rare a word is among the chunks: ln(1 + chunks / chunks that hold it). */
  weightOf(word: string): number;
  /** The chunks that share most weight with some words and were known before event `seq`, best first. */
  best(words: ReadonlySet<string>, options: { seq: number; limit: number }): readonly Chunk[];
};

/** Sentences that are read as one, each of which begins a chunk. */
const WINDOW = 3;
const MAX_CHUNKS = 4000;
const SENTENCE = /[^.!?。！？；\n]+(?:[.!?。！？；]+|\n|$)/g;

/** Reads every entry once, when first asked. What the user said, what tools are called and the clock are no chunks. */
export function chunkIndexOf(entries: readonly LedgerEntry[]): () => ChunkIndex {
  let known: ChunkIndex | undefined;
  return () => {
    known ??= indexOf(chunksOf(entries));
    return known;
  };
}

function chunksOf(entries: readonly LedgerEntry[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  const records = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    if (chunks.length > MAX_CHUNKS) break;
    const { source, text } = entry;
    if (source === 'user' || source === 'registry' || source === 'clock') continue;
    if (entry.leaf === 'text' || text.length > 120) chunks.push(...windowsOf(entry));
    else {
      const key = `${entry.call}:${entry.path.slice(0, -1).join('/')}`;
      const record = records.get(key);
      if (record) record.push(entry);
      else records.set(key, [entry]);
    }
  }
  for (const fields of records.values()) if (chunks.length <= MAX_CHUNKS) chunks.push(recordChunk(fields));
  return chunks;
}

function windowsOf(entry: LedgerEntry): readonly Chunk[] {
  const sentences = [...entry.text.matchAll(SENTENCE)].filter(([text]) => /\p{L}|\d/u.test(text));
  return sentences.map((first, index): Chunk => {
    const last = sentences[Math.min(index + WINDOW, sentences.length) - 1] ?? first;
    const end = last.index + last[0].length;
    return chunkOf(entry, { start: first.index, end, text: entry.text.slice(first.index, end) });
  });
}

function recordChunk(fields: readonly LedgerEntry[]): Chunk {
  const [first] = fields as readonly [LedgerEntry, ...LedgerEntry[]];
  const text = fields.map(({ key, text: value }) => `${key.replace(/[_-]/g, ' ')} ${value}`).join('; ');
  return chunkOf(first, { start: 0, end: 0, text });
}

function chunkOf(entry: LedgerEntry, { start, end, text }: Pick<Chunk, 'start' | 'end' | 'text'>): Chunk {
  return { entry, start, end, text, words: wordsOf(text), visibleFrom: entry.visibleFrom };
}

function indexOf(chunks: readonly Chunk[]): ChunkIndex {
  const holders = new Map<string, number[]>();
  for (const [at, { words }] of chunks.entries()) {
    for (const word of new Set(words)) {
      const list = holders.get(word);
      if (list) list.push(at);
      else holders.set(word, [at]);
    }
  }
  const weightOf = (word: string): number => Math.log(1 + chunks.length / (holders.get(word)?.length ?? 0.5));
  return {
    chunks,
    weightOf,
    best: (words, { seq, limit }) => {
      const scores = new Map<number, number>();
      for (const word of words) {
        const weight = weightOf(word);
        for (const at of holders.get(word) ?? []) scores.set(at, (scores.get(at) ?? 0) + weight);
      }
      return [...scores]
        .filter(([at]) => (chunks[at] as Chunk).visibleFrom < seq)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, limit)
        .map(([at]) => chunks[at] as Chunk);
    },
  };
}
