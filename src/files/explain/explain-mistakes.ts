import { z } from 'zod';
import type { Problem } from '../../domain/authoring/problem.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { authorPath, type PathSegment, type SourcePlaces } from '../yaml/source-places.ts';
import { colonText } from './colon-text.ts';
import {
  type AnySchema,
  acceptsKind,
  definitionOf,
  isMissing,
  kindOf,
  optionsOf,
  partAt,
  shapeOf,
  unwrap,
} from './schema-shape.ts';
import { chooseOption } from './union-options.ts';
import { expectedWords, foundWords, listOr, quoteNames } from './words.ts';

type Issue = z.core.$ZodIssue;
type Explaining = {
  places: SourcePlaces;
  /** Word → key that people who write the word mean. */
  synonyms: Readonly<Record<string, string>>;
  /** Keys of the outermost object that are read elsewhere, and are known all the same. */
  alsoKnown: readonly string[];
};

/**
 * What is wrong with a value of a file, in plain words: the place, what was found, what was expected, the nearest known
 * name. Empty when the schema takes it. `path` is where the value stands in the file.
 */
export function explainMistakes(
  schema: AnySchema,
  value: unknown,
  {
    places,
    path = [],
    synonyms = {},
    alsoKnown = [],
  }: Partial<Explaining> & { places: SourcePlaces; path?: readonly PathSegment[] },
): readonly Problem[] {
  const { error } = z.safeParse(schema, value);
  return error === undefined ? [] : explainIssues(schema, value, error.issues, path, { places, synonyms, alsoKnown });
}

function explainIssues(
  schema: AnySchema,
  value: unknown,
  issues: readonly Issue[],
  base: readonly PathSegment[],
  context: Explaining,
): readonly Problem[] {
  const meant = new Set<string>();
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const inside = issue.path as PathSegment[];
    const part = partAt(value, inside);
    const shape = shapeOf(bestOption(schemaAt(schema, inside, value), part)) ?? {};
    const path = [...base, ...inside];
    const also = inside.length === 0 ? context.alsoKnown : [];
    return unknownKeys(issue.keys, { shape, value: part, path, meant, context, also });
  });
  const others = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return [];
    const inside = issue.path as PathSegment[];
    const path = [...base, ...inside];
    // A required key that was only misspelt is not missing as well, and keys that are unknown leave a rule unmet.
    if (meant.has(authorPath(path)) && isMissing(value, inside)) return [];
    if (issue.code === 'custom' && unknown.some((problem) => problem.path.startsWith(`${authorPath(path)}.`)))
      return [];
    return explainIssue(issue, { schema: schemaAt(schema, inside, value), root: value, inside, path, context });
  });
  return [...unknown, ...others];
}

type UnknownKeys = {
  shape: Readonly<Record<string, AnySchema>>;
  value: unknown;
  path: readonly PathSegment[];
  /** Collects the paths that were probably meant. */
  meant: Set<string>;
  context: Explaining;
  also?: readonly string[];
};

