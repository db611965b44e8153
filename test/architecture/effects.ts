import { basename } from 'node:path';
import ts from 'typescript';
import { nodesOf, type SourceFile, type Violation, violationAt } from './source-file.ts';

const ENVIRONMENT_ROOMS: ReadonlySet<string> = new Set(['cli', 'vitest', 'llm']);
const CLOCK_ROOMS: ReadonlySet<string> = new Set(['cli', 'runs', 'llm', 'network', 'store']);

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);
const TIMERS: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate']);
const RANDOM_NAMES = ['randomUUID', 'getRandomValues', 'randomBytes', 'randomInt'];
/** Members that tell the time or throw dice, by the global object that has them. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Date: ['now'],
  Math: ['random'],
  performance: ['now', 'timeOrigin'],
  process: ['hrtime', 'uptime'],
  crypto: RANDOM_NAMES,
};

/** The environment, read anywhere but at the edge. */
export function findEnvironmentReads(files: readonly SourceFile[]): Violation[] {
  const inside = files.filter((file) => !ENVIRONMENT_ROOMS.has(file.room) && basename(file.path) !== 'environment.ts');
  return inside.flatMap((file) =>
    [...nodesOf(file.tree)]
      .filter((node) => memberOf(node, 'process')?.includes('env'))
      .map((node) => violationAt(file, node, '`process.env` is read only in cli, vitest, llm and environment.ts')),
  );
}

/** Time and chance that were not handed in. */
export function findClocksAndDice(files: readonly SourceFile[]): Violation[] {
  const inside = files.filter((file) => !CLOCK_ROOMS.has(file.room) && basename(file.path) !== 'clock.ts');
  return inside.flatMap((file) =>
    [...nodesOf(file.tree)].flatMap((node) => {
      const name = clockOrDice(node);
      return name ? [violationAt(file, node, `\`${name}\`: time and chance are handed in`)] : [];
    }),
  );
}

function clockOrDice(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && isGlobal(node.expression, 'Date') && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && isGlobal(node.expression, 'Date')) return 'Date()';
  if (ts.isIdentifier(node) && TIMERS.has(node.text) && isFreeName(node)) return node.text;
  if (ts.isImportSpecifier(node)) {
    const imported = (node.propertyName ?? node.name).text;
    return RANDOM_NAMES.includes(imported) ? imported : undefined;
  }
  for (const timer of TIMERS) {
    if (ts.isPropertyAccessExpression(node) && node.name.text === timer && isGlobalObject(node.expression))
      return timer;
  }
  for (const [object, members] of Object.entries(MEMBERS)) {
    const member = memberOf(node, object)?.find((name) => members.includes(name));
    if (member) return `${object}.${member}`;
  }
  return undefined;
}

/** The members of a global object that `node` takes: `o.m`, `o['m']` or `const { m } = o`. */
function memberOf(node: ts.Node, object: string): string[] | undefined {
  if (ts.isPropertyAccessExpression(node) && isGlobal(node.expression, object)) return [node.name.text];
  if (ts.isElementAccessExpression(node) && isGlobal(node.expression, object)) {
    return ts.isStringLiteralLike(node.argumentExpression) ? [node.argumentExpression.text] : [];
  }
  if (!ts.isVariableDeclaration(node) || !node.initializer || !isGlobal(node.initializer, object)) return undefined;
  if (!ts.isObjectBindingPattern(node.name)) return undefined;
  return node.name.elements.map((element) => (element.propertyName ?? element.name).getText());
}

function isGlobal(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.isPropertyAccessExpression(node) && node.name.text === name && isGlobalObject(node.expression);
}

function isGlobalObject(node: ts.Node): boolean {
  return ts.isIdentifier(node) && GLOBAL_OBJECTS.has(node.text);
}

/** False for a name that is declared here or is a member of something: `clock.setTimeout`, `{ setTimeout: … }`. */
function isFreeName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !('name' in parent && parent.name === node) && !('propertyName' in parent && parent.propertyName === node);
}
