// The code that the page of a bandit offers, run as it stands there.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { kProgram } from './server.ts';

export type Language = 'curl' | 'Python' | 'C++';
export const kLanguages: readonly Language[] = ['curl', 'Python', 'C++'];

const kPython = process.env['PYTHON'] ?? '/usr/bin/python3';
const kCompiler = process.env['CXX'] ?? 'c++';
const kHeader = fileURLToPath(new URL('libcurl', import.meta.url));
const execute = promisify(execFile);

/** What stands in the tab of a language. */
export async function codeOf(page: Page, language: Language): Promise<string> {
  const tab = page.getByRole('tab', { name: language, exact: true });
  await tab.click();
  return page.getByRole('tabpanel', { name: language, exact: true }).locator('pre').innerText();
}

/** Why it cannot be run on this machine; null: it can. */
export async function missing(language: Language): Promise<string | null> {
  const runs = (...command: [string, ...string[]]) => execute(command[0], command.slice(1), { env: environment() }).then(() => true, () => false);
  if (language === 'Python' && !(await runs(kPython, '-c', 'import banker'))) return `${kPython} has no package banker: make python`;
  if (language === 'C++' && !(await runs(kCompiler, '--version'))) return `there is no compiler ${kCompiler}`;
  return null;
}

/** What it prints. An error if it fails. */
export async function run(language: Language, code: string, more: Record<string, string> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'banker-code-'));
  const options = { cwd: folder, env: { ...environment(), ...more } };
  try {
    switch (language) {
      case 'curl':
        return (await execute('sh', ['-ec', code], options)).stdout;
      case 'Python':
        return (await execute(kPython, ['-c', code], options)).stdout;
      case 'C++':
        writeFileSync(join(folder, 'client.cpp'), code);
        await execute(kCompiler, ['-std=c++17', '-Wall', '-Wextra', '-Werror', 'client.cpp', '-o', 'client', ...(await libcurl(folder))], options);
        return (await execute(join(folder, 'client'), [], options)).stdout;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the snippet says, or with a header of our own where libcurl has none. */
async function libcurl(folder: string): Promise<string[]> {
  writeFileSync(join(folder, 'probe.cpp'), '#include <curl/curl.h>\n');
  const there = await execute(kCompiler, ['-fsyntax-only', join(folder, 'probe.cpp')]).then(() => true, () => false);
  return there ? ['-lcurl'] : ['-I', kHeader, '-l:libcurl.so.4'];
}

/** With the Python package that was built beside the program. */
function environment(): NodeJS.ProcessEnv {
  const built = dirname(kProgram);
  return { ...process.env, PYTHONPATH: [join(built, '..', 'python'), join(built, 'python'), process.env['PYTHONPATH'] ?? ''].filter(Boolean).join(delimiter) };
}
