const BEGIN = '<!-- measured:begin -->';
const END = '<!-- measured:end -->';

/** The page with fresh tables between its two markers. Throws when it has not one of each. */
export function withMeasures(page: string, tables: string): string {
  const [before, rest, ...more] = page.split(BEGIN);
  const [, after, ...others] = (rest ?? '').split(END);
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`the page needs \`${BEGIN}\` and \`${END}\`, once each and in this order`);
  return `${before}${BEGIN}\n\n${tables.trim()}\n\n${END}${after}`;
}
