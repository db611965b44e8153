import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import * as rehearsal from '../../src/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Kind = 'value' | 'type' | 'schema';

test('[S3.21] the exports of the package, types included, are those that docs/api.md lists, each of its kind', () => {
  const documented = documentedNames(readFileSync(`${root}/docs/api.md`, 'utf8'));
  const names = documented.map(([name]) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.fromEntries(documented.toSorted(byName))).toEqual(Object.fromEntries(exportedNames().toSorted(byName)));
});

test('[S3.21] what the package gives while running is what the compiler says', () => {
  const values = exportedNames().flatMap(([name, kind]) => (kind === 'type' ? [] : [name]));
  expect(Object.keys(rehearsal).sort()).toEqual(values.sort());
});

/** Lines such as ``- `Agent` (_type_): what is under test`` and ``- `runSession` runs one conversation``. */
function documentedNames(page: string): [name: string, kind: Kind][] {
  const lines = page.split('\n').filter((line) => line.startsWith('- '));
  return lines.map((line) => {
    const { name, kind } = /^- `(?<name>\w+)`(?: \(_(?<kind>type|schema)_\):)? [^ ].*\.$/.exec(line)?.groups ?? {};
    if (name === undefined) throw new Error(`docs/api.md: this line names nothing: ${line}`);
    return [name, (kind ?? 'value') as Kind];
  });
}

/** What `src/index.ts` exports, as the compiler sees it: a schema is both a value and a type. */
function exportedNames(): [name: string, kind: Kind][] {
  const path = `${root}/src/index.ts`;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    if (!ts.isNamedExports(statement.exportClause)) throw new Error('src/index.ts: names are exported one by one');
    return statement.exportClause.elements.map(({ name, isTypeOnly }): [string, Kind] => {
      if (statement.isTypeOnly || isTypeOnly) return [name.text, 'type'];
      return [name.text, isSchema(name.text) ? 'schema' : 'value'];
    });
  });
}

const isSchema = (name: string): boolean => {
  const value: unknown = (rehearsal as Record<string, unknown>)[name];
  return typeof value === 'object' && value !== null && 'safeParse' in value;
};

const byName = ([a]: [string, Kind], [b]: [string, Kind]): number => (a < b ? -1 : 1);
