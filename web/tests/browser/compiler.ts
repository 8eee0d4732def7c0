// What the compiler says of a text as a file of a folder.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** `folder` is relative to this one. */
export function diagnose(folder: string, source: string): readonly ts.Diagnostic[] {
  const name = `${fileURLToPath(new URL(folder, import.meta.url))}written.ts`;
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
  return ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
}

export function words(found: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(found.messageText, '\n').slice(0, 400);
}
