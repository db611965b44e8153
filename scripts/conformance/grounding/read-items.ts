import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../src/domain/errors.ts';
import type { GroundingEvidence } from '../../../src/scorers/grounding/check/grounding-input.ts';

export type Span = { start: number; end: number; text: string; kind: string };

/** One answer with all of its evidence. */
export type Item = {
  id: string;
  set: string;
  task: string;
  language: string;
  evidence: readonly GroundingEvidence[];
  tools?: readonly string[] | undefined;
  answer: string;
  label: 'faithful' | 'unfaithful';
  spans: readonly Span[];
  mutation?: { kind: string; was?: string; now?: string; note?: string } | undefined;
  /** Id of the answer that a mutation started from, and whose evidence it shares. */
  base?: string | undefined;
  meta: { readonly [key: string]: unknown };
};

type Raw = {
  id: string;
  source_set: string;
  task: string;
  language: string;
  evidence?: readonly (GroundingEvidence & { ref?: string })[];
  evidence_of?: string;
  evidence_patch?: readonly { index: number; content: unknown; is_error?: boolean }[];
  evidence_append?: readonly (GroundingEvidence & { ref?: string })[];
  tools?: readonly string[];
  answer: string;
  label: 'faithful' | 'unfaithful';
  spans?: readonly Span[];
  mutation?: Item['mutation'];
  meta?: { readonly [key: string]: unknown };
};

/** The answers of one file of the shared format, each with the evidence that it shares, patched and completed. */
export function readItems(folder: string, file: string): Item[] {
  const known = new Map<string, Raw>();
  const texts = new Map<string, string>();
  const textOf = (ref: string): string => {
    const text = texts.get(ref) ?? readFileSync(join(folder, ref), 'utf8');
    texts.set(ref, text);
    return text;
  };
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((line, index): Item[] => {
    if (line.trim() === '') return [];
    const raw = parse(line, `${file}:${index + 1}`);
    if (raw === undefined) return [];
    known.set(raw.id, raw);
    const first = raw.evidence_of === undefined ? raw : known.get(raw.evidence_of);
    if (first === undefined)
      throw new UsageError(`${file}:${index + 1}: no earlier line has the id ${raw.evidence_of}`);
    const evidence = (first.evidence ?? []).map((entry) => ({ ...entry }));
    for (const { index: at, ...patch } of raw.evidence_patch ?? []) Object.assign(evidence[at] ?? {}, patch);
    const whole = [...evidence, ...(raw.evidence_append ?? [])].map(({ ref, ...entry }) =>
      ref === undefined ? entry : { ...entry, content: textOf(ref) },
    );
    return [
      {
        id: raw.id,
        set: raw.source_set,
        task: raw.task,
        language: raw.language,
        evidence: whole as readonly GroundingEvidence[],
        tools: raw.tools ?? first.tools,
        answer: raw.answer,
        label: raw.label,
        spans: raw.spans ?? [],
        mutation: raw.mutation,
        base: raw.evidence_of,
        meta: raw.meta ?? {},
      },
    ];
  });
}

/** Files of answers in a folder; `handcheck` files and others without answers are passed over. */
export function itemFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new UsageError(`${folder} does not exist`);
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.startsWith('handcheck'));
  if (files.length === 0) throw new UsageError(`${folder} holds no .jsonl file`);
  return files.sort();
}

function parse(line: string, place: string): Raw | undefined {
  const raw = parsed(line);
  if (raw === undefined) throw new UsageError(`${place}: the line is no JSON`);
  return typeof raw.answer === 'string' ? raw : undefined;
}

function parsed(line: string): Raw | undefined {
  try {
    return JSON.parse(line) as Raw;
  } catch {
    return undefined;
  }
}
