import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Bench } from 'tinybench';

/** A file in `scripts/benchmarks` exports this function and adds its tasks to the bench. */
interface Benchmark {
  addTasks(bench: Bench): void | Promise<void>;
}

const folder = fileURLToPath(new URL('./benchmarks', import.meta.url));
const wanted = process.argv.slice(2);
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
const chosen = names.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word))).sort();

if (chosen.length === 0) {
  console.error(`No benchmark in scripts/benchmarks${wanted.length > 0 ? ` matches ${wanted.join(', ')}` : ''}.`);
  process.exitCode = 2;
}
for (const name of chosen) {
  const { addTasks } = (await import(pathToFileURL(join(folder, name)).href)) as Benchmark;
  const bench = new Bench({ name, throws: true });
  await addTasks(bench);
  await bench.run();
  console.log(`\n${name}`);
  console.table(bench.table());
}
