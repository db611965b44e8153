import { visibleText } from '../../../domain/display/visible-text.ts';

export type Child = Node | string | undefined | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children. A text becomes a text node, whatever it holds. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

/** The same for drawings. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : visibleText(String(value)));
  }
  for (const child of children) add(element, child);
  return element;
}

function add(element: Element, child: Child): void {
  if (child === undefined) return;
  if (typeof child === 'string') element.append(visibleText(child));
  else if (child instanceof Node) element.append(child);
  else for (const one of child) add(element, one);
}
