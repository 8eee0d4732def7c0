import { defineConfig } from 'vitest/config';

// Pages of the program in Chromium. BANKER_PROGRAM is its path. A test that waits in vain says itself for what, long before these limits, which
// end one that hangs.
export default defineConfig({
  test: { include: ['tests/browser/*.test.ts'], testTimeout: 900_000, hookTimeout: 900_000, fileParallelism: false },
});
