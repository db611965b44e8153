/**
 * The value as JSON that can be shown: whatever a terminal acts on, or does not show, is an escape. Parsed again, it is the
 * same value. `indent` is the number of blanks of each level.
 */
export function forJson(value: unknown, { indent = 0 }: { indent?: number } = {}): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    escapeUnit,
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
