import { forXml } from '../../../domain/display/xml.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A start tag; attributes without a value are left out. */
export function openTag(name: string, attributes: Attributes = {}): string {
  return `<${name}${attributesText(attributes)}>`;
}

export function closeTag(name: string): string {
  return `</${name}>`;
}

/** An element that holds text alone, or nothing. */
export function textElement(name: string, attributes: Attributes, text = ''): string {
  if (text === '') return `<${name}${attributesText(attributes)}/>`;
  return `${openTag(name, attributes)}${forXml(text)}${closeTag(name)}`;
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [` ${name}="${forXml(String(value), { newlines: 'encode' })}"`];
    })
    .join('');
}
