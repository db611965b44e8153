import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/domain/values/json-value.ts';
import type { MadeCall } from '../../../../src/scorers/trajectory/made-call.ts';
import { FITS, OTHER_TOOL, pairTable } from '../../../../src/scorers/trajectory/pairing/pair-table.ts';
import type { CallsSpecification } from '../../../../src/scorers/trajectory/specification/calls-specification.ts';
import { compilePlan, planWithSchemas } from '../../../../src/scorers/trajectory/specification/compile-plan.ts';
import { fitsCall } from '../../../../src/scorers/trajectory/specification/expected-call.ts';

const single = fc.constantFrom<JsonValue>(1, 0, -0, '1', '', 'é', 'e\u0301', true, false, null, 1.5);
const any: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: single },
  fc.constantFrom<JsonValue>([1], { y: 1 }, { $type: 'bigint', value: '1' }, { $type: 'undefined' }),
);
const keys = fc.constantFrom('x', 'y', 'z', '__proto__', 'x\n1');
const membersOf = (values: fc.Arbitrary<JsonValue>) =>
  fc.array(fc.tuple(keys, values), { maxLength: 3 }).map((entries) => {
    const text = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',');
    return JSON.parse(`{${text}}`) as { [key: string]: JsonValue };
  });
const tools = fc.constantFrom('a', 'b');
const wanted = fc.record({
  tool: tools,
  arguments: fc.option(fc.oneof(membersOf(single), membersOf(any)), { nil: undefined }),
  more: fc.constantFrom({}, {}, { match: 'exact' }, { coerce: true }, { nullIsAbsent: true }, { unknownKeys: 'allow' }),
});
const made = fc.record({
  name: tools,
  arguments: fc.oneof(
    { weight: 8, arbitrary: membersOf(any) },
    fc.constantFrom<JsonValue | undefined>(undefined, 'x', [1]),
  ),
  outcome: fc.constantFrom('ok', 'error'),
});
const schema = { type: 'object', properties: { x: {}, y: {} } };

test('many pairs that are compared by the values they hold come to the same as one by one', () => {
  fc.assert(
    fc.property(
      fc.array(wanted, { minLength: 46, maxLength: 46 }),
      fc.array(made, { minLength: 46, maxLength: 46 }),
      fc.boolean(),
      (list, calls, isKnown) => {
        const specification = {
          calls: list.map(({ tool, arguments: given, more }) => ({
            tool,
            ...(given === undefined ? {} : { arguments: given }),
            ...more,
          })),
          order: 'any',
          extra: 'allow',
        };
        const plain = compilePlan(specification as unknown as CallsSpecification);
        const plan = isKnown ? planWithSchemas(plain, () => schema) : plain;
        const { slots } = plan.parts[0]!.layouts![0]!;
        const all = calls.map(
          (call, index) => ({ ...call, turn: 0, step: index, index, effect: 'read', result: undefined }) as MadeCall,
        );
        const table = pairTable(slots, all);
        const credits = table.credits();
        all.forEach((call, column) => {
          slots.forEach(({ choices: [choice] }, slot) => {
            const at = column * table.rows + slot;
            const told = [table.kinds[at] === FITS, credits[at]];
            if (choice!.tool !== call.name) expect([table.kinds[at], credits[at]]).toEqual([OTHER_TOOL, 0]);
            else if (fitsCall(choice!, call)) expect(told).toEqual([true, 1]);
            else {
              const credit =
                call.arguments === undefined ? 0 : choice!.asksArguments ? choice!.arguments.credit(call.arguments) : 1;
              expect(told).toEqual([false, credit]);
            }
          });
        });
      },
    ),
    { numRuns: 60 },
  );
});
