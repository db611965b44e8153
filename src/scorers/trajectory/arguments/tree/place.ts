import type { CompileOptions } from '../match-options.ts';
import type { Declared } from './declared-comparison.ts';
import type { DefaultTree } from './default-tree.ts';
import type { IgnoredPaths } from './ignored-paths.ts';
import type { ObjectRule } from './node.ts';

/** Where in the expectation we are, and what holds there. */
export type Place = {
  options: CompileOptions;
  path: readonly string[];
  rule: ObjectRule;
  ignored?: IgnoredPaths | undefined;
  defaults?: DefaultTree | undefined;
  /** What the tool's schema says of how the value at a path is compared. */
  declaredAt?: ((path: readonly string[]) => Declared | undefined) | undefined;
  /** The arguments themselves are no matcher: `{ text: "Hello" }` is the argument `text`. */
  isRoot?: boolean | undefined;
};
