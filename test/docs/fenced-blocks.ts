import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced code block of a page. */
export interface FencedBlock {
  /** The page, below the root: `docs/scorers.md`. */
  path: string;
  /** Line of the page that holds the first line of the block's text, from 1. */
  line: number;
  /** First word after the fence, such as `yaml`; empty when there is none. */
  language: string;
  /** Further words after the fence. `fragment`: a part of a file, which does not stand for itself. */
  marks: readonly string[];
  text: string;
  /** The nearest heading above, without its hashes. */
  heading: string;
}

/** README.md and the pages of docs, those that exist, below the root. */
export function pagesIn(root: string): string[] {
  const docs = existsSync(join(root, 'docs'))
    ? readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    : [];
  const pages = ['README.md', ...docs.sort().map((name) => `docs/${name.replaceAll('\\', '/')}`)];
  return pages.filter((page) => page.endsWith('.md') && existsSync(join(root, page)));
}

export function fencedBlocksIn(root: string, pages: readonly string[] = pagesIn(root)): FencedBlock[] {
  return pages.flatMap((path) => readFencedBlocks(path, readFileSync(join(root, path), 'utf8')));
}

/** A fence closes at a line of as many of the same marks; one that never closes is an error. */
export function readFencedBlocks(path: string, markdown: string): FencedBlock[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: FencedBlock[] = [];
  let heading = '';
  for (let index = 0; index < lines.length; index += 1) {
    heading = /^#+\s+(?<text>.*?)\s*#*$/.exec(lines[index] ?? '')?.groups?.text ?? heading;
    const open = /^(?<indent> *)(?<fence>`{3,}|~{3,})\s*(?<info>.*)$/.exec(lines[index] ?? '')?.groups;
    if (!open) continue;
    const { fence = '', indent = '', info = '' } = open;
    const end = lines.findIndex(
      (line, at) => at > index && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()),
    );
    if (end < 0) throw new Error(`${path}:${index + 1}: this code block never closes`);
    const [language = '', ...marks] = info.split(/\s+/);
    const text = lines.slice(index + 1, end).map((line) => line.slice(Math.min(indent.length, line.search(/\S|$/))));
    blocks.push({ path, line: index + 2, language, marks, text: `${text.join('\n')}\n`, heading });
    index = end;
  }
  return blocks;
}

/** Code in a sentence that is a command of this package, as blocks of one line. */
export function commandsInSentences(path: string, markdown: string): FencedBlock[] {
  let isFenced = false;
  return markdown.split(/\r?\n/).flatMap((line, index) => {
    if (/^ *(`{3,}|~{3,})/.test(line)) isFenced = !isFenced;
    const spans = isFenced ? [] : [...line.matchAll(/`(?<text>(?:npx )?rehearsal [^`]+)`/g)];
    return spans.map(({ groups }) => {
      return { path, line: index + 1, language: 'sh', marks: [], text: `${groups?.text}\n`, heading: '' };
    });
  });
}
