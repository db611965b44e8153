/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of this process, for adapters whose author gave no others. */
export function processEnvironment(): Environment {
  return process.env;
}
