import { assertNever } from '../../../../domain/values/assert-never.ts';
import { cutText } from '../../../text/value-text.ts';
import { valueWords } from '../value-words.ts';
import type { Node } from './node.ts';

const LONGEST = 120;

/** What a node asks for, in words: JSON with matchers in words among it. */
export function describeNode(node: Node): string {
  return cutText(write(node, LONGEST * 4), LONGEST * 4);
}

/** A call's arguments are told without braces: `order_id="A-1", amount=49.9`. */
export function describeArguments(node: Node): string {
  switch (node.kind) {
    case 'object':
      return cutText(writeMembers(node, LONGEST, '='), LONGEST);
    case 'fields':
      return cutText(
        node.fields
          .map(({ path, node: inner }) => `${path}=${inner === undefined ? '?' : write(inner, LONGEST)}`)
          .join(', '),
        LONGEST,
      );
    default:
      return cutText(write(node, LONGEST), LONGEST);
  }
}

/** At least `room` characters, or all of it. */
function write(node: Node, room: number): string {
  switch (node.kind) {
    case 'value':
      return valueWords(node.value);
    case 'test':
      return node.of.text;
    case 'list':
      return writeItems(node.nodes, room);
    case 'object':
      return `{${writeMembers(node, room, ': ')}}`;
    case 'fields':
      return describeArguments(node);
    default:
      return assertNever(node);
  }
}

function writeItems(nodes: readonly Node[], room: number): string {
  let text = '';
  for (const node of nodes) {
    if (text.length > room) break;
    text += (text === '' ? '' : ', ') + write(node, room - text.length);
  }
  return `[${text}]`;
}

function writeMembers(
  { keys, nodes }: { keys: readonly string[]; nodes: readonly Node[] },
  room: number,
  sign: string,
): string {
  let text = '';
  for (let index = 0; index < keys.length && text.length <= room; index += 1) {
    const key = keys[index] as string;
    const name = sign === '=' ? key : JSON.stringify(key);
    text += `${index === 0 ? '' : ', '}${name}${sign}${write(nodes[index] as Node, room - text.length)}`;
  }
  return text;
}
