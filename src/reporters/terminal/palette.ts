import { styleText } from 'node:util';

type Style = (text: string) => string;

/** How the parts of a report look. */
export type Palette = {
  passed: Style;
  failed: Style;
  invalid: Style;
  strong: Style;
  quiet: Style;
};

/** Colours of the sixteen that every terminal has and lets its owner choose; without colours, text stays as it is. */
export function paletteOf(colors: boolean): Palette {
  const style = (...format: Parameters<typeof styleText>[0][]): Style => {
    if (!colors) return (text) => text;
    // Whether to colour was decided by whoever knows the stream and the environment.
    return (text) => format.reduce<string>((styled, one) => styleText(one, styled, { validateStream: false }), text);
  };
  return {
    passed: style('green'),
    failed: style('red'),
    invalid: style('yellow'),
    strong: style('bold'),
    quiet: style('dim'),
  };
}
