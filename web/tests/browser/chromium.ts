import { execFileSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

/** The installed Chromium, or the one that CHROMIUM names. */
export function launch(): Promise<Browser> {
  const path = process.env['CHROMIUM'] ?? execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  const root = process.getuid?.() === 0; // who has no sandbox
  return chromium.launch({ executablePath: path, args: root ? ['--no-sandbox'] : [] });
}
