import { join } from 'node:path';
import ts from 'typescript';
import type { FencedBlock } from './fenced-blocks.ts';

/**
 * Type-checks every `ts` block that is not marked `fragment`, all in one program, as if each were a file at the root.
 * Answers `page:line:column: message`, in the order of the blocks.
 */
export function checkTypeScript(root: string, blocks: readonly FencedBlock[]): string[] {
  const checked = blocks.filter((block) => block.language === 'ts' && !block.marks.includes('fragment'));
  if (checked.length === 0) return [];
  const files = new Map(checked.map((block, index) => [join(root, `documentation-block-${index}.ts`), block]));
  const options = readOptions(root);
  const program = ts.createProgram([...files.keys()], options, hostWith(files, options));
  return [...files].flatMap(([name, block]) => {
    const source = program.getSourceFile(name);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return diagnostics.map((diagnostic) => describe(block, diagnostic));
  });
}

/** The project's own options, but a sample may declare what it does not use. */
function readOptions(root: string): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  return { ...options, noUnusedLocals: false, noUnusedParameters: false };
}

/** Reads the blocks from memory and all else from disk. */
function hostWith(files: ReadonlyMap<string, FencedBlock>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name)?.text ?? host.readFile(name),
    getSourceFile: (name, target, ...rest) => {
      const block = files.get(name);
      return block ? ts.createSourceFile(name, block.text, target, true) : host.getSourceFile(name, target, ...rest);
    },
  };
}

function describe(block: FencedBlock, { messageText, file, start = 0 }: ts.Diagnostic): string {
  const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  return `${block.path}:${block.line + line}:${character + 1}: ${message}`;
}
