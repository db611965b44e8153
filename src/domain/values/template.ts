const PLACEHOLDER = /\{\{\s*([\p{L}\p{N}_.-]{1,120})\s*\}\}/gu;

/**
 * Puts values in place of `{{name}}`. A name is looked up and nothing else: no expressions, no paths, no environment.
 * What is inserted is never read as a template again. Names without a value stay as they are written, and are listed
 * once each in `missing`.
 */
export function fillTemplate(
  text: string,
  values: Readonly<Record<string, string>>,
): { text: string; missing: string[] } {
  if (!text.includes('{{')) return { text, missing: [] };
  const missing = new Set<string>();
  const filled = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? placeholder;
  });
  return { text: filled, missing: [...missing] };
}

/** The names a template asks for, each once, in order. */
export function templateNames(text: string): string[] {
  if (!text.includes('{{')) return [];
  const names: string[] = [];
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) if (!names.includes(name)) names.push(name);
  return names;
}
