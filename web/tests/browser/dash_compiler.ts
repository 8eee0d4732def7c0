// What the compiler says of values that should have types of src/dash/wire.ts: keys that are missing or too much, other types.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Types and values, as JSON. */
export type Claims = Record<string, { type: string; json: string }>;

export function complaints(claims: Claims): string[] {
  const folder = fileURLToPath(new URL('../../src/dash/', import.meta.url));
  const name = `${folder}answered.ts`;
  const entries = Object.entries(claims);
  const lines = entries.map(([, { type, json }], i) => `export const value${i}: ${type.replaceAll(/\b[A-Z]\w*/g, (word) => (word === 'Record' ? word : `wire.${word}`))} = ${json};`);
  const source = [`import type * as wire from './wire.ts';`, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (file, version) => (file === name ? ts.createSourceFile(file, source, version) : getSourceFile(file, version));
  host.fileExists = (file) => file === name || fileExists(file);
  host.readFile = (file) => (file === name ? source : readFile(file));
  return ts.getPreEmitDiagnostics(ts.createProgram([name], options, host)).map((found) => {
    const line = found.file && found.start !== undefined ? found.file.getLineAndCharacterOfPosition(found.start).line : 0;
    return `${entries[line - 1]?.[0] ?? ''}: ${ts.flattenDiagnosticMessageText(found.messageText, '\n').slice(0, 400)}`;
  });
}
