import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of the running package, whether it runs from its sources or as built. */
export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"name": "rehearsal"')) return folder;
    if (dirname(folder) === folder) throw new Error('the package does not find its own folder');
  }
}

/** The module that `rehearsal` names: this very package, so that a config shares its classes and schemas. */
export function packageEntry(): string {
  const isSource = fileURLToPath(import.meta.url).endsWith('.ts');
  return pathToFileURL(join(packageRoot(), isSource ? 'src/index.ts' : 'dist/index.js')).href;
}
