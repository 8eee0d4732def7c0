// What the compiler says of values that should have types of src/dash/wire.ts: keys that are missing or too much, other types.
import { diagnose, words } from './compiler.ts';

/** Types and values, as JSON. */
export type Claims = Record<string, { type: string; json: string }>;

export function complaints(claims: Claims): string[] {
  const entries = Object.entries(claims);
  const lines = entries.map(([, { type, json }], i) => `export const value${i}: ${type.replaceAll(/\b[A-Z]\w*/g, (word) => (word === 'Record' ? word : `wire.${word}`))} = ${json};`);
  const source = [`import type * as wire from './wire.ts';`, ...lines].join('\n');
  return diagnose('../../src/dash/', source).map((found) => {
    const line = found.file && found.start !== undefined ? found.file.getLineAndCharacterOfPosition(found.start).line : 0;
    return `${entries[line - 1]?.[0] ?? ''}: ${words(found)}`;
  });
}
