import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { forWorkflowCommand, forWorkflowProperty } from '../../../src/domain/display/workflow-command.ts';
import { hostileText } from './hostile-texts.ts';

test('a message stays one message', () => {
  expect(forWorkflowCommand('ok\n::add-mask::x')).toBe('ok%0A::add-mask::x');
  expect(forWorkflowCommand('100%\r\n%0A')).toBe('100%25%0A%250A');
});

test('a property stays one property', () => {
  expect(forWorkflowProperty('a,title=b::c\n%')).toBe('a%2Ctitle=b%3A%3Ac%0A%25');
});

test('what the runner reads is the text, on one line', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const written of [forWorkflowCommand(text), forWorkflowProperty(text)]) {
        expect(written).not.toMatch(/[\r\n]|%(?!25|0A|3A|2C)/);
        expect(read(written)).toBe(visibleText(text));
      }
      expect(forWorkflowProperty(text)).not.toMatch(/[:,]/);
    }),
  );
});

/** As actions/runner does: `%25` last. */
function read(written: string): string {
  return written.replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}
