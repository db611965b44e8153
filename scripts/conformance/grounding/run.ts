import { parseArgs } from 'node:util';
import { UsageError } from '../../../src/domain/errors.ts';
import { measureLabelled } from './measure-labelled.ts';
import { measurePairs } from './measure-pairs.ts';
import { type Item, itemFiles, readItems } from './read-items.ts';
import { renderAlarms, renderLabelled, renderMisses, renderPairs, renderSpeed } from './report.ts';

type Write = (text: string) => void;

/**
 * Measures what `checkGrounding` finds in a folder of answers in the shared format: changed answers in pairs with what they
 * were, labelled ones by set. `--kinds a,b` and `--language en` keep some; `--files part` only files whose name holds it;
 * `--misses` and `--alarms` list what was overlooked and what was found without reason, `--bases` what is found in
 * unchanged answers; `--limit` says how many of each kind; `--sample 5` takes every fifth group; `--combiner` asks the learned model about labelled answers. Resolves to 0 once all was measured, to 2 for a wrong call.
 */
export async function run(
  args: readonly string[],
  write: Write = (text) => process.stdout.write(text),
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kinds: { type: 'string' },
      language: { type: 'string' },
      files: { type: 'string', default: '' },
      misses: { type: 'boolean', default: false },
      alarms: { type: 'boolean', default: false },
      bases: { type: 'boolean', default: false },
      limit: { type: 'string', default: '10' },
      combiner: { type: 'boolean', default: false },
      sample: { type: 'string', default: '1' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new UsageError('which folder? `npm run conformance -- grounding DIR`');
  const limit = Number(values.limit);
  const picks = { kinds: setOf(values.kinds), languages: setOf(values.language) };
  for (const file of itemFiles(folder).filter((name) => name.includes(values.files))) {
    const items = sampleOf(readItems(folder, file), Number(values.sample));
    write(`\n${file}\n\n`);
    if (items.some(({ mutation }) => mutation !== undefined)) {
      const measures = measurePairs(items, picks);
      write(renderPairs(measures));
      write(renderSpeed([...measures.bases, ...measures.pairs.map(({ changed }) => changed)]));
      if (values.misses) write(renderMisses(measures, limit));
      if (values.alarms) write(renderAlarms(measures, limit));
      if (values.bases) write(renderMisses(measures, limit, { isOfBases: true }));
    } else {
      const rows = measureLabelled(items, { combiner: values.combiner });
      write(renderLabelled(rows));
      write(renderSpeed(rows.flatMap(({ judged }) => judged)));
      if (values.misses || values.alarms)
        write(renderLabelled(rows, { limit, misses: values.misses, alarms: values.alarms }));
    }
  }
  return 0;
}

function setOf(text: string | undefined): ReadonlySet<string> | undefined {
  return text === undefined ? undefined : new Set(text.split(','));
}

/** Every so manieth group: an answer with all that was made of it. */
function sampleOf(items: readonly Item[], every: number): Item[] {
  const groups = new Map<string, number>();
  return items.filter(({ id, base = id }) => {
    const place = groups.get(base) ?? groups.size;
    groups.set(base, place);
    return place % every === 0;
  });
}