function unknownKeys(
  keys: readonly string[],
  { shape, value, path, meant, context, also = [] }: UnknownKeys,
): Problem[] {
  const known = [...Object.keys(shape), ...also];
  const free = known.filter((name) => !Object.hasOwn(Object(value), name));
  return keys.map((key) => {
    const nearest = nearestName(key, free) ?? nearestName(key, known) ?? meantBy(key, known, context.synonyms);
    if (nearest !== undefined) meant.add(authorPath([...path, nearest]));
    const whole = authorPath([...path, key]);
    return {
      severity: 'error',
      code: 'unknown-key',
      place: context.places.placeOf(whole, 'key'),
      path: whole,
      message: `unknown key \`${key}\``,
      ...(known.length === 0 ? {} : { details: [`Known keys: ${quoteNames(known.toSorted()).join(', ')}.`] }),
      ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` }),
    };
  });
}

function meantBy(key: string, known: readonly string[], synonyms: Explaining['synonyms']): string | undefined {
  const word = nearestName(key, Object.keys(synonyms));
  const meant = word === undefined ? undefined : synonyms[word];
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}

type Place = {
  schema: AnySchema;
  root: unknown;
  inside: readonly PathSegment[];
  path: readonly PathSegment[];
  context: Explaining;
};

function explainIssue(issue: Issue, place: Place): readonly Problem[] {
  const { schema, root, inside, path, context } = place;
  const found = partAt(root, inside);
  if (isMissing(root, inside)) return [missingKey(schema, partAt(root, inside.slice(0, -1)), path, context)];
  const tell = (code: string, message: string, more: Partial<Problem> = {}): readonly Problem[] => {
    const whole = authorPath(path);
    return [{ severity: 'error', code, place: context.places.placeOf(whole), path: whole, message, ...more }];
  };
  const meant = issue.code === 'invalid_type' || issue.code === 'invalid_union' ? colonText(schema, found) : undefined;
  if (meant !== undefined) {
    const hint = `put it in quotes: \`${JSON.stringify(meant)}\``;
    return tell('colon-in-text', 'the colon made a key of what should be a text', { hint });
  }
  switch (issue.code) {
    case 'invalid_type':
      return tell('wrong-type', `found ${foundWords(found)}, expected ${expectedWords(schema)}`);
    case 'invalid_value':
      return tell(
        'unknown-value',
        `found ${foundWords(found)}, expected ${listOr(quoteNames(issue.values.map(String)))}`,
        nearestValue(found, issue.values),
      );
    case 'too_small':
    case 'too_big':
      return tell('out-of-range', rangeWords(issue, found, schema));
    case 'invalid_format':
      return tell('bad-format', formatWords(issue, found, schema));
    case 'invalid_key':
      return tell('bad-name', `the name \`${String(inside.at(-1))}\` ${issue.issues[0]?.message ?? 'cannot be used'}`, {
        place: context.places.placeOf(authorPath(path), 'key'),
      });
    case 'invalid_union':
      return explainUnion(schema, found, place);
    default:
      return tell('bad-value', kindOf(found) === 'text' ? `${foundWords(found)} ${issue.message}` : issue.message);
  }
}

/** The alternative that the author most probably meant says what is wrong. */
function explainUnion(schema: AnySchema, found: unknown, { path, context }: Place): readonly Problem[] {
  const options = optionsOf(schema).filter((option) => acceptsKind(option, kindOf(found)));
  const whole = authorPath(path);
  const tell = (code: string, message: string): Problem[] => [
    { severity: 'error', code, place: context.places.placeOf(whole), path: whole, message },
  ];
  if (options.length === 0) return tell('wrong-type', `found ${foundWords(found)}, expected ${expectedWords(schema)}`);
  const shapes = options.map(shapeOf).filter((shape) => shape !== undefined);
  const choice = chooseOption(options, found);
  const keys = kindOf(found) === 'object' ? Object.keys(found as object) : [];
  const shape = Object.assign({}, ...shapes) as Record<string, AnySchema>;
  const strangers = shapes.length === options.length ? keys.filter((key) => !Object.hasOwn(shape, key)) : [];
  if (strangers.length > 0 && shapes.length > 1) {
    return unknownKeys(strangers, { shape, value: found, path, meant: new Set(), context });
  }
  if (choice.missing.length > 1) return tell('missing-key', `needs ${listOr(quoteNames(choice.missing))}`);
  const clashing = choice.issues.find((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
  if (clashing?.code === 'unrecognized_keys' && shapes.length > 1) {
    const together = keys.filter((key) => !clashing.keys.includes(key));
    return tell(
      'keys-clash',
      `${quoteNames(clashing.keys).join(', ')} cannot stand beside ${quoteNames(together).join(', ')}`,
    );
  }
  return explainIssues(choice.option, found, choice.issues, path, context);
}

function missingKey(schema: AnySchema, parent: unknown, path: readonly PathSegment[], context: Explaining): Problem {
  const { places } = context;
  const outer = path.slice(0, -1);
  const key = String(path.at(-1));
  // An object that takes keys of any name does not refuse the misspelt one.
  const written = kindOf(parent) === 'object' ? nearestName(key, Object.keys(parent as object)) : undefined;
  if (written !== undefined) {
    const whole = authorPath([...outer, written]);
    const place = places.placeOf(whole, 'key');
    const hint = `did you mean \`${key}\`?`;
    return { severity: 'error', code: 'unknown-key', place, path: whole, message: `unknown key \`${written}\``, hint };
  }
  return {
    severity: 'error',
    code: 'missing-key',
    place: places.placeOf(authorPath(outer), 'key'),
    path: authorPath(outer),
    message: `\`${key}\` is missing: expected ${expectedWords(schema)}`,
  };
}

function nearestValue(found: unknown, values: readonly unknown[]): Partial<Problem> {
  if (typeof found !== 'string') return {};
  const nearest = nearestName(
    found,
    values.filter((value): value is string => typeof value === 'string'),
  );
  return nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` };
}

function rangeWords(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  found: unknown,
  schema: AnySchema,
): string {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  if (issue.origin === 'string' && issue.code === 'too_small' && limit === 1) return 'the text is empty';
  if (issue.origin === 'string') {
    return `the text has ${String(found).length} characters; ${issue.code === 'too_small' ? 'at least' : 'at most'} ${limit} are allowed`;
  }
  if (issue.origin === 'array') {
    const count = issue.code === 'too_small' ? `at least ${limit}` : `at most ${limit}`;
    return `found ${foundWords(found)}, expected ${count} ${limit === 1 ? 'entry' : 'entries'}`;
  }
  return `found ${foundWords(found)}, expected ${expectedWords(schema)}`;
}

function formatWords(issue: z.core.$ZodIssueInvalidStringFormat, found: unknown, schema: AnySchema): string {
  const own = /^Invalid /.test(issue.message)
    ? `found ${foundWords(found)}, expected ${expectedWords(schema)}`
    : undefined;
  if (own === undefined) return `${foundWords(found)} ${issue.message}`;
  const pattern = issue.format === 'regex' && issue.pattern !== undefined ? ` that matches ${issue.pattern}` : '';
  return `${own}${pattern}`;
}

/** The schema of the part at `path`; for a union, of the alternative that fits best. */
function schemaAt(schema: AnySchema, path: readonly PathSegment[], value: unknown): AnySchema {
  const [segment, ...rest] = path;
  if (segment === undefined) return schema;
  const inner = bestOption(schema, value);
  const definition = definitionOf(inner);
  const part = partAt(value, [segment]);
  if (definition.type === 'object') return schemaAt(definition.shape[String(segment)] ?? z.unknown(), rest, part);
  if (definition.type === 'record') return schemaAt(definition.valueType, rest, part);
  return definition.type === 'array' ? schemaAt(definition.element, rest, part) : z.unknown();
}

function bestOption(schema: AnySchema, value: unknown): AnySchema {
  const options = optionsOf(schema);
  return options.length > 1 ? chooseOption(options, value).option : unwrap(schema);
}
