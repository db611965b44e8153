import { DOMParser, type Element } from '@xmldom/xmldom';
import { SaxesParser } from 'saxes';

/** An element as both parsers see it. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] };

/** Reads a document with a parser that refuses everything that is not well formed. */
export function readWithSaxes(xml: string): XmlNode {
  const parser = new SaxesParser();
  const root: XmlNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: { ...(attributes as Record<string, string>) }, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.write(xml).close();
  return root.children[0]!;
}

/** Reads a document with another parser, independent of the first. */
export function readWithXmldom(xml: string): XmlNode {
  const parser = new DOMParser({
    onError: (level, message) => {
      // A replacement character is worth a warning to this parser, and may well be what was said.
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  });
  const { documentElement } = parser.parseFromString(xml, 'text/xml');
  return nodeOf(documentElement as Element);
}

/** Every element of this name, in the order of the document. */
export function elementsOf(node: XmlNode, name: string): XmlNode[] {
  return [...(node.name === name ? [node] : []), ...node.children.flatMap((child) => elementsOf(child, name))];
}

function nodeOf(element: Element): XmlNode {
  const node: XmlNode = { name: element.tagName, attributes: {}, text: '', children: [] };
  for (const { name, value } of Array.from(element.attributes)) node.attributes[name] = value;
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === 1) node.children.push(nodeOf(child as Element));
    else node.text += child.nodeValue ?? '';
  }
  return node;
}
