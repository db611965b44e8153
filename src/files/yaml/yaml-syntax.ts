import type { YAMLError } from 'yaml';

type Words = { code: string; message: string; hint?: string };

const WORDS: Readonly<Record<string, Words>> = {
  TAB_AS_INDENT: { code: 'tab', message: 'a tab stands in the indentation; YAML takes spaces only' },
  BAD_INDENT: {
    code: 'indentation',
    message: 'the indentation does not fit, or a bracket above is not closed',
    hint: 'keys of one level begin in the same column',
  },
  MISSING_CHAR: { code: 'yaml-syntax', message: 'something is opened and not closed, or a `:` or `,` is missing' },
  BLOCK_AS_IMPLICIT_KEY: {
    code: 'yaml-syntax',
    message: 'a second `:` on one line',
    hint: 'put a text that holds `: ` in quotes',
  },
  BAD_SCALAR_START: {
    code: 'yaml-syntax',
    message: 'a value cannot begin with this character',
    hint: 'put the text in quotes',
  },
  MULTILINE_IMPLICIT_KEY: { code: 'yaml-syntax', message: 'a `:` is missing, or a quote is not closed' },
  UNEXPECTED_TOKEN: { code: 'yaml-syntax', message: 'this does not fit what stands above it' },
  MULTIPLE_DOCS: { code: 'several-documents', message: 'a second document begins here; a file holds one' },
  BAD_ALIAS: { code: 'yaml-alias', message: 'this alias cannot be used here' },
  MULTIPLE_ANCHORS: { code: 'yaml-alias', message: 'a value with more than one anchor' },
  MULTIPLE_TAGS: { code: 'yaml-tag', message: 'a value with more than one tag' },
  BAD_DIRECTIVE: { code: 'yaml-syntax', message: 'a line that begins with `%` is a directive, and this is none' },
};

/** A mistake in the YAML itself, in plain words. */
export function describeYamlError({ code, message }: YAMLError): Words {
  if (code === 'TAG_RESOLVE_FAILED') {
    const tag = /Unresolved tag: (.*)$/.exec(message)?.[1] ?? message;
    return { code: 'yaml-tag', message: `the tag \`${tag}\` is not known here`, hint: 'write the plain value' };
  }
  if (code === 'MISSING_CHAR' && message.includes('quote')) {
    return { code: 'yaml-syntax', message: 'a quote is opened and not closed' };
  }
  return WORDS[code] ?? { code: 'yaml-syntax', message };
}
