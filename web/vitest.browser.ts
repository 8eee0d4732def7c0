import { defineConfig } from 'vitest/config';

// Pages in Chromium: of the program, whose path is BANKER_PROGRAM, or of the documentation, whose folder is BANKER_SITE. A test that waits in
// vain says itself for what, long before these limits, which end one that hangs.
const folder = process.env['BANKER_SITE'] ? 'site' : 'browser';
export default defineConfig({
  test: { include: [`tests/${folder}/*.test.ts`], testTimeout: 900_000, hookTimeout: 900_000, fileParallelism: false },
});
