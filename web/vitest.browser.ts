import { defineConfig } from 'vitest/config';

// Reports that the program writes, in Chromium. BANKER_PROGRAM is the path of the program.
export default defineConfig({
  test: { include: ['tests/browser/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
});
