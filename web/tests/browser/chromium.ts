import { execFileSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

/** Milliseconds until something that never comes is given up. A machine that does other things, too, may stop for many seconds. */
export const kPatience = 300_000;

/** For expect.poll. */
export const kSoon = { timeout: kPatience };

/** The installed Chromium, or the one that CHROMIUM names. */
export function launch(): Promise<Browser> {
  const path = process.env['CHROMIUM'] ?? execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
  const root = process.getuid?.() === 0; // who has no sandbox
  return chromium.launch({ executablePath: path, args: root ? ['--no-sandbox'] : [], timeout: kPatience });
}
