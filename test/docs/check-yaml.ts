import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMap, LineCounter, parseDocument } from 'yaml';
import type { FencedBlock } from './fenced-blocks.ts';

/** The part of a zod schema that is needed here. */
export interface FileSchema {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
  };
}

/** What a file may be, by the name of its schema among the public names. */
export type FileSchemas = Readonly<Partial<Record<'Scenario' | 'Persona', FileSchema>>>;

/** The schemas among the public names; none as long as there are no public names. */
export async function loadFileSchemas(root: string): Promise<FileSchemas> {
  const path = join(root, 'src/index.ts');
  if (!existsSync(path)) return {};
  const { Scenario, Persona } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as FileSchemas;
  return { ...(Scenario && { Scenario }), ...(Persona && { Persona }) };
}

/** Parses every `yaml` block, and validates those that look like a whole scenario or persona. */
export function checkYaml(blocks: readonly FencedBlock[], schemas: FileSchemas): string[] {
  return blocks
    .filter(({ language }) => ['yaml', 'yml'].includes(language))
    .flatMap((block) => checkBlock(block, schemas));
}

function checkBlock(block: FencedBlock, schemas: FileSchemas): string[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(block.text, { lineCounter, prettyErrors: false });
  const problems = document.errors.map(({ pos, message }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    return `${block.path}:${block.line + line - 1}:${col}: ${message}`;
  });
  if (problems.length > 0 || block.marks.includes('fragment') || !isMap(document.contents)) return problems;
  const value: unknown = document.toJS();
  const kind = kindOf(value as object);
  const issues = kind ? (schemas[kind]?.safeParse(value).error?.issues ?? []) : [];
  return issues.map(
    ({ path, message }) => `${block.path}:${block.line}: ${kind} ${path.map(String).join('.')}: ${message}`,
  );
}

/** A whole scenario has a goal or says who talks and what is expected; a whole persona has a name and no goal. */
export function kindOf(value: object): 'Scenario' | 'Persona' | undefined {
  if ('goal' in value || ('user' in value && 'expect' in value)) return 'Scenario';
  return 'name' in value && ('description' in value || 'traits' in value || 'style' in value) ? 'Persona' : undefined;
}
