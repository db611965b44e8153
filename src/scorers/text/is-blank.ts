/** True when a text shows nothing: empty, spaces, marks without a letter, control characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
}
