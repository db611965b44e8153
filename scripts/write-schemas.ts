import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rulesSchema } from '../src/cli/score/rules-schema.ts';
import { editorSchemas } from '../src/files/editor-schemas.ts';
import { REPORT_SCHEMA_NAME, reportSchema } from '../src/reporters/report-schema.ts';
import { builtInScorers } from '../src/scorers/built-in-scorers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'schemas');

mkdirSync(folder, { recursive: true });
const schemas = {
  ...editorSchemas(builtInScorers),
  rules: rulesSchema(builtInScorers),
  [REPORT_SCHEMA_NAME]: reportSchema(),
};
for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(join(folder, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
execFileSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', folder]);
