import { UsageError } from '../../../../domain/errors.ts';

const MAX_DEPTH = 100;

/** promptfoo reads files and fills in variables before it compares; here a text is what it says, and would fit nothing. */
export function refuseTemplates(value: unknown, place: string): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string') refuseTemplate(next.value, place);
    else if (typeof next.value === 'object' && next.value !== null && next.depth < MAX_DEPTH) {
      for (const part of Object.values(next.value) as unknown[]) open.push({ value: part, depth: next.depth + 1 });
    }
  }
}

function refuseTemplate(text: string, place: string): void {
  const what = text.startsWith('file://') ? 'reads' : /\{\{|\{%/.test(text) ? 'fills in' : undefined;
  if (what === undefined) return;
  throw new UsageError(
    `fromPromptfoo: ${place} has ${JSON.stringify(text.slice(0, 80))}, which only promptfoo ${what}: write what comes of it`,
  );
}
