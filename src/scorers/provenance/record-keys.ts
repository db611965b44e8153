import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { pointerTo } from '../../domain/values/pointer-to.ts';
import { leafSchemaAt } from './leaf-schema.ts';

/** The name of a member that is the key of a record, such as `A-99` in `{ "A-99": 2 }`, and where it stands. */
export type RecordKey = { name: string; pointer: string };

/** The members' names that are values themselves: not declared by the schema, and written as ids, not as names of fields. */
export function recordKeysIn(value: JsonValue, parameters: JsonValue | undefined): RecordKey[] {
  const found: RecordKey[] = [];
  collect(value, '', (name, pointer, parent) => {
    if (isWrittenAsId(name) && !isDeclared(name, leafSchemaAt(parameters, parent))) found.push({ name, pointer });
  });
  return found;
}

type Visit = (name: string, pointer: string, parent: string) => void;

function collect(value: JsonValue, parent: string, visit: Visit): void {
  if (isList(value)) {
    for (const [index, item] of value.entries()) collect(item, `${parent}/${index}`, visit);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const pointer = parent + pointerTo([name]);
      visit(name, pointer, parent);
      collect(member, pointer, visit);
    }
  }
}

function isDeclared(name: string, schemas: ReturnType<typeof leafSchemaAt>): boolean {
  return schemas.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
}

/** `A-99`, `HAT001`, `card_77412`, `12`, an address: not `line1`, `Q1`, `address_2`. */
function isWrittenAsId(name: string): boolean {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name)) return true;
  const digits = name.replaceAll(/\D/g, '').length;
  if (digits === 0 || /\s/.test(name.trim())) return false;
  if (digits >= 4 || /^#\S/.test(name)) return true;
  if (/^\d+$/.test(name)) return digits >= 2;
  return /^\p{Lu}[\p{Lu}\d_-]*$/u.test(name) && (digits >= 3 || /^\p{Lu}+[-_]\d+$/u.test(name));
}
