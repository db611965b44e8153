import type { CST, Document, LineCounter } from 'yaml';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { readText } from './read-text.ts';
import { type SourcePlaces, sourcePlaces, wholeFile } from './source-places.ts';
import { describeYamlError } from './yaml-syntax.ts';
import { readValue } from './yaml-value.ts';

type Yaml = typeof import('yaml');

/** What a file holds. `value` is absent when the text could not be understood; the problems say why. */
export type YamlOutcome = { value?: JsonValue | undefined; places: SourcePlaces; problems: readonly Problem[] };

const MAX_NESTING = 100;
/** A file that is wrong in more places is the wrong file. */
const MAX_PROBLEMS = 50;
/** Words and signs of a file. A long scenario has a few thousand; the parser takes microseconds for each. */
const MAX_TOKENS = 250_000;

/** Reads a YAML (or JSON) file; `name` is the file as people are told of it. Never throws for what a file may hold. */
export async function readYamlFile(path: string, name: string): Promise<YamlOutcome> {
  const text = await readText(path, name);
  if (text.status === 'refused') return { places: wholeFile(name), problems: [text.problem] };
  return readYaml(text.text, name);
}

/**
 * Reads one YAML 1.2 document into plain JSON. Refused, because a reader would not see what a program gets: tags, merge
 * keys, repeated keys, `__proto__`, several documents, aliases that multiply, other YAML versions.
 */
export async function readYaml(text: string, name: string): Promise<YamlOutcome> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  const tell = teller(name, lines);
  const tokens = tokensOf(yaml, text, lines);
  if ('refused' in tokens) {
    const problem = tell({ severity: 'error', code: 'too-deep', path: '', message: tokens.refused }, tokens.offset);
    return { places: wholeFile(name), problems: [problem] };
  }
  const document = documentOf(yaml, tokens.tokens, text, lines);
  const [error] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  // What follows the first mistake in the syntax is mostly its echo.
  if (error !== undefined) {
    const problem = tell({ severity: 'error', path: '', ...describeYamlError(error) }, error.pos[0]);
    return { places: wholeFile(name), problems: [problem] };
  }
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    const message = `YAML ${document.directives.yaml.version} reads words differently; only 1.2 is used here`;
    return {
      places: wholeFile(name),
      problems: [tell({ severity: 'error', code: 'yaml-version', path: '', message }, 0)],
    };
  }
  return readDocument(yaml, document, { text, name, lines });
}

function readDocument(
  yaml: Yaml,
  document: Document,
  { text, name, lines }: { text: string; name: string; lines: LineCounter },
): YamlOutcome {
  const tell = teller(name, lines);
  if (document.contents === null) {
    const problem = tell({ severity: 'error', code: 'empty-file', path: '', message: 'the file is empty' }, 0);
    return { places: wholeFile(name), problems: [problem] };
  }
  const lineOf = (offset: number) => placeIn(lines, offset).line;
  const { value, offsets, mistakes } = readValue(yaml, document, { text, lineOf });
  const problems = mistakes.slice(0, MAX_PROBLEMS).map(({ offset, ...problem }) => tell(problem, offset));
  const places = sourcePlaces(name, offsets, (offset) => placeIn(lines, offset));
  const isUsable = mistakes.every(({ code }) => code !== 'alias-bomb');
  return isUsable ? { value, places, problems } : { places, problems };
}

/** The parser proper is recursive and dies of deep nesting, so depth and length are looked at before it runs. */
function tokensOf(
  { Lexer, Parser }: Yaml,
  text: string,
  lines: LineCounter,
): { tokens: readonly CST.Token[] } | { refused: string; offset: number } {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    count += 1;
    if (parser.stack.length > MAX_NESTING) {
      return { refused: `nested deeper than ${MAX_NESTING} levels`, offset: parser.offset };
    }
    if (count > MAX_TOKENS) {
      return { refused: 'the file goes on for too long: split it into several', offset: parser.offset };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens };
}

function documentOf(
  { Composer, YAMLParseError, Document: Empty }: Yaml,
  tokens: readonly CST.Token[],
  text: string,
  lineCounter: LineCounter,
): Document {
  // Repeated keys are found while reading values: the parser's own search takes quadratic time.
  const composer = new Composer({
    lineCounter,
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    merge: false,
    intAsBigInt: true,
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return new Empty(null);
  if (second !== undefined) {
    const start = second.range[0];
    document.errors.push(new YAMLParseError([start, start + 1], 'MULTIPLE_DOCS', 'several documents'));
  }
  return document as unknown as Document;
}

function teller(file: string, lines: LineCounter): (problem: Omit<Problem, 'place'>, offset: number) => Problem {
  return (problem, offset) => ({ ...problem, place: { file, ...placeIn(lines, offset) } });
}

function placeIn(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}
