import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../../../src/domain/errors.ts';
import { measureLabelled } from './measure-labelled.ts';
import { measurePairs, type Picks } from './measure-pairs.ts';
import { withMeasures } from './measured-page.ts';
import { type Item, itemFiles, readItems } from './read-items.ts';
import { renderAlarms, renderLabelled, renderMisses, renderPairs, renderSpeed } from './report.ts';

type Write = (text: string) => void;

const HELP = `npm run conformance -- grounding DIR [options]

Measures what checkGrounding finds in a folder of answers in the shared format: changed answers in pairs with what they
were, labelled ones by set. A row of "made wrong" is good when it is high, one of "meaning kept" when it is low.

  --kinds a,b     only these kinds of change
  --language en   only answers in these languages
  --files part    only files whose name holds this
  --sample 5      only every fifth group of answers
  --misses        list what was overlooked
  --alarms        list what was found without reason
  --bases         list what is found in unchanged answers
  --limit 10      so many of each kind are listed
  --write         put the tables into docs/grounding.md; not together with what picks some of the answers

Exit codes: 0 all was measured   2 wrong usage, or a folder that cannot be read
`;
const PAGE = fileURLToPath(new URL('../../../docs/grounding.md', import.meta.url));

type Options = ReturnType<typeof optionsOf>['values'];

/** Resolves to 0 once all was measured, to 2 for a wrong call; what was measured is written, and progress is told apart. */
export async function run(
  args: readonly string[],
  write: Write = (text) => process.stdout.write(text),
  { tell = (text) => process.stderr.write(text), page = PAGE }: { tell?: Write; page?: string } = {},
): Promise<number> {
  const { values, positionals } = optionsOf(args);
  if (values.help) {
    write(HELP);
    return 0;
  }
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0)
    throw new UsageError('one folder is measured: `npm run conformance -- grounding DIR`; `--help` lists the options');
  const sample = countOf(values.sample, '--sample');
  const limit = countOf(values.limit, '--limit');
  const isPicked = values.kinds !== undefined || values.language !== undefined || values.files !== '' || sample > 1;
  if (values.write && isPicked) throw new UsageError('`--write` is for the whole folder: leave out what picks answers');
  const files = itemFiles(folder).filter((name) => name.includes(values.files));
  if (files.length === 0) throw new UsageError(`${folder} holds no .jsonl file whose name holds \`${values.files}\``);
  const tables: string[] = [];
  for (const [index, file] of files.entries()) {
    tell(`${index + 1} of ${files.length}: ${file}\n`);
    const items = sampleOf(readItems(folder, file), sample);
    const { table, lists } = measure(items, { values, limit });
    tables.push(`### ${file}\n\n${table}`);
    write(`\n${file}\n\n${table}${lists}`);
  }
  if (values.write) writeFileSync(page, withMeasures(readFileSync(page, 'utf8'), tables.join('\n')));
  return 0;
}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
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
        sample: { type: 'string', default: '1' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw wrongCall(error);
  }
}

function wrongCall(error: unknown): UsageError {
  return new UsageError(`${(error as Error).message} \`--help\` lists the options.`);
}

function measure(
  items: readonly Item[],
  { values, limit }: { values: Options; limit: number },
): { table: string; lists: string } {
  const { misses, alarms, bases } = values;
  if (items.some(({ mutation }) => mutation !== undefined)) {
    const picks: Picks = { kinds: setOf(values.kinds), languages: setOf(values.language) };
    const measures = measurePairs(items, picks);
    const speed = renderSpeed([...measures.bases, ...measures.pairs.map(({ changed }) => changed)]);
    const lists = [
      ...(misses ? [renderMisses(measures, limit)] : []),
      ...(alarms ? [renderAlarms(measures, limit)] : []),
      ...(bases ? [renderMisses(measures, limit, { isOfBases: true })] : []),
    ];
    return { table: `${renderPairs(measures)}${speed}`, lists: lists.join('') };
  }
  const rows = measureLabelled(items);
  const speed = renderSpeed(rows.flatMap(({ judged }) => judged));
  return {
    table: `${renderLabelled(rows)}${speed}`,
    lists: misses || alarms ? renderLabelled(rows, { limit, misses, alarms }) : '',
  };
}

function countOf(text: string, option: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new UsageError(`\`${option}\` expected a whole number of at least 1, found \`${text}\``);
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
