// What the program writes has exactly the types of src/wire.ts: the compiler says so.
import { expect, test } from 'vitest';
import { diagnose, words } from './compiler.ts';
import { writing } from './program.ts';

/** What the compiler says against a value as a Report: keys that are missing or too much, other types. */
function complaints(json: string): string[] {
  return diagnose('../../src/', `import type { Report } from './wire.ts';\nexport const report: Report = ${json};\n`).map(words);
}

const kSmall = { agents: ['banker', 'banker-tinf', 'tsallis-inf'], delays: ['fixed:10', 'none'], arms: 3, rounds: 200, runs: 3, points: 20 };

test.each([
  ['several problems', kSmall],
  ['with shares', { ...kSmall, agents: ['uniform', 'banker'], share_of: 'uniform', drop_after: 15 }],
  ['one run', { ...kSmall, runs: 1, delays: 'geometric:5' }],
  ['a body', { agents: ['banker-bolo', 'bolo'], losses: 'linear-fixed', delays: 'fixed:3', arms: 3, rounds: 100, runs: 2 }],
])('the report of %s is a Report', async (_, study) => {
  const written = await writing(study);
  expect(complaints(written.json)).toEqual([]);
  written.remove();
});

test('the compiler would notice', async () => {
  const written = await writing(kSmall);
  expect(complaints(written.json.replace('"rank":', '"place":')).join()).toContain('place');
  expect(complaints(written.json.replace('"pooled":true', '"pooled":"yes"')).join()).toContain('string');
  written.remove();
});
